/**
 * What nearly every certificate has in common. Each of these functions is one quick look; where it
 * gives true, several rules could find nothing and are not asked (features-of.ts).
 */
import { TAG } from "../../asn1/der.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import type { RawExtension } from "../../objects/extensions/extensions.ts";
import type { Attribute } from "./attributes.ts";
import { ATTRIBUTE, type LintExamined } from "./examined.ts";
import type { Tlv } from "./tlv.ts";
import { KEY_ALGORITHMS, keyAlgorithmDer } from "./tls-algorithms.ts";
import { isHttp } from "./tls-extensions.ts";

/** Attributes that must be a PrintableString. */
export const PRINTABLE_ONLY: ReadonlySet<string> = new Set([
  ATTRIBUTE.country,
  ATTRIBUTE.serialNumber,
  "1.3.6.1.4.1.311.60.2.1.3",
]);

/**
 * Plain text of at most 64 characters, with a letter or digit first: all of it may be in a
 * PrintableString, but for a wildcard.
 */
const USUAL_TEXT = /^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9 '()+,\-./?]{0,60}[A-Za-z0-9.)])?$/;

/** Whether a name has nothing that a rule on the form of attributes could object to. */
export const isUsualDistinguishedName = (attributes: readonly Attribute[]): boolean =>
  attributes.length > 0 &&
  attributes.every(({ oid, tag, text, rdn }, i) =>
    // One attribute in each RDN.
    rdn === i && oid !== ATTRIBUTE.domainComponent && USUAL_TEXT.test(text) &&
    (tag === TAG.PRINTABLE_STRING
      ? !text.startsWith("*")
      : tag === TAG.UTF8_STRING && !PRINTABLE_ONLY.has(oid))
  );

const UTC_TIME = /^\d{12}Z$/;

/** A UTCTime with seconds and in UTC. */
export const isUsualUtcTime = ({ tag, octets }: Tlv): boolean =>
  tag === TAG.UTC_TIME && UTC_TIME.test(octets);

/** A positive odd modulus of whole bytes and at least 2048 bits, and the exponent 65537. */
export function isUsualRsaKey([modulus, exponent]: readonly Tlv[]): boolean {
  if (modulus?.tag !== TAG.INTEGER || exponent?.tag !== TAG.INTEGER) return false;
  if (modulus.length < 257 || exponent.length !== 3) return false;
  const { content: n } = modulus;
  const { content: e } = exponent;
  return n[0] === 0 && n[1] >= 0x80 && (n[n.length - 1] & 1) === 1 &&
    e[0] === 1 && e[1] === 0 && e[2] === 1;
}

/** That of an RSA key, or of one on P-256, P-384 or P-521. */
export const isUsualKeyAlgorithm = (examined: LintExamined): boolean =>
  KEY_ALGORITHMS.has(keyAlgorithmDer(examined));

const HASHES: readonly (string | null)[] = ["SHA-256", "SHA-384", "SHA-512"];

/** RSA with PKCS#1 padding or ECDSA, over SHA-2. */
export const isUsualSignature = (
  { certificate: { signature: { scheme: { scheme, hash } } } }: LintExamined,
): boolean => (scheme === "pkcs1" || scheme === "ecdsa") && HASHES.includes(hash);

/** A BIT STRING of one octet that is not zero, its trailing zeros counted as unused. */
export function isUsualKeyUsage(bytes: Uint8Array, { body, end }: RawExtension): boolean {
  const bits = bytes[body + 3];
  return end - body === 4 && bytes[body] === 0x03 && bytes[body + 1] === 2 && bits !== 0 &&
    bytes[body + 2] === 31 - Math.clz32(bits & -bits);
}

const CRITICAL: ReadonlySet<string> = new Set([
  EXTENSION.keyUsage,
  EXTENSION.basicConstraints,
  EXTENSION.nameConstraints,
  EXTENSION.policyConstraints,
]);

/** Whether an extension is critical where nearly all of its type are, and only there. */
export const hasUsualCriticality = ({ oid, critical }: RawExtension): boolean =>
  critical === CRITICAL.has(oid);

/** An http address of the issuer, and perhaps one of its OCSP responder. */
export function hasUsualAccess(examined: LintExamined): boolean {
  const all = examined.value(EXTENSION.authorityInfoAccess) ?? [];
  if (!all.every(({ location: { type, value } }) => type === "URI" && isHttp(value))) return false;
  const methods = all.map(({ method }) => method).sort().join();
  return methods === "caIssuers" || methods === "caIssuers,ocsp";
}

/** Each CRL distribution point has http addresses and nothing else. */
export function hasUsualCrlPoints(examined: LintExamined): boolean {
  const points = examined.value(EXTENSION.cRLDistributionPoints) ?? [];
  return points.length > 0 &&
    points.every(({ names, reasons, crlIssuer }) =>
      names.length > 0 && reasons.length === 0 && crlIssuer.length === 0 &&
      names.every(({ type, value }) => type === "URI" && isHttp(value))
    );
}
