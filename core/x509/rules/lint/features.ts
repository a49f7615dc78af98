/**
 * Features that only some certificates have. A rule about one of them names it in `needs` and is asked
 * of those certificates alone: of some three hundred rules a usual certificate is asked half.
 */
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { TLS_POLICIES } from "../public.ts";

/** Identifier octets of general names. */
export const DNS_NAME = 0x82;
export const EMAIL = 0x81;

/** An attribute in the subject, by its object identifier, which no extension or policy has. */
export const inSubject = (type: string): string => type;
export const keyOf = (algorithm: "RSA" | "EC" | "DSA"): string => algorithm;
/** A policy of the Baseline Requirements. */
export const validated = (policy: keyof typeof TLS_POLICIES): string => TLS_POLICIES[policy];

const KINDS = new Map<string, string[]>();
/** A kind of name in an extension of names, by its identifier octet, constructed or not. */
export function nameIn(oid: string, tag: number): string {
  const kinds = KINDS.get(oid) ?? [];
  KINDS.set(oid, kinds);
  return kinds[tag & 0x1f] ??= `${oid} ${tag & 0x1f}`;
}

/** A DNS name in an extension of names that a rule on the form of such names could object to. */
export const unusualDnsNameIn = (oid: string): string[] =>
  oid === EXTENSION.subjectAltName
    ? [nameIn(oid, DNS_NAME), HAS.unusualName]
    : [nameIn(oid, DNS_NAME)];

/** The extension with the hashes of descriptors of onion services. */
export const DESCRIPTORS = "2.23.140.1.31";

export const HAS = {
  /** It signs no OCSP responses of a CA. */
  noResponder: "no responder",
  qualifiers: "qualifiers of policies",
  generalizedTime: "GeneralizedTime",
  /** It signs OCSP responses of a CA. */
  responder: "responder",
  /** Of issuer or subject. */
  uniqueIdentifier: "unique identifier",
  /** Basic constraints that are no empty SEQUENCE. */
  basicConstraints: "basic constraints with content",
  /** An extension other than basic constraints that is an empty SEQUENCE. */
  emptyList: "empty list",
  /** The subject is a person or an organization; or neither. */
  somebody: "somebody",
  nobody: "nobody",
  /** A DNS name or a common name with this in it. */
  encoded: "xn--",
  underscore: "_",
  wildcard: "*",
  /** A label that begins or ends with a hyphen. */
  hyphenAtEdge: "-.",
  /** Or the extension that only such names have. */
  onion: ".onion",
  reverseZone: ".arpa",
  /** A DNS name or a common name that is not what nearly every host name is (isUsualName). */
  unusualName: "unusual name",
  /** Two attributes of the subject are of one type. */
  typeTwice: "type twice",
  // What is not as it nearly always is (usual.ts).
  unusualSubject: "unusual subject",
  unusualIssuer: "unusual issuer",
  unusualTime: "unusual UTCTime",
  /** An RSA key. */
  unusualRsaKey: "unusual RSA key",
  unusualKeyAlgorithm: "unusual key algorithm",
  unusualSignature: "unusual signature",
  unusualKeyUsage: "unusual key usage",
  /** Of an extension. */
  unusualCriticality: "unusual criticality",
  /** Or no authority information access. */
  unusualAccess: "unusual access",
  unusualCrlPoints: "unusual CRL distribution points",
} as const;

/** Labels of letters, digits and single hyphens, of which the first may be a wildcard. */
const USUAL = /^(?:\*\.)?[a-z0-9](?:-?[a-z0-9]){0,31}(?:\.[a-z0-9](?:-?[a-z0-9]){0,31})+$/i;
const USUAL_LENGTH = 128;

/** Whether a name has nothing that a rule on the form of DNS names could object to. */
export const isUsualName = (name: string): boolean =>
  name.length <= USUAL_LENGTH && USUAL.test(name);
