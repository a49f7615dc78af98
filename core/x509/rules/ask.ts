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
}

/** The rules of a catalogue, to be asked. */
export class Questions<Code extends string, Seen extends Examined> {
  readonly #all: readonly Question<Code, Seen>[];
  /** Those of a role and a profile, sorted out when they are first asked for. */
  readonly #sorted = new Map<string, readonly Question<Code, Seen>[]>();

  constructor(rules: Readonly<Record<Code, Rule<Seen>>>) {
    this.#all = (Object.entries(rules) as [Code, Rule<Seen>][]).flatMap(([code, rule]) =>
      rule.check
        ? [{
          code,
          rule,
          check: rule.check,
          since: rule.since ? Date.parse(rule.since) : -Infinity,
          until: rule.until ? Date.parse(rule.until) : Infinity,
        }]
        : []
    );
  }

  /**
   * Asks every rule that holds for the certificate and tells what it breaks, in the order of the
   * catalogue. `profile` null asks in every profile. Gives the number of rules that were asked.
   */
  ask(
    examined: Seen,
    profile: Profile | null,
    tell: (code: Code, message: string) => void,
  ): number {
    const { notBefore } = examined.certificate;
    const servers = isServer(examined);
    let asked = 0;
    for (const { code, rule, check, since, until } of this.#of(examined.role, profile)) {
      if (notBefore < since || notBefore >= until || (rule.servers && !servers)) continue;
      asked++;
      const found = check(examined);
      if (found === null || found === false) continue;
      if (found === true) tell(code, `${rule.title}.`);
      else if (typeof found === "string") tell(code, found);
      else for (const message of found) tell(code, message);
    }
    return asked;
  }

  #of(role: Role, profile: Profile | null): readonly Question<Code, Seen>[] {
    const key = `${role} ${profile}`;
    let sorted = this.#sorted.get(key);
    if (!sorted) {
      sorted = this.#all.filter(({ rule }) =>
        (rule.roles?.includes(role) ?? true) && !(rule.servers && role !== "leaf") &&
        (profile === null || speaksIn(rule, profile))
      );
      this.#sorted.set(key, sorted);
    }
    return sorted;
  }
}

/** Whether a rule speaks where a certificate is judged as this. */
export function speaksIn(
  { profiles, binds }: Pick<Rule, "profiles" | "binds">,
  profile: Profile,
): boolean {
  return profiles?.includes(profile) ?? (binds === "everyone" || profile === "public-tls");
}
