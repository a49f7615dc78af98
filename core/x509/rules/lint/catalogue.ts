/** The rules that only the linter checks, by code. */
import { accessLints, extensionLints, policyLints } from "./extensions.ts";
import { constraintLints } from "./constraints.ts";
import { dnsNameLints, generalNameLints, subjectLints } from "./names.ts";
import { frameLints } from "./fields.ts";
import { keyUsageLints } from "./key-usage.ts";
import { codeSigningLints } from "./code-signing.ts";
import { communityLints } from "./community.ts";
import { timestampLints, tlsValidityLints } from "./tls-validity.ts";
import { mailLints } from "./mail.ts";
import { onionNameLints, tlsNameLints } from "./tls-names.ts";
import { rootProgramLints, tlsExtensionLints } from "./tls-extensions.ts";
import { tlsAlgorithmLints, tlsKeyLints } from "./tls-keys.ts";
import { tlsAuthorityLints } from "./tls-authorities.ts";
import { extendedValidationLints } from "./extended-validation.ts";
import { tlsSubjectLints } from "./tls-subject.ts";

export const LINTS = {
  ...frameLints,
  ...extensionLints,
  ...keyUsageLints,
  ...constraintLints,
  ...generalNameLints,
  ...dnsNameLints,
  ...policyLints,
  ...accessLints,
  ...subjectLints,
  ...timestampLints,
  ...tlsValidityLints,
  ...tlsSubjectLints,
  ...extendedValidationLints,
  ...tlsNameLints,
  ...onionNameLints,
  ...tlsExtensionLints,
  ...tlsAuthorityLints,
  ...tlsKeyLints,
  ...tlsAlgorithmLints,
  ...rootProgramLints,
  ...mailLints,
  ...codeSigningLints,
  ...communityLints,
};

export type LintCode = keyof typeof LINTS;
