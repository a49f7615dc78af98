/** Asking a certificate every rule of a catalogue that holds for it. */
import { isServer } from "./names.ts";
import type { Examined, Profile, Role, Rule } from "./rule.ts";

/** A rule that can be asked, its dates as numbers. */
interface Question<Code extends string, Seen extends Examined> {
  readonly code: Code;
  readonly rule: Rule<Seen>;
  readonly check: NonNullable<Rule<Seen>["check"]>;
  readonly since: number;
  readonly until: number;
  /** What the rule needs, as bits. */
  readonly low: number;
  readonly high: number;
}

/** The rules that are asked of certificates of one kind; `held` counts those that hold for them. */
interface Selection<Code extends string, Seen extends Examined> {
  readonly questions: readonly Question<Code, Seen>[];
  readonly held: number;
}

/** Bits of a number that shifts keep apart. */
const BITS = 31;
/** Kinds of certificates that are remembered; whoever sends more of them has them sorted out anew. */
const MAX_KINDS = 512;

/** The rules of a catalogue, to be asked. */
export class Questions<Code extends string, Seen extends Examined> {
  readonly #all: readonly Question<Code, Seen>[];
  /** Every day from which or until which a rule holds, in order. */
  readonly #days: readonly number[];
  readonly #places = new Map<string, number>();
  /** By role, profile and period, then by what a certificate has of what rules need. */
  readonly #selections = new Map<string, Map<number, Selection<Code, Seen>>>();
  #kinds = 0;

  /** `features` notes what a certificate has; what no rule needs may be among it. */
  constructor(
    rules: Readonly<Record<Code, Rule<Seen>>>,
    readonly features: ((examined: Seen, note: (feature: string) => void) => void) | null = null,
  ) {
    const all = Object.entries(rules) as [Code, Rule<Seen>][];
    for (const feature of new Set(all.flatMap(([, { needs = [] }]) => needs))) {
      this.#places.set(feature, this.#places.size);
    }
    if (this.#places.size > 2 * BITS) throw new RangeError("more features than bits");
    this.#all = all.flatMap(([code, rule]) => {
      if (!rule.check) return [];
      const { low, high } = this.#bits((note) => rule.needs?.forEach(note));
      return [{
        code,
        rule,
        check: rule.check,
        since: rule.since ? Date.parse(rule.since) : -Infinity,
        until: rule.until ? Date.parse(rule.until) : Infinity,
        low,
        high,
      }];
    });
    const days = this.#all.flatMap(({ since, until }) => [since, until]).filter(Number.isFinite);
    this.#days = [...new Set(days)].sort((a, b) => a - b);
  }

  /**
   * Asks every rule that holds for the certificate and tells what it breaks, in the order of the
   * catalogue. `profile` null asks in every profile. Gives the number of rules that hold.
   */
  ask(
    examined: Seen,
    profile: Profile | null,
    tell: (code: Code, message: string) => void,
  ): number {
    const { questions, held } = this.#select(examined, profile);
    for (const { code, rule, check } of questions) {
      const found = check(examined);
      if (found === null || found === false) continue;
      if (found === true) tell(code, `${rule.title}.`);
      else if (typeof found === "string") tell(code, found);
      else for (const message of found) tell(code, message);
    }
    return held;
  }

  #select(examined: Seen, profile: Profile | null): Selection<Code, Seen> {
    const { role, certificate: { notBefore } } = examined;
    const period = this.#days.findLastIndex((day) => notBefore >= day);
    const servers = isServer(examined);
    const key = `${role} ${profile} ${period} ${servers}`;
    let byFeatures = this.#selections.get(key);
    if (!byFeatures) this.#selections.set(key, byFeatures = new Map());
    const { low, high } = this.#bits((note) => this.features?.(examined, note));
    const bits = high * 2 ** BITS + low;
    const known = byFeatures.get(bits);
    if (known) return known;
    const holding = this.#all.filter(({ rule, since, until }) =>
      notBefore >= since && notBefore < until && isOfRole(rule, role) &&
      (!rule.servers || servers) && (profile === null || speaksIn(rule, profile))
    );
    const questions = this.features === null
      ? holding
      : holding.filter((question) => (question.low & ~low) === 0 && (question.high & ~high) === 0);
    const selection = { questions, held: holding.length };
    if (++this.#kinds > MAX_KINDS) {
      this.#selections.clear();
      this.#kinds = 0;
    } else byFeatures.set(bits, selection);
    return selection;
  }

  #bits(list: (note: (feature: string) => void) => void): { low: number; high: number } {
    let low = 0;
    let high = 0;
    list((feature) => {
      const place = this.#places.get(feature);
      if (place === undefined) return;
      if (place < BITS) low |= 1 << place;
      else high |= 1 << (place - BITS);
    });
    return { low, high };
  }
}

const isOfRole = ({ roles, servers }: Pick<Rule, "roles" | "servers">, role: Role): boolean =>
  (roles?.includes(role) ?? true) && !(servers && role !== "leaf");

/** Whether a rule speaks where a certificate is judged as this. */
export function speaksIn(
  { profiles, binds }: Pick<Rule, "profiles" | "binds">,
  profile: Profile,
): boolean {
  return profiles?.includes(profile) ?? (binds === "everyone" || profile === "public-tls");
}
