/** All cases of this folder by rule code. */
import { authorityCases } from "./authority-cases.ts";
import type { Cases } from "./cases.ts";
import { codeSigningCases } from "./code-signing-cases.ts";
import { mailCases } from "./mail-cases.ts";
import { requirementCases } from "./requirement-cases.ts";
import { rfcCases } from "./rfc-cases.ts";
import { sharedCases } from "./shared-cases.ts";

export const CASES: Cases = {
  ...rfcCases,
  ...requirementCases,
  ...authorityCases,
  ...mailCases,
  ...codeSigningCases,
  ...sharedCases,
};
