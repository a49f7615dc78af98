/** Object identifiers of extensions, and their names. */
import { EXTENSION_TITLES } from "../../extension-titles.ts";

/** The extensions that can be decoded. */
export const EXTENSION = {
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  privateKeyUsagePeriod: "2.5.29.16",
  subjectAltName: "2.5.29.17",
  issuerAltName: "2.5.29.18",
  basicConstraints: "2.5.29.19",
  nameConstraints: "2.5.29.30",
  cRLDistributionPoints: "2.5.29.31",
  certificatePolicies: "2.5.29.32",
  policyMappings: "2.5.29.33",
  authorityKeyIdentifier: "2.5.29.35",
  policyConstraints: "2.5.29.36",
  extendedKeyUsage: "2.5.29.37",
  freshestCRL: "2.5.29.46",
  inhibitAnyPolicy: "2.5.29.54",
  authorityInfoAccess: "1.3.6.1.5.5.7.1.1",
  subjectInfoAccess: "1.3.6.1.5.5.7.1.11",
  tlsFeature: "1.3.6.1.5.5.7.1.24",
  ocspNoCheck: "1.3.6.1.5.5.7.48.1.5",
  signedCertificateTimestamps: "1.3.6.1.4.1.11129.2.4.2",
  precertificatePoison: "1.3.6.1.4.1.11129.2.4.3",
  smimeCapabilities: "1.2.840.113549.1.9.15",
  msCertificateTemplateName: "1.3.6.1.4.1.311.20.2",
  msCaVersion: "1.3.6.1.4.1.311.21.1",
  msCertificateTemplate: "1.3.6.1.4.1.311.21.7",
  msApplicationPolicies: "1.3.6.1.4.1.311.21.10",
  msNtdsCaSecurity: "1.3.6.1.4.1.311.25.2",
  netscapeCertType: "2.16.840.1.113730.1.1",
  netscapeBaseUrl: "2.16.840.1.113730.1.2",
  netscapeRevocationUrl: "2.16.840.1.113730.1.3",
  netscapeCaRevocationUrl: "2.16.840.1.113730.1.4",
  netscapeRenewalUrl: "2.16.840.1.113730.1.7",
  netscapeCaPolicyUrl: "2.16.840.1.113730.1.8",
  netscapeSslServerName: "2.16.840.1.113730.1.12",
  netscapeComment: "2.16.840.1.113730.1.13",
} as const;

/** The extensions of CRLs and of their entries (RFC 5280, 5.2 and 5.3). */
export const CRL_EXTENSION = {
  cRLNumber: "2.5.29.20",
  cRLReason: "2.5.29.21",
  invalidityDate: "2.5.29.24",
  deltaCRLIndicator: "2.5.29.27",
  issuingDistributionPoint: "2.5.29.28",
  certificateIssuer: "2.5.29.29",
} as const;

export const SUBJECT_DIRECTORY_ATTRIBUTES = "2.5.29.9";

/** The names of all known extensions. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...EXTENSION, ...CRL_EXTENSION }).map(([name, oid]) => [oid, name] as const),
  [SUBJECT_DIRECTORY_ATTRIBUTES, "subjectDirectoryAttributes"],
  ["2.5.29.23", "holdInstructionCode"],
  ["2.5.29.60", "expiredCertsOnCRL"],
  ["1.3.6.1.5.5.7.1.2", "biometricInfo"],
  ["1.3.6.1.5.5.7.1.3", "qcStatements"],
  ["1.3.6.1.5.5.7.1.7", "ipAddressBlocks"],
  ["1.3.6.1.5.5.7.1.8", "autonomousSystemIds"],
  ["1.3.6.1.5.5.7.1.12", "logotype"],
  ["1.3.6.1.5.5.7.1.31", "acmeIdentifier"],
  ["1.3.6.1.4.1.311.21.2", "msPreviousCertificateHash"],
  ["1.2.840.113533.7.65.0", "entrustVersion"],
]);

/** Returns the name of an extension, or its OID. */
export function extensionName(oid: string): string {
  return NAMES.get(oid) ?? oid;
}

/** Returns the name for the start of a sentence; "An extension" for an unknown OID. */
export function extensionInWords(oid: string): string {
  return EXTENSION_TITLES.get(oid) ?? NAMES.get(oid) ?? "An extension";
}
