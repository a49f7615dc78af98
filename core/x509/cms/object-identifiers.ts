/** Object identifiers of PKCS#12 files (RFC 7292, 4; RFC 5652; RFC 9579). */

/** Content types of the parts of a file. */
export const CONTENT = {
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  envelopedData: "1.2.840.113549.1.7.3",
  encryptedData: "1.2.840.113549.1.7.6",
  /** RFC 5083. */
  authEnvelopedData: "1.2.840.113549.1.9.16.1.23",
  /** A list of certificates as old programs of Netscape take it; not of PKCS#7. */
  netscapeSequence: "2.16.840.1.113730.2.5",
} as const;

export const BAG = {
  key: "1.2.840.113549.1.12.10.1.1",
  shroudedKey: "1.2.840.113549.1.12.10.1.2",
  certificate: "1.2.840.113549.1.12.10.1.3",
  crl: "1.2.840.113549.1.12.10.1.4",
  secret: "1.2.840.113549.1.12.10.1.5",
  safeContents: "1.2.840.113549.1.12.10.1.6",
} as const;

export const X509_CERTIFICATE = "1.2.840.113549.1.9.22.1";

export const ATTRIBUTE = {
  friendlyName: "1.2.840.113549.1.9.20",
  localKeyId: "1.2.840.113549.1.9.21",
  /** Oracle's mark of a certificate that Java trusts. */
  trustedKeyUsage: "2.16.840.1.113894.746875.1.1",
} as const;

export const PBMAC1 = "1.2.840.113549.1.5.14";
