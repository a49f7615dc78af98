/** The values of the form for existing records, and the request built from them. */
import type { caaCheck } from "../../../../core/caa/contract.ts";
import type { RequestOf } from "../../../../core/kernel/contract.ts";

/** The choice for an issuer domain name that the user types. */
export const OTHER = "other";

export interface CheckValues {
  records: string;
  domain: string;
  /** The key of an authority, OTHER, or "" to only read the records. */
  authority: string;
  /** The issuer domain name, if `authority` is OTHER. */
  issuer: string;
  purpose: "tls" | "wildcard" | "email";
}

export const EMPTY_QUESTION: CheckValues = {
  records: "",
  domain: "",
  authority: "",
  issuer: "",
  purpose: "tls",
};

export const EXAMPLE_QUESTION: CheckValues = {
  records: `example.com.       3600 IN CAA 0 issue "letsencrypt.org; validationmethods=dns-01"
example.com.       3600 IN CAA 0 issuewild ";"
example.com.       3600 IN CAA 0 iodef "mailto:security@example.com"
shop.example.com.  3600 IN CAA 0 issue "sectigo.com"
`,
  domain: "www.example.com",
  authority: "letsencrypt",
  issuer: "",
  purpose: "tls",
};

export const CHECK_FIELDS = ["records", "domain", "authority"] as const;

export function toQuestion(
  { records, domain, authority, issuer, purpose }: CheckValues,
): RequestOf<typeof caaCheck> {
  return { records, domain, authority: authority === OTHER ? issuer : authority, purpose };
}
