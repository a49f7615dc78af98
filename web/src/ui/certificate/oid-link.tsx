import { documentOf } from "./oid-documents.ts";

/** A link to the document that defines an object identifier; nothing if none is known. */
export function OidLink({ oid }: { oid: string }) {
  const document = documentOf(oid);
  return document && <a href={document.href} rel="noreferrer">{document.name}</a>;
}
