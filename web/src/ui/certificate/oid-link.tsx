import { documentOf } from "./oid-documents.ts";

/** Leads to the document that defines an object identifier; nothing where none is known. */
export function OidLink({ oid }: { oid: string }) {
  const document = documentOf(oid);
  return document && <a href={document.href} rel="noreferrer">{document.name}</a>;
}
