/** Inputs that really work, for documentation, pages and tests. No worker imports them. */
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
