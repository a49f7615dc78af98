/**
 * Where this project reads something differently from openssl, Node's crypto or @peculiar/x509,
 * each difference with its reason. The tests enforce the table: they fail for a difference that no
 * line explains, and for a line that explains none.
 *
 * Node's crypto reads no CSRs, and @peculiar/x509 reads no private keys by itself.
 */
import type { Finding } from "../../core/x509/shapes.ts";

export type Reader = "openssl" | "node" | "@peculiar/x509";

/**
 * One difference as it was met. `ours` or `theirs` is undefined if it was not read or not given.
 */
export interface Met {
  reader: Reader;
  object: "certificate" | "CSR" | "private key";
  file: string;
  /** A field, or "reading" if only one of the two reads the object at all. */
  field: string;
  ours: unknown;
  theirs: unknown;
  /** Our other findings about the object. */
  findings: readonly Finding[];
}

export interface Explanation {
  /** The readers that differ; each must have been met. */
  readers: readonly Reader[];
  object: Met["object"];
  fields: readonly string[];
  where: (met: Met) => boolean;
  why: string;
}

/** Dates before the year 1000, which some certificates have. */
const isAncient = ({ ours }: Met) => typeof ours === "number" && ours < Date.UTC(1000);

/** Samples whose name contains one of these. */
const named = (...names: string[]) => ({ file }: Met) => names.some((name) => file.includes(name));

const has = (code: string) => ({ findings }: Met) => findings.some((one) => one.code === code);

export const EXPLANATIONS: readonly Explanation[] = [
  // Certificates
  {
    readers: ["openssl", "node"],
    object: "certificate",
    fields: ["sha256", "sha1"],
    where: has("length_not_minimal"),
    why:
      "A length of its frame is not in shortest form: OpenSSL hashes what it would have written, " +
      "here what is there is hashed.",
  },
  {
    readers: ["openssl", "node"],
    object: "certificate",
    fields: ["reading"],
    where: named("failed_signature_algorithm"),
    why: "A parameter has a tag number of five octets, which no format has: refused here, passed " +
      "over there.",
  },
  {
    readers: ["node"],
    object: "certificate",
    fields: ["reading"],
    where: (met) =>
      met.ours === undefined &&
      ["tag_not_minimal", "integer_not_minimal", "name_not_text"].some((code) => has(code)(met)),
    why:
      "OpenSSL refuses a tag or an INTEGER that is not in shortest form; here the certificate is " +
      "shown, and the breach with it.",
  },
  {
    readers: ["node"],
    object: "certificate",
    fields: ["serial"],
    where: ({ ours, theirs }) => ours === "00" && theirs === "0",
    why: "Node writes the serial number zero as one digit; openssl, and we, as a pair.",
  },
  {
    readers: ["node"],
    object: "certificate",
    fields: ["ca"],
    where: ({ ours, theirs, findings }) => ours === true && theirs === false && findings.length > 0,
    why:
      "OpenSSL calls nothing a CA in which any extension is invalid; here the faulty extension is a " +
      "finding, and basicConstraints are told as they are.",
  },
  {
    readers: ["node"],
    object: "certificate",
    fields: ["curve"],
    where: ({ ours }) => ours === "explicit parameters",
    why:
      "OpenSSL finds out the name of a curve whose parameters are written out, which RFC 5480 forbids; " +
      "here that it is not named is told.",
  },
  {
    readers: ["node"],
    object: "certificate",
    fields: ["subjectAltName"],
    where: ({ ours }) => /otherName|ediPartyName/.test(String(ours)),
    why: "Node prints few kinds of otherName and no ediPartyName; here all are read.",
  },
  {
    readers: ["node", "@peculiar/x509"],
    object: "certificate",
    fields: ["subjectAltName"],
    where: has("string_malformed"),
    why: "An IA5String holds UTF-8: here it is read as such and reported, there as Latin-1.",
  },
  {
    readers: ["@peculiar/x509"],
    object: "certificate",
    fields: ["subjectAltName"],
    where: ({ ours }) => /otherName/.test(String(ours)),
    why: "@peculiar/x509 leaves out other names of types that it does not know.",
  },
  {
    readers: ["@peculiar/x509"],
    object: "certificate",
    fields: ["notBefore"],
    where: isAncient,
    why: "@peculiar/x509 takes the years 0 to 99 for those of the 20th century, as Date does.",
  },
  {
    readers: ["@peculiar/x509"],
    object: "certificate",
    fields: ["basicConstraints"],
    where: ({ ours, theirs }) => ours === null && theirs === "true -1",
    why: "A negative path length: @peculiar/x509 gives it, here the extension cannot be decoded.",
  },
  {
    readers: ["@peculiar/x509"],
    object: "certificate",
    fields: ["serial"],
    where: has("serial_negative"),
    why:
      "@peculiar/x509 prints the octets of a negative serial number, we its value, as openssl does.",
  },
  {
    readers: ["@peculiar/x509"],
    object: "certificate",
    fields: ["reading"],
    where: ({ theirs }) => /Maximum ASN.1 node count/.test(String(theirs)),
    why: "asn1js stops at 10,000 elements; this certificate has 10,000 names.",
  },
  // CSRs
  {
    readers: ["openssl"],
    object: "CSR",
    fields: ["key", "signatureAlgorithm"],
    where: ({ theirs }) => /-old$/.test(String(theirs)),
    why: "OIW's identifiers of DSA: openssl names them as old, we as what they are.",
  },
  {
    readers: ["@peculiar/x509"],
    object: "CSR",
    fields: ["reading"],
    where: ({ ours, findings }) =>
      ours === undefined && findings.some(({ code }) => /_malformed$/.test(code)),
    why:
      "@peculiar/x509 refuses a request with a broken extension in it; here that extension is a finding.",
  },
  {
    readers: ["@peculiar/x509"],
    object: "CSR",
    fields: ["subjectAltName"],
    where: ({ ours }) => /otherName/.test(String(ours)),
    why: "@peculiar/x509 leaves out other names of types that it does not know.",
  },
  // Private keys
  {
    readers: ["openssl", "node"],
    object: "private key",
    fields: ["reading"],
    where: (met) =>
      met.ours === undefined &&
      named("mldsa", "ml_dsa", "ml_kem", "gost", "unknown-oid", "MLDSA")(met),
    why:
      "Algorithms that OpenSSL 3.0 does not know: here the frame is read, and it is said that nothing " +
      "inside was checked.",
  },
  {
    readers: ["openssl", "node"],
    object: "private key",
    fields: ["reading"],
    where: ({ ours }) => /two different curves/.test(String(ours)),
    why:
      "The frame names one curve and the key inside another: OpenSSL believes the frame, here the key is " +
      "refused as inconsistent.",
  },
  {
    readers: ["node"],
    object: "private key",
    fields: ["curve"],
    where: ({ ours }) => ours === "explicit parameters" || /^1\.3\.132\.0\.\d+$/.test(String(ours)),
    why:
      "OpenSSL knows names of curves that nobody uses in certificates, and finds them out for parameters " +
      "that are written out; here these are called explicit parameters, or by their OID.",
  },
];
