/** The readings of a certificate or CSR by two readers, in one form, and where they differ. */
import { attributeTypeName } from "../x509/objects/names.ts";
import type { ComparedField } from "./schema.ts";

/** Attributes in encoded order. `value` is null where the reader does not read its type. */
export type ReadName = readonly { rdn: number; oid: string; value: string | null }[];

export interface Algorithm {
  oid: string;
  /** DER in hex; "" where there are none. */
  parameters: string;
}

interface ReadExtension {
  oid: string;
  critical: boolean;
  /** Of extnValue, in hex. */
  value: string;
}

/** Null for what the reader does not read. A CSR has no issuer, serial number and dates. */
export interface Reading {
  subject: ReadName;
  issuer?: ReadName;
  serialNumber?: string | null;
  notBefore?: string | null;
  notAfter?: string | null;
  publicKey: Algorithm & { key: string };
  signatureAlgorithm: Algorithm;
  /** Of subjectAltName, of the types that both readers have: "DNS:example.com". */
  names: readonly string[] | null;
  extensions: readonly ReadExtension[] | null;
}

export type Compared = Omit<ComparedField, "note">;

/** The fields of two readings in their order, each with what both say. */
export function compareReadings(ours: Reading, theirs: Reading): Compared[] {
  const rows: Compared[] = [];
  const add = (field: Compared["field"], our: string | null, their: string | null, oid?: string) =>
    rows.push({
      field,
      oid: oid ?? null,
      ours: our,
      theirs: their,
      agrees: their === null ? null : our === their,
    });
  const addName = (field: "subject" | "issuer", our?: ReadName, their?: ReadName) => {
    if (our && their) rows.push({ field, oid: null, ...compareNames(our, their) });
  };
  addName("subject", ours.subject, theirs.subject);
  addName("issuer", ours.issuer, theirs.issuer);
  for (const field of ["serialNumber", "notBefore", "notAfter"] as const) {
    const our = ours[field];
    if (our !== undefined) add(field, our, theirs[field] ?? null);
  }
  add("publicKey", keyText(ours.publicKey), keyText(theirs.publicKey));
  add(
    "signatureAlgorithm",
    algorithmText(ours.signatureAlgorithm),
    algorithmText(theirs.signatureAlgorithm),
  );
  add("subjectAltName", listText(ours.names), listText(theirs.names));
  const types = (list: Reading["extensions"]) => listText(list && list.map(({ oid }) => oid));
  add("extensions", types(ours.extensions), types(theirs.extensions));
  // One by one only where the lists have the same types: else they would be compared crosswise.
  if (rows[rows.length - 1].agrees && ours.extensions && theirs.extensions) {
    for (const [place, our] of ours.extensions.entries()) {
      add("extension", extensionText(our), extensionText(theirs.extensions[place]), our.oid);
    }
  }
  return rows;
}

/** Attributes that the other reader does not read are left out of both. */
function compareNames(
  ours: ReadName,
  theirs: ReadName,
): Pick<Compared, "ours" | "theirs" | "agrees"> {
  const unread = new Set(theirs.flatMap(({ value }, place) => value === null ? [place] : []));
  const isRead = (_: unknown, place: number) => !unread.has(place);
  const agrees = nameText(ours.filter(isRead)) === nameText(theirs.filter(isRead));
  return {
    ours: nameText(ours),
    theirs: nameText(theirs),
    agrees: agrees && unread.size > 0 ? null : agrees,
  };
}

/** In encoded order; a "+" joins the attributes of one RDN, and values are escaped. */
const nameText = (name: ReadName): string =>
  name.map(({ rdn, oid, value }, place) => {
    const joint = place === 0 ? "" : rdn === name[place - 1].rdn ? " + " : ", ";
    const text = value === null ? "(not read)" : value.replace(/[\\+,]/g, "\\$&");
    return `${joint}${attributeTypeName(oid)}=${text}`;
  }).join("");

const algorithmText = ({ oid, parameters }: Algorithm): string =>
  parameters === "" ? oid : `${oid}, parameters ${parameters}`;

const keyText = ({ key, ...algorithm }: Reading["publicKey"]): string =>
  `${algorithmText(algorithm)}, key ${key}`;

const extensionText = ({ critical, value }: ReadExtension): string =>
  `${critical ? "critical, " : ""}${value}`;

const listText = (list: readonly string[] | null): string | null => list && list.join(", ");
