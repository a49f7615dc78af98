/** Links from object identifiers to the documents that define them. */

const rfc = (number: number, section = "") => ({
  name: `RFC ${number}`,
  href: `https://www.rfc-editor.org/rfc/rfc${number}${section && `#section-${section}`}`,
});

/** By arc. The longest arc that contains the identifier applies. */
const ARCS: readonly (readonly [arc: string, { name: string; href: string }])[] = [
  ["2.5.29", rfc(5280, "4.2.1")],
  ["2.5.29.9", rfc(5280, "4.2.1.8")],
  ["2.5.29.14", rfc(5280, "4.2.1.2")],
  ["2.5.29.15", rfc(5280, "4.2.1.3")],
  ["2.5.29.17", rfc(5280, "4.2.1.6")],
  ["2.5.29.18", rfc(5280, "4.2.1.7")],
  ["2.5.29.19", rfc(5280, "4.2.1.9")],
  ["2.5.29.20", rfc(5280, "5.2.3")],
  ["2.5.29.21", rfc(5280, "5.3.1")],
  ["2.5.29.30", rfc(5280, "4.2.1.10")],
  ["2.5.29.31", rfc(5280, "4.2.1.13")],
  ["2.5.29.32", rfc(5280, "4.2.1.4")],
  ["2.5.29.33", rfc(5280, "4.2.1.5")],
  ["2.5.29.35", rfc(5280, "4.2.1.1")],
  ["2.5.29.36", rfc(5280, "4.2.1.11")],
  ["2.5.29.37", rfc(5280, "4.2.1.12")],
  ["2.5.29.46", rfc(5280, "4.2.1.15")],
  ["2.5.29.54", rfc(5280, "4.2.1.14")],
  ["2.5.4", rfc(4519)],
  ["1.3.6.1.5.5.7.1.1", rfc(5280, "4.2.2.1")],
  ["1.3.6.1.5.5.7.1.3", rfc(3739, "3.2.6")],
  ["1.3.6.1.5.5.7.1.11", rfc(5280, "4.2.2.2")],
  ["1.3.6.1.5.5.7.1.12", rfc(9399)],
  ["1.3.6.1.5.5.7.1.24", rfc(7633)],
  ["1.3.6.1.5.5.7.1.31", rfc(8737)],
  ["1.3.6.1.5.5.7.2", rfc(5280, "4.2.1.4")],
  ["1.3.6.1.5.5.7.3", rfc(5280, "4.2.1.12")],
  ["1.3.6.1.5.5.7.11", rfc(3739, "3.2.6")],
  ["1.3.6.1.5.5.7.48", rfc(5280, "4.2.2")],
  ["1.3.6.1.5.5.7.48.1", rfc(6960)],
  ["1.2.840.113549.1.1", rfc(8017)],
  ["1.2.840.113549.1.5", rfc(8018)],
  ["1.2.840.113549.1.7", rfc(5652)],
  ["1.2.840.113549.1.9", rfc(2985)],
  ["1.2.840.113549.1.9.15", rfc(8551)],
  ["1.2.840.113549.1.12", rfc(7292)],
  ["1.2.840.10045.2", rfc(5480)],
  ["1.2.840.10045.3", rfc(5480)],
  ["1.2.840.10045.4", rfc(5758)],
  ["1.3.132.0", rfc(5480)],
  ["1.3.101", rfc(8410)],
  ["1.3.6.1.4.1.11129.2.4", rfc(6962)],
  ["0.9.2342.19200300.100.1", rfc(4519)],
  ["2.16.840.1.101.3.4.2", rfc(5754)],
  ["2.16.840.1.101.3.4.3.17", rfc(9881)],
  ["2.16.840.1.101.3.4.3.18", rfc(9881)],
  ["2.16.840.1.101.3.4.3.19", rfc(9881)],
];

/** Returns the document that defines an object identifier; null if unknown. */
export function documentOf(oid: string): { name: string; href: string } | null {
  for (let arc = oid; arc !== ""; arc = arc.slice(0, Math.max(0, arc.lastIndexOf(".")))) {
    const found = ARCS.find(([known]) => known === arc);
    if (found) return found[1];
  }
  return null;
}

/** A link to the document that defines an object identifier; nothing if unknown. */
export function OidLink({ oid }: { oid: string }) {
  const document = documentOf(oid);
  return document && <a href={document.href} rel="noreferrer">{document.name}</a>;
}
