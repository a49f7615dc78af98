/** How CAs will treat the values of the form; loaded after the page is drawn. */
import { notesOn } from "../../../../core/csr/notes.ts";
import { readDomainName } from "../../../../core/names/domain-name.ts";
import { suggestedNames } from "../../lib/suggested-names.ts";
import { type FormValues, isDomainOnly } from "./form-values.ts";

// The certificate generator loads it from here: one more chunk with the reader of domain names would
// move the reader into the code of every page (web/vite.config.ts).
export { suggestedNames };

/** The names to offer next to those of the form, in groups. */
export const offeredNames = (
  { certificateType, commonName, subjectAltNames }: FormValues,
): ReturnType<typeof suggestedNames> =>
  certificateType === "SSL/TLS" ? suggestedNames([commonName, ...subjectAltNames]) : [];

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
