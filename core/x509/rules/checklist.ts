/** Checks a certificate against every rule of a catalogue that applies to it. */
import { isServer } from "./names.ts";
import type { Examined, Profile, Role, Rule } from "./rule.ts";

/** A rule that has a check, with its dates as numbers. */
interface Check<Code extends string, Seen extends Examined> {
  readonly code: Code;
  readonly rule: Rule<Seen>;
  readonly check: NonNullable<Rule<Seen>["check"]>;
  readonly since: number;
  readonly until: number;
}

/** The rules of a catalogue that can be checked on one certificate. */
export class Checklist<Code extends string, Seen extends Examined> {
  readonly #checks: readonly Check<Code, Seen>[];
  /** The checks that apply to each kind of certificate, filtered when first needed. */
  readonly #byKind = new Map<string, readonly Check<Code, Seen>[]>();

  constructor(rules: Readonly<Record<Code, Rule<Seen>>>) {
    const all = Object.entries(rules) as [Code, Rule<Seen>][];
    this.#checks = all.flatMap(([code, rule]) => {
      if (!rule.check) return [];
      return [{
        code,
        rule,
        check: rule.check,
        since: rule.since ? Date.parse(rule.since) : -Infinity,
        until: rule.until ? Date.parse(rule.until) : Infinity,
      }];
    });
  }

  /** Returns the checks for certificates of a role and profile. */
  #of(role: Role, profile: Profile | null, isServer: boolean): readonly Check<Code, Seen>[] {
    const kind = `${role} ${profile} ${isServer}`;
    let checks = this.#byKind.get(kind);
    if (!checks) {
      checks = this.#checks.filter(({ rule }) =>
        isOfRole(rule, role) && (isServer || !rule.servers) &&
        (profile === null || appliesIn(rule, profile))
      );
      this.#byKind.set(kind, checks);
    }
    return checks;
  }

  /**
   * Reports every rule that the certificate breaks, in the order of the catalogue. With `profile` null,
   * the rules of every profile apply. Returns the number of rules that apply.
   */
  run(
    examined: Seen,
    profile: Profile | null,
    report: (code: Code, message: string, at: string) => void,
  ): number {
    const { role, candidate, certificate: { notBefore, isMerkleTree } } = examined;
    const isOfServer = isServer(examined);
    let applicable = 0;
    for (const { code, rule, check, since, until } of this.#of(role, profile, isOfServer)) {
      if (notBefore < since || notBefore >= until) continue;
      if (isMerkleTree && !rule.merkleTree) continue;
      if (rule.applies && !rule.applies(examined)) continue;
      applicable++;
      if (rule.on && !candidate.raw(rule.on)) continue;
      const found = check(examined);
      if (found === null || found === false) continue;
      for (const one of Array.isArray(found) ? found : [found]) {
        const { message = `${rule.title}.`, at = rule.on ?? rule.at ?? "tbsCertificate" } =
          typeof one === "string" ? { message: one } : one === true ? {} : one;
        report(code, message, at);
      }
    }
    return applicable;
  }
}

const isOfRole = ({ roles, servers }: Pick<Rule, "roles" | "servers">, role: Role): boolean =>
  (roles?.includes(role) ?? true) && !(servers && role !== "leaf");

/** Returns whether a rule applies to certificates of this profile. */
export function appliesIn(
  { profiles, binds }: Pick<Rule, "profiles" | "binds">,
  profile: Profile,
): boolean {
  return profiles?.includes(profile) ?? (binds === "everyone" || profile === "public-tls");
}
