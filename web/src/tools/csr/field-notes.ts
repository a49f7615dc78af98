/** How CAs will treat the values of the form; loaded after the page is drawn. */
import { notesOn } from "../../../../core/csr/notes.ts";
import { readDomainName } from "../../../../core/names/domain-name.ts";
import { type FormValues, isDomainOnly } from "./form-values.ts";

/** The notes on the fields that are filled in so far, by field. */
export function notesByField(values: FormValues): ReadonlyMap<string, string> {
  const domain = values.certificateType === "SSL/TLS" ? readDomainName(values.commonName) : null;
  const commonName = readDomainName(values.commonName) ?? values.commonName.trim();
  const notes = new Map<string, string>();
  if (domain !== null && domain !== values.commonName.trim().toLowerCase()) {
    notes.set("commonName", `Goes into the request as ${domain}`);
  }
  if (values.keySize === "4096") {
    notes.set("keySize", "Takes a moment to make, and makes each connection a little slower.");
  }
  const request = { ...values, commonName, domainOnly: isDomainOnly(values) };
  for (const { path, message } of notesOn(request)) notes.set(path, message);
  return notes;
}
