/** What a certificate can be judged as. */
import type { Profile } from "./x509/rules/rule.ts";

/** "auto" chooses by root, policies and purposes. `private` is RFC 5280 alone. */
export const JUDGE_AS = [
  "auto",
  "public-tls",
  "private",
  "smime",
  "client",
  "code-signing",
] as const satisfies readonly ("auto" | Profile)[];
export type JudgeAs = (typeof JUDGE_AS)[number];
