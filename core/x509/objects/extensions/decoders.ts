/**
 * The decoders of extensions by OID. A new one is one line in DECODED. If a value cannot be decoded, the
 * rest of the object can still be read.
 */
import type { Der } from "../../asn1/der.ts";
import { readGeneralNames } from "../general-names.ts";
import { readAuthorityKeyIdentifier, readInfoAccess } from "./authority-extensions.ts";
import {
  readBasicConstraints,
  readExtendedKeyUsage,
  readKeyUsage,
  readNetscapeCertType,
  readNetscapeString,
  readNull,
  readSmimeCapabilities,
  readSubjectKeyIdentifier,
  readTlsFeature,
  readUsagePeriod,
} from "./basic-extensions.ts";
import { readDistributionPoints } from "./distribution-points.ts";
import { EXTENSION } from "./identifiers.ts";
import {
  readApplicationPolicies,
  readCaVersion,
  readCertificateTemplate,
  readNtdsSecurity,
  readTemplateName,
} from "./microsoft-extensions.ts";
import { readNameConstraints } from "./name-constraints.ts";
import {
  readCertificatePolicies,
  readInhibitAnyPolicy,
  readPolicyConstraints,
  readPolicyMappings,
} from "./policies.ts";
import { readTimestamps } from "./signed-certificate-timestamps.ts";

/** Decodes the element inside extnValue, from `start` to `end`. Throws DerError. */
type ExtensionDecoder = (der: Der, start: number, end: number) => unknown;

const DECODED = {
  [EXTENSION.subjectKeyIdentifier]: readSubjectKeyIdentifier,
  [EXTENSION.keyUsage]: readKeyUsage,
  [EXTENSION.privateKeyUsagePeriod]: readUsagePeriod,
  [EXTENSION.subjectAltName]: readGeneralNames,
  [EXTENSION.issuerAltName]: readGeneralNames,
  [EXTENSION.basicConstraints]: readBasicConstraints,
  [EXTENSION.nameConstraints]: readNameConstraints,
  [EXTENSION.cRLDistributionPoints]: readDistributionPoints,
  [EXTENSION.certificatePolicies]: readCertificatePolicies,
  [EXTENSION.policyMappings]: readPolicyMappings,
  [EXTENSION.authorityKeyIdentifier]: readAuthorityKeyIdentifier,
  [EXTENSION.policyConstraints]: readPolicyConstraints,
  [EXTENSION.extendedKeyUsage]: readExtendedKeyUsage,
  [EXTENSION.freshestCRL]: readDistributionPoints,
  [EXTENSION.inhibitAnyPolicy]: readInhibitAnyPolicy,
  [EXTENSION.authorityInfoAccess]: readInfoAccess,
  [EXTENSION.subjectInfoAccess]: readInfoAccess,
  [EXTENSION.tlsFeature]: readTlsFeature,
  [EXTENSION.ocspNoCheck]: readNull,
  [EXTENSION.signedCertificateTimestamps]: readTimestamps,
  [EXTENSION.precertificatePoison]: readNull,
  [EXTENSION.smimeCapabilities]: readSmimeCapabilities,
  [EXTENSION.msCertificateTemplateName]: readTemplateName,
  [EXTENSION.msCaVersion]: readCaVersion,
  [EXTENSION.msCertificateTemplate]: readCertificateTemplate,
  [EXTENSION.msApplicationPolicies]: readApplicationPolicies,
  [EXTENSION.msNtdsCaSecurity]: readNtdsSecurity,
  [EXTENSION.netscapeCertType]: readNetscapeCertType,
  [EXTENSION.netscapeBaseUrl]: readNetscapeString,
  [EXTENSION.netscapeRevocationUrl]: readNetscapeString,
  [EXTENSION.netscapeCaRevocationUrl]: readNetscapeString,
  [EXTENSION.netscapeRenewalUrl]: readNetscapeString,
  [EXTENSION.netscapeCaPolicyUrl]: readNetscapeString,
  [EXTENSION.netscapeSslServerName]: readNetscapeString,
  [EXTENSION.netscapeComment]: readNetscapeString,
} as const satisfies Record<string, ExtensionDecoder>;

/** The types of decoded extensions by OID. */
export type ExtensionValues = {
  [Oid in keyof typeof DECODED]: ReturnType<(typeof DECODED)[Oid]>;
};

/** A Map, because the OID to look up comes from the input. */
export const DECODERS: ReadonlyMap<string, ExtensionDecoder> = new Map(Object.entries(DECODED));
