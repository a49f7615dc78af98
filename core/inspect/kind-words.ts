/** The display names of kinds of objects, for answers, pages and file names. */
import type { InspectedKind } from "./options.ts";

const WORDS: Readonly<Record<InspectedKind, string>> = {
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

/** A kind in sentence case without an article: "Certificate", "OCSP response". */
export function kindWords(kind: InspectedKind): string {
  return WORDS[kind];
}
