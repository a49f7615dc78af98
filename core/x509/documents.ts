/**
 * The documents that rules cite, as in `rfc5280("4.2.1.9")`. The numbers of clauses are those of the given
 * version.
 */
interface Document {
  /** The name in citations; empty for a rule from experience. */
  readonly name: string;
  /** The version whose clauses are cited; null if the document never changes, as an RFC. */
  readonly version: string | null;
}

export interface Clause {
  readonly document: Document;
  readonly number: string;
}

/** Returns "RFC 5280, 4.2.1.9". */
export function citation({ document: { name }, number }: Clause): string {
  return name === "" ? number : `${name}, ${number}`;
}

function clausesOf(name: string, version: string | null = null): (number: string) => Clause {
  const document: Document = { name, version };
  return (number) => ({ document, number });
}

/** BER and DER. */
export const x690 = clausesOf("X.690", "2021");
export const rfc2986 = clausesOf("RFC 2986");
export const rfc3161 = clausesOf("RFC 3161");
export const rfc3279 = clausesOf("RFC 3279");
export const rfc4055 = clausesOf("RFC 4055");
export const rfc5246 = clausesOf("RFC 5246");
export const rfc5280 = clausesOf("RFC 5280");
export const rfc5652 = clausesOf("RFC 5652");
export const rfc5480 = clausesOf("RFC 5480");
export const rfc5890 = clausesOf("RFC 5890");
export const rfc6818 = clausesOf("RFC 6818");
export const rfc6962 = clausesOf("RFC 6962");
export const rfc8017 = clausesOf("RFC 8017");
export const rfc8399 = clausesOf("RFC 8399");
export const rfc7301 = clausesOf("RFC 7301");
export const rfc7633 = clausesOf("RFC 7633");
export const rfc8446 = clausesOf("RFC 8446");
export const rfc8550 = clausesOf("RFC 8550");
export const rfc8659 = clausesOf("RFC 8659");
export const rfc8813 = clausesOf("RFC 8813");
export const rfc8996 = clausesOf("RFC 8996");
export const rfc9325 = clausesOf("RFC 9325");
export const rfc9525 = clausesOf("RFC 9525");
/** The CA/Browser Forum's requirements for TLS, numbered as since version 2.0.0. */
export const tlsRequirements = clausesOf("Baseline Requirements", "2.0.0");
/** The CA/Browser Forum's requirements for S/MIME. */
export const mailRequirements = clausesOf("S/MIME Baseline Requirements", "1.0.0");
/** The CA/Browser Forum's requirements for code signing and timestamps. */
export const codeRequirements = clausesOf("Code Signing Baseline Requirements", "3.10.0");
/** The CA/Browser Forum's guidelines for extended validation. */
export const extendedValidation = clausesOf("EV Guidelines", "2.0.2");
export const mozillaPolicy = clausesOf("Mozilla Root Store Policy", "3.1");
export const applePolicy = clausesOf("Apple's requirements for trusted certificates");
export const chromePolicy = clausesOf("Chrome Root Program Policy", "1.8");
export const merkleTrees = clausesOf("draft-ietf-plants-merkle-tree-certs", "04");
/** Posts of Let's Encrypt, by their title. */
export const letsEncrypt = clausesOf("Let's Encrypt");
/** A rule from experience, which no document states. */
export const practice = clausesOf("");
