/** Asks every rule of a catalogue that applies to a certificate. */
import { isServer } from "./names.ts";
import type { Examined, Profile, Role, Rule } from "./rule.ts";

/** A rule that can be asked, its dates as numbers. */
interface Question<Code extends string, Seen extends Examined> {
  readonly code: Code;
  readonly rule: Rule<Seen>;
  readonly check: NonNullable<Rule<Seen>["check"]>;
  readonly since: number;
  readonly until: number;
  readonly needs: Features;
}

/**
 * The rules that are asked of certificates of one kind. `applicable` counts all that apply to them,
 * also those that are not asked because the certificates lack what they need.
 */
interface Selection<Code extends string, Seen extends Examined> {
  readonly questions: readonly Question<Code, Seen>[];
  readonly applicable: number;
}

/** Bits of a word: as many as a small integer has. */
const BITS = 31;

/** Features as bits of three words. */
class Features {
  static readonly MAX = 3 * BITS;
  readonly words = [0, 0, 0];

  add(place: number): void {
    this.words[Math.floor(place / BITS)] |= 1 << place % BITS;
  }

  /** Whether all of these are among others. */
  areAmong({ words }: Features): boolean {
    return this.words.every((word, i) => (word & ~words[i]) === 0);
  }
}

/** How many kinds of certificates are remembered; beyond that the memory is cleared. */
const MAX_KINDS = 512;

/** The rules of a catalogue as questions. */
export class Questions<Code extends string, Seen extends Examined> {
  readonly #all: readonly Question<Code, Seen>[];
  /** Every day from which or until which a rule applies, in order. */
  readonly #days: readonly number[];
  readonly #places = new Map<string, number>();
  /** By role, profile, period, being a server's, and the features that rules need. */
  readonly #selections = new Map<string, Selection<Code, Seen>>();

  /** `features` notes the features of a certificate; those that no rule needs are ignored. */
  constructor(
    rules: Readonly<Record<Code, Rule<Seen>>>,
    readonly features: ((examined: Seen, note: (feature: string) => void) => void) | null = null,
  ) {
    const all = Object.entries(rules) as [Code, Rule<Seen>][];
    for (const feature of new Set(all.flatMap(([, { needs = [] }]) => needs))) {
      this.#places.set(feature, this.#places.size);
    }
    if (this.#places.size > Features.MAX) throw new RangeError("more features than bits");
    this.#all = all.flatMap(([code, rule]) => {
      if (!rule.check) return [];
      return [{
        code,
        rule,
        check: rule.check,
        since: rule.since ? Date.parse(rule.since) : -Infinity,
        until: rule.until ? Date.parse(rule.until) : Infinity,
        needs: this.#featuresIn((note) => rule.needs?.forEach(note)),
      }];
    });
    const days = this.#all.flatMap(({ since, until }) => [since, until]).filter(Number.isFinite);
    this.#days = [...new Set(days)].sort((a, b) => a - b);
  }

  /**
   * Asks every rule that applies to the certificate and reports what it breaks, in the order of the
   * catalogue. `profile` null asks in every profile. Gives the number of rules that apply.
   */
  ask(
    examined: Seen,
    profile: Profile | null,
    report: (code: Code, message: string) => void,
  ): number {
    const { questions, applicable } = this.#select(examined, profile);
    for (const { code, rule, check } of questions) {
      const found = check(examined);
      if (found === null || found === false) continue;
      if (found === true) report(code, `${rule.title}.`);
      else if (typeof found === "string") report(code, found);
      else for (const message of found) report(code, message);
    }
    return applicable;
  }

  #select(examined: Seen, profile: Profile | null): Selection<Code, Seen> {
    const { role, certificate: { notBefore } } = examined;
    const period = this.#days.findLastIndex((day) => notBefore >= day);
    const servers = isServer(examined);
    const features = this.#featuresIn((note) => this.features?.(examined, note));
    const key = `${role} ${profile} ${period} ${servers} ${features.words}`;
    const known = this.#selections.get(key);
    if (known) return known;
    const applying = this.#all.filter(({ rule, since, until }) =>
      notBefore >= since && notBefore < until && isOfRole(rule, role) &&
      (!rule.servers || servers) && (profile === null || appliesIn(rule, profile))
    );
    const questions = this.features === null
      ? applying
      : applying.filter(({ needs }) => needs.areAmong(features));
    const selection = { questions, applicable: applying.length };
    if (this.#selections.size === MAX_KINDS) this.#selections.clear();
    this.#selections.set(key, selection);
    return selection;
  }

  #featuresIn(list: (note: (feature: string) => void) => void): Features {
    const features = new Features();
    list((feature) => {
      const place = this.#places.get(feature);
      if (place !== undefined) features.add(place);
    });
    return features;
  }
}

const isOfRole = ({ roles, servers }: Pick<Rule, "roles" | "servers">, role: Role): boolean =>
  (roles?.includes(role) ?? true) && !(servers && role !== "leaf");

/** Whether a rule applies to a certificate that is judged by this profile. */
export function appliesIn(
  { profiles, binds }: Pick<Rule, "profiles" | "binds">,
  profile: Profile,
): boolean {
  return profiles?.includes(profile) ?? (binds === "everyone" || profile === "public-tls");
}
