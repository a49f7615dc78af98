/**
 * The readings of a certificate or CSR by two readers in one form, their differences, and the known reasons
 * for them. `deno task conformance` counts the differences without a known reason.
 */
import { attributeTypeName } from "../x509/objects/names.ts";
import type { ComparedField } from "./schema.ts";

/** Attributes in encoded order. `value` is null if the reader does not read its type. */
export type ReadName = readonly { rdn: number; oid: string; value: string | null }[];

export interface Algorithm {
  oid: string;
  /** DER in hex; "" if there are none. */
  parameters: string;
}

interface ReadExtension {
  oid: string;
  critical: boolean;
  /** The content of extnValue in hex. */
  value: string;
}

/** Null for a part that the reader does not read. A CSR has no issuer, serial number and dates. */
export interface Reading {
  subject: ReadName;
  issuer?: ReadName;
  serialNumber?: string | null;
  notBefore?: string | null;
  notAfter?: string | null;
  publicKey: Algorithm & { key: string };
  signatureAlgorithm: Algorithm;
  /** The names in subjectAltName of the types that both readers have: "DNS:example.com". */
  names: readonly string[] | null;
  extensions: readonly ReadExtension[] | null;
}

export type Compared = Omit<ComparedField, "note">;

/** The fields of two readings in order, with both values. */
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
  // Compare extensions one by one only if both lists have the same types in the same order.
  if (rows[rows.length - 1].agrees && ours.extensions && theirs.extensions) {
    for (const [place, our] of ours.extensions.entries()) {
      add("extension", extensionText(our), extensionText(theirs.extensions[place]), our.oid);
    }
  }
  return rows;
}

/** Leaves attributes that one of the readers does not read out of both names. */
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

/** The name in encoded order, with escaped values and a "+" between attributes of one RDN. */
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

interface KnownDifference {
  fields: readonly Compared["field"][];
  where(row: Compared, findings: ReadonlySet<string>): boolean;
  text: string;
}

const KNOWN: readonly KnownDifference[] = [
  {
    fields: ["publicKey", "signatureAlgorithm"],
    where: ({ ours, theirs }) =>
      /parameters 05(?!00)/.test(ours ?? "") && /parameters 0500/.test(theirs ?? ""),
    text: "Our reading is right: NULL has no content (X.690, 8.8.2). The library leaves it out",
  },
  {
    fields: [
      "subject",
      "issuer",
      "publicKey",
      "signatureAlgorithm",
      "subjectAltName",
      "extensions",
    ],
    where: ({ ours, theirs, agrees }) =>
      agrees === false &&
      (/\.\{[0-9a-f]+\}/.test(theirs ?? "") ||
        /(?:^|[,+] )(?:\d+\.)+\d{16,}/.test(ours ?? "")),
    text:
      "Our reading is right, if we read it: a number of an object identifier may be of any size " +
      "(X.690, 8.19.2). The library rounds large ones or shows their bytes",
  },
  {
    fields: ["subject", "issuer"],
    where: ({ agrees }, findings) => agrees === false && findings.has("name_malformed"),
    text:
      "Our reading is right: a name is malformed (RFC 5280, 4.1.2.4), so we read nothing of it " +
      "and report it. The library ignores the error",
  },
  {
    fields: ["extensions", "subjectAltName"],
    where: ({ agrees }, findings) => agrees === false && findings.has("extension_malformed"),
    text:
      "Our reading is right: an extension is malformed (RFC 5280, 4.1), so we leave it out and " +
      "report it. The library ignores the error",
  },
  {
    fields: ["notBefore", "notAfter"],
    where: ({ ours, theirs }) => /^00/.test(ours ?? "") && /^19/.test(theirs ?? ""),
    text: "Our reading is right: a GeneralizedTime has all digits of its year (RFC 5280, " +
      "4.1.2.5.2). The library takes the years 0 to 99 for 1900 to 1999",
  },
  {
    fields: ["notBefore", "notAfter"],
    where: (_, findings) => findings.has("time_not_der"),
    text: "Our reading is right: the date is in a form that RFC 5280, 4.1.2.5, forbids, without " +
      "seconds, with a fraction or with an offset from UTC, and the library misreads it",
  },
  {
    fields: ["serialNumber"],
    where: ({ ours }) => ours?.startsWith("-") === true,
    text:
      "Our reading is right: an INTEGER whose first bit is set is negative (X.690, 8.3.3). The " +
      "library shows its bytes",
  },
  {
    fields: ["subject", "issuer"],
    where: ({ agrees }, findings) => agrees === false && findings.has("string_malformed"),
    text:
      "Neither reading is right: a value has bytes that are not characters of its type (RFC 5280, " +
      "4.1.2.4). We replace them. The library reads them as Latin-1",
  },
  {
    fields: ["subject", "issuer"],
    where: ({ ours, agrees }) => agrees === false && /[\u{10000}-\u{10ffff}]/u.test(ours ?? ""),
    text:
      "Our reading is right: a UniversalString has four bytes a character (X.690, 8.23.8). The " +
      "library keeps two of them",
  },
  {
    fields: ["subjectAltName"],
    where: ({ ours }) => /[^\0-\x7f]/.test(ours ?? ""),
    text:
      "Neither reading is right: an IA5String holds only ASCII (RFC 5280, 4.2.1.6). We read the " +
      "other bytes as UTF-8. The library reads them as Latin-1",
  },
  {
    fields: ["extensions", "publicKey", "signatureAlgorithm", "subject", "issuer"],
    where: ({ ours, agrees }) => agrees === false && /(?:^|, )\?/.test(ours ?? ""),
    text:
      "An OBJECT IDENTIFIER is malformed or has too large a number (X.690, 8.19). We show its " +
      "bytes. The library reads it anyway",
  },
  {
    fields: ["subject", "issuer"],
    where: ({ agrees }) => agrees === null,
    text: "The library has no type for the value of an attribute. All other attributes agree",
  },
  {
    fields: ["subjectAltName"],
    where: ({ theirs }) => theirs === null,
    text: "The library does not decode this list of names. Its bytes are compared below",
  },
  {
    fields: ["extensions"],
    where: ({ theirs }) => theirs === null,
    text:
      "The library does not read the extensions of this CSR: one of them is malformed, or they " +
      "are in the attribute that old Windows uses",
  },
];

/** The reason for a difference; null if unknown. */
export const whyDifferent = (row: Compared, findings: ReadonlySet<string>): string | null =>
  KNOWN.find(({ fields, where }) => fields.includes(row.field) && where(row, findings))?.text ??
    null;

/** Why the library stopped; null if it did not say. Its error texts may quote the input and are not used. */
export function refusalOf(thrown: unknown): Refusal {
  const words = thrown instanceof Error ? thrown.message : "";
  if (words.includes("node count")) return "elements";
  return words.includes("nesting depth") ? "depth" : null;
}

/** Why the library rejects an object, without a full stop. */
export function refusalText(kind: "certificate" | "request", refusal: Refusal): string {
  const it = kind === "request" ? "CSR" : "certificate";
  switch (refusal) {
    case "elements":
      return `The library does not read this ${it}: it stops after 10,000 elements`;
    case "depth":
      return `The library does not read this ${it}: its elements are nested too deeply`;
    case null:
      return `The library does not read this ${it}. We read malformed parts as far as possible and ` +
        `list them as findings`;
  }
}

type Refusal = "elements" | "depth" | null;
