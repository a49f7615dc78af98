/** The rules that only the linter asks, by their codes. */
import { accessLints } from "./access.ts";
import { constraintLints } from "./constraints.ts";
import { dnsNameLints } from "./dns-names.ts";
import { extensionLints } from "./extensions.ts";
import { frameLints } from "./frame.ts";
import { generalNameLints } from "./general-names.ts";
import { keyUsageLints } from "./key-usage.ts";
import { policyLints } from "./policies.ts";
import { subjectLints } from "./subject.ts";
import { communityLints } from "./community.ts";
import { timestampLints } from "./timestamps.ts";
import { mailLints } from "./mail.ts";
import { onionNameLints } from "./onion-names.ts";
import { rootProgramLints } from "./root-programs.ts";
import { tlsAlgorithmLints } from "./tls-algorithms.ts";
import { tlsAuthorityLints } from "./tls-authorities.ts";
import { tlsExtensionLints } from "./tls-extensions.ts";
import { tlsKeyLints } from "./tls-keys.ts";
import { tlsNameLints } from "./tls-names.ts";
import { tlsSubjectLints } from "./tls-subject.ts";
import { tlsValidityLints } from "./tls-validity.ts";

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
  ...tlsNameLints,
  ...onionNameLints,
  ...tlsExtensionLints,
  ...tlsAuthorityLints,
  ...tlsKeyLints,
  ...tlsAlgorithmLints,
  ...rootProgramLints,
  ...mailLints,
  ...communityLints,
};

export type LintCode = keyof typeof LINTS;
