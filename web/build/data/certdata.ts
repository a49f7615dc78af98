/** Reads Mozilla's list, `lib/ckfw/builtins/certdata.txt` of NSS: objects of PKCS #11 in text. */
import { createHash } from "node:crypto";
import type { Row } from "./table.ts";

/** The fewest roots of a whole list, which has more than 150. */
const MIN_ROOTS = 100;

/**
 * A row for each root: sha256, server_auth ("yes" or "no"), distrust_after (ISO 8601, or "" without a limit) and
 * label. Throws if the list is not whole.
 */
export function readCertdata(text: string): Row[] {
  const certificates: Attributes[] = [];
  const trusted = new Set<string>();
  for (const attributes of objectsOf(text)) {
    const kind = attributes.get("CKA_CLASS");
    if (kind === "CKO_CERTIFICATE") certificates.push(attributes);
    if (kind === "CKO_NSS_TRUST" || kind === "CKO_TRUST") {
      const trust = attributes.get("CKA_TRUST_SERVER_AUTH") ??
        attributes.get("CKA_PKCS_TRUST_SERVER_AUTH") ?? "";
      if (/TRUSTED_DELEGATOR$|TRUST_ANCHOR$/.test(trust)) trusted.add(keyOf(attributes));
    }
  }
  const rows = certificates.map((attributes): Row => ({
    sha256: createHash("sha256").update(octets(attributes.get("CKA_VALUE") ?? "")).digest("hex"),
    server_auth: trusted.has(keyOf(attributes)) ? "yes" : "no",
    distrust_after: timeOf(attributes.get("CKA_NSS_SERVER_DISTRUST_AFTER") ?? "CK_FALSE"),
    label: attributes.get("CKA_LABEL") ?? "",
  }));
  if (rows.length < MIN_ROOTS) throw new Error(`certdata.txt has only ${rows.length} roots`);
  return rows.sort((a, b) => a.sha256 < b.sha256 ? -1 : 1);
}

/** The values of one object by name: the text of a value, or the lines of an octal one. */
type Attributes = ReadonlyMap<string, string>;

/** A certificate and its trust have the same issuer and serial number. */
const keyOf = (attributes: Attributes): string =>
  `${attributes.get("CKA_ISSUER")} ${attributes.get("CKA_SERIAL_NUMBER")}`;

function objectsOf(text: string): Attributes[] {
  const objects: Map<string, string>[] = [];
  const lines = text.split("\n").map((line) => line.trimEnd());
  for (let at = 0; at < lines.length; at++) {
    const [, name, type, value = ""] = /^(CKA_\w+) (\w+)(?: (.*))?$/.exec(lines[at]) ?? [];
    if (name === undefined) continue;
    if (name === "CKA_CLASS") objects.push(new Map());
    const end = type === "MULTILINE_OCTAL" ? lines.indexOf("END", at) : at;
    if (end < at) throw new Error(`${name} in line ${at + 1} of certdata.txt has no END`);
    const read = end > at ? lines.slice(at + 1, end).join("") : value.replace(/^"(.*)"$/, "$1");
    objects.at(-1)?.set(name, read);
    at = end;
  }
  return objects;
}

/** The octets of "\060\202…". */
function octets(octal: string): Uint8Array {
  const codes = octal.match(/\\[0-7]{3}/g) ?? [];
  if (codes.length === 0 || codes.length * 4 !== octal.length) {
    throw new Error("A certificate of certdata.txt is not octal");
  }
  return Uint8Array.from(codes, (code) => parseInt(code.slice(1), 8));
}

/** "2024-11-30T23:59:59Z" for the octets of "241130235959Z"; "" for no limit. */
function timeOf(value: string): string {
  if (value === "CK_FALSE") return "";
  const text = new TextDecoder().decode(octets(value));
  const parts = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!parts) throw new Error(`"${text}" is not a time`);
  const [, year, month, day, hour, minute, second] = parts;
  return `20${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}
