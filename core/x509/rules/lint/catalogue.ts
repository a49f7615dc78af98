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
import { tlsFrameLints } from "./tls-frame.ts";

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
  ...tlsFrameLints,
};

export type LintCode = keyof typeof LINTS;
