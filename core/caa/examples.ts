/** Working inputs and the descriptions of fields, for the documentation, pages and tests. */
import type { RequestOf } from "../kernel/contract.ts";
import type { caaCheck, caaGenerate, caaLookup, caaValidate } from "./contract.ts";

export const caaGenerateExample: RequestOf<typeof caaGenerate> = {
  domain: "example.com",
  certificateAuthorities: { sectigo: true },
  recordTypes: { issue: true, issuewild: true, iodef: true },
  iodefEmail: "security@example.com",
};

export const caaValidateExample: RequestOf<typeof caaValidate> = {
  record: 'example.com. IN CAA 0 issue "sectigo.com"',
};

export const caaCheckExample: RequestOf<typeof caaCheck> = {
  records: 'example.com. 3600 IN CAA 0 issue "letsencrypt.org"',
  domain: "*.example.com",
  authority: "letsencrypt",
};

export const caaLookupExample: RequestOf<typeof caaLookup> = { domain: "example.com" };

/** Descriptions of fields. A key that names an operation is for that operation only. */
export const about: Readonly<Record<string, string>> = {
  accountUri: "Only this account at the authority may request certificates (RFC 8657).",
  authority: "The authority to check, by its key or its domain.",
  certificateAuthorities: "Which authorities may issue, each by its key.",
  critical: "Authorities that do not know a record must refuse (flag 128).",
  domain: "The domain of the records; a leading *. asks for wildcards.",
  "caa/check domain": "The name to certify; the records' own name if left out.",
  fewestRecords: "Leaves out issuewild where it only repeats issue.",
  forbid: "Kinds of certificates that no authority may issue.",
  "forbid.issue": "No TLS certificates.",
  "forbid.issuemail": "No S/MIME certificates.",
  "forbid.issuewild": "No wildcard certificates.",
  iodefEmail: "Where refused requests are reported; used with the record type iodef.",
  purpose: "The kind of certificate to check.",
  record: "One CAA record, as in a zone file.",
  recordTypes: "Which records to write.",
  "recordTypes.iodef": "Where refused requests are reported.",
  "recordTypes.issue": "Who may issue TLS certificates.",
  "recordTypes.issuemail": "Who may issue S/MIME certificates.",
  "recordTypes.issuewild": "Who may issue wildcard certificates.",
  records: "CAA records, as in a zone file.",
  validationMethods: "The validation methods that an authority may use (RFC 8657).",
};
