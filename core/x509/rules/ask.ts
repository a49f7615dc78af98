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

/** The rules of a catalogue by the role in which they are asked. */
export type Questions<Code extends string, Seen extends Examined> = Readonly<
  Record<Role, readonly Question<Code, Seen>[]>
>;

/** Sorts a catalogue by roles, once. */
export function questionsOf<Code extends string, Seen extends Examined>(
  rules: Readonly<Record<Code, Rule<Seen>>>,
): Questions<Code, Seen> {
  const all = (Object.entries(rules) as [Code, Rule<Seen>][]).flatMap(([code, rule]) =>
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
  const ofRole = (role: Role) =>
    all.filter(({ rule }) =>
      (rule.roles?.includes(role) ?? true) && !(rule.servers && role !== "leaf")
    );
  return { leaf: ofRole("leaf"), intermediate: ofRole("intermediate"), root: ofRole("root") };
}

/** Whether a rule speaks where a certificate is judged as this. */
export function speaksIn({ profiles, binds }: Pick<Rule, "profiles" | "binds">, profile: Profile) {
  return profiles?.includes(profile) ?? (binds === "everyone" || profile === "public-tls");
}

/**
 * Asks every rule that holds for the certificate and tells what it breaks, in the order of the
 * catalogue. `profile` null asks in every profile. Gives the number of rules that were asked.
 */
export function ask<Code extends string, Seen extends Examined>(
  questions: Questions<Code, Seen>,
  examined: Seen,
  profile: Profile | null,
  tell: (code: Code, message: string) => void,
): number {
  const { notBefore } = examined.certificate;
  const servers = isServer(examined);
  let asked = 0;
  for (const { code, rule, check, since, until } of questions[examined.role]) {
    if (rule.servers && !servers) continue;
    if (notBefore < since || notBefore >= until) continue;
    if (profile !== null && !speaksIn(rule, profile)) continue;
    asked++;
    const found = check(examined);
    if (found === null || found === false) continue;
    if (found === true) tell(code, `${rule.title}.`);
    else if (typeof found === "string") tell(code, found);
    else for (const message of found) tell(code, message);
  }
  return asked;
}
