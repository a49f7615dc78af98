/** The words for kinds of objects. */
import type { KeyFacts, KindCode, KindOf } from "../inspect-codes.ts";

/** In sentence case without an article: "Certificate", "OCSP response". */
export const KINDS: Readonly<Record<KindCode, string>> = {
  "certificate": "Certificate",
  "request": "CSR",
  "private-key": "Private key",
  "encrypted-private-key": "Encrypted private key",
  "public-key": "Public key",
  "pkcs7": "PKCS#7 bundle",
  "pkcs12": "PFX (PKCS#12)",
  "crl": "CRL",
  "ocsp-request": "OCSP request",
  "ocsp-response": "OCSP response",
  "ec-parameters": "EC parameters",
  "dh-parameters": "DH parameters",
  "dsa-parameters": "DSA parameters",
  "spkac": "Netscape key request",
  "openpgp": "OpenPGP object",
  "caa-record": "CAA record",
  "domain-name": "Domain name",
  "time-stamp": "Timestamp",
  "jws": "JSON Web Signature",
  "jks": "Java keystore (JKS)",
};

/** In a list with numbers: one, and several. */
export const COUNTED_KINDS: Readonly<Record<KindCode, readonly [one: string, many: string]>> = {
  "certificate": ["certificate", "certificates"],
  "request": ["CSR", "CSRs"],
  "private-key": ["private key", "private keys"],
  "encrypted-private-key": ["encrypted private key", "encrypted private keys"],
  "public-key": ["public key", "public keys"],
  "pkcs7": ["PKCS#7 bundle", "PKCS#7 bundles"],
  "pkcs12": ["PFX file", "PFX files"],
  "crl": ["CRL", "CRLs"],
  "ocsp-request": ["OCSP request", "OCSP requests"],
  "ocsp-response": ["OCSP response", "OCSP responses"],
  "ec-parameters": ["set of EC parameters", "sets of EC parameters"],
  "dh-parameters": ["set of DH parameters", "sets of DH parameters"],
  "dsa-parameters": ["set of DSA parameters", "sets of DSA parameters"],
  "spkac": ["Netscape key request", "Netscape key requests"],
  "openpgp": ["OpenPGP object", "OpenPGP objects"],
  "caa-record": ["CAA record", "CAA records"],
  "domain-name": ["domain name", "domain names"],
  "time-stamp": ["timestamp", "timestamps"],
  "jws": ["JSON Web Signature", "JSON Web Signatures"],
  "jks": ["Java keystore", "Java keystores"],
};

const ROLES = {
  root: "Certificate, root",
  intermediate: "Certificate, intermediate",
  leaf: "Certificate, end entity",
} as const;

const SIGNED = {
  "CMS": "Signed message",
  "S/MIME": "Signed mail",
  "RFC 3161": "Timestamp",
  "JWS": "JSON Web Signature",
} as const;

/** The words for an object: "Certificate, end entity", "Signed mail". */
export function kindText(of: KindOf): string {
  if ("kind" in of) return KINDS[of.kind];
  if ("role" in of) return ROLES[of.role];
  return "signed" in of ? SIGNED[of.signed] : "Encrypted message";
}

/** "RSA 2048", "EC P-256"; null without a key. */
export function keyText(key: KeyFacts | null): string | null {
  if (!key) return null;
  const { algorithm, bits, curve } = key;
  return [algorithm, curve ?? (algorithm.startsWith("Ed") ? null : bits)]
    .filter((part) => part !== null).join(" ");
}
