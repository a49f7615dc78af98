/** The profiles under which a certificate can be judged. */
import type { Profile } from "./x509/rules/rule.ts";

/** "auto" chooses by root, policies and purposes. "private" means only the rules of RFC 5280. */
export const JUDGE_AS = [
  "auto",
  "public-tls",
  "private",
  "smime",
  "client",
  "code-signing",
] as const satisfies readonly ("auto" | Profile)[];
export type JudgeAs = (typeof JUDGE_AS)[number];
