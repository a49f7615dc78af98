/** What CAs will do with the values of the form; loaded after the page is drawn. */
import { type Note, notesOn } from "../../../../core/csr/notes.ts";
import { readDomainName } from "../../../../core/names/domain-name.ts";
import { type FormValues, isDomainOnly } from "./form-values.ts";

/** The notes on the fields that are filled in so far, by field. */
export function notesByField(values: FormValues): ReadonlyMap<string, Note> {
  const commonName = readDomainName(values.commonName) ?? values.commonName.trim();
  const request = { ...values, commonName, domainOnly: isDomainOnly(values) };
  return new Map(notesOn(request).map((note) => [note.path, note]));
}
