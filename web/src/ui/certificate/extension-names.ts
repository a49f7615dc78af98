import { capitalize } from "../../../../core/kernel/formatting.ts";

/** Titles of extensions by object identifier (RFC 5280, 4.2, and the documents of the others). */

const TITLES: ReadonlyMap<string, string> = new Map([
  ["2.5.29.9", "Subject directory attributes"],
  ["2.5.29.14", "Subject key identifier"],
  ["2.5.29.15", "Key usage"],
  ["2.5.29.16", "Private key usage period"],
  ["2.5.29.17", "Subject alternative name"],
  ["2.5.29.18", "Issuer alternative name"],
  ["2.5.29.19", "Basic constraints"],
  ["2.5.29.30", "Name constraints"],
  ["2.5.29.31", "CRL distribution points"],
  ["2.5.29.32", "Certificate policies"],
  ["2.5.29.33", "Policy mappings"],
  ["2.5.29.35", "Authority key identifier"],
  ["2.5.29.36", "Policy constraints"],
  ["2.5.29.37", "Extended key usage"],
  ["2.5.29.46", "Freshest CRL"],
  ["2.5.29.54", "Inhibit anyPolicy"],
  ["1.3.6.1.5.5.7.1.1", "Authority information access"],
  ["1.3.6.1.5.5.7.1.3", "Qualified certificate statements"],
  ["1.3.6.1.5.5.7.1.11", "Subject information access"],
  ["1.3.6.1.5.5.7.1.12", "Logotype"],
  ["1.3.6.1.5.5.7.1.24", "TLS feature (OCSP must-staple)"],
  ["1.3.6.1.5.5.7.1.31", "ACME identifier"],
  ["1.3.6.1.5.5.7.48.1.5", "OCSP no check"],
  ["1.3.6.1.4.1.11129.2.4.2", "Signed certificate timestamps"],
  ["1.3.6.1.4.1.11129.2.4.3", "Precertificate poison"],
  ["1.2.840.113549.1.9.15", "S/MIME capabilities"],
]);

/** Returns the title of an extension, or the name that programs use. */
export const extensionTitle = ({ oid, name }: { oid: string; name: string }): string =>
  TITLES.get(oid) ?? name;

/** Returns the name and OID that programs use, shown next to the title. */
export const extensionData = ({ oid, name }: { oid: string; name: string }): string | undefined =>
  TITLES.has(oid) ? `${name}, ${oid}` : name === oid ? undefined : oid;

/** Messages about extensions. The API calls extensions by their names in RFC 5280. */

const WORDS = new Map([
  ["subjectAltName", "subject alternative name"],
  ["issuerAltName", "issuer alternative name"],
  ["keyUsage", "key usage"],
  ["extendedKeyUsage", "extended key usage"],
  ["basicConstraints", "basic constraints"],
  ["nameConstraints", "name constraints"],
  ["cRLDistributionPoints", "CRL distribution points"],
  ["certificatePolicies", "certificate policies"],
  ["policyMappings", "policy mappings"],
  ["policyConstraints", "policy constraints"],
  ["authorityKeyIdentifier", "authority key identifier"],
  ["subjectKeyIdentifier", "subject key identifier"],
  ["authorityInfoAccess", "authority information access"],
]);
const NAMES = new RegExp(`\\b(?:${[...WORDS.keys()].join("|")})\\b`, "g");

/** Returns a message as pages show it: "Key usage is not DER" for "keyUsage is not DER". */
export function extensionText(message: string): string {
  return capitalize(message.replace(NAMES, (name) => WORDS.get(name)!));
}
