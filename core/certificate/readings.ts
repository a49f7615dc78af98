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
    text: "OUR READING IS RIGHT: NULL HAS NO CONTENT (X.690, 8.8.2). THE LIBRARY LEAVES IT OUT",
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
      "OUR READING IS RIGHT, IF WE READ IT: A NUMBER OF AN OBJECT IDENTIFIER MAY BE OF ANY SIZE " +
      "(X.690, 8.19.2). THE LIBRARY ROUNDS LARGE ONES OR SHOWS THEIR BYTES",
  },
  {
    fields: ["subject", "issuer"],
    where: ({ agrees }, findings) => agrees === false && findings.has("name_malformed"),
    text:
      "OUR READING IS RIGHT: A NAME IS MALFORMED (RFC 5280, 4.1.2.4), SO WE READ NOTHING OF IT " +
      "AND REPORT IT. THE LIBRARY PASSES OVER THE FAULT",
  },
  {
    fields: ["extensions", "subjectAltName"],
    where: ({ agrees }, findings) => agrees === false && findings.has("extension_malformed"),
    text:
      "OUR READING IS RIGHT: AN EXTENSION IS MALFORMED (RFC 5280, 4.1), SO WE LEAVE IT OUT AND " +
      "REPORT IT. THE LIBRARY PASSES OVER THE FAULT",
  },
  {
    fields: ["notBefore", "notAfter"],
    where: ({ ours, theirs }) => /^00/.test(ours ?? "") && /^19/.test(theirs ?? ""),
    text: "OUR READING IS RIGHT: A GENERALIZEDTIME HAS ALL DIGITS OF ITS YEAR (RFC 5280, " +
      "4.1.2.5.2). THE LIBRARY TAKES THE YEARS 0 TO 99 FOR 1900 TO 1999",
  },
  {
    fields: ["notBefore", "notAfter"],
    where: (_, findings) => findings.has("time_not_der"),
    text: "OUR READING IS RIGHT: THE DATE IS IN A FORM THAT RFC 5280, 4.1.2.5, FORBIDS, WITHOUT " +
      "SECONDS, WITH A FRACTION OR WITH AN OFFSET FROM UTC, AND THE LIBRARY MISREADS IT",
  },
  {
    fields: ["serialNumber"],
    where: ({ ours }) => ours?.startsWith("-") === true,
    text:
      "OUR READING IS RIGHT: AN INTEGER WHOSE FIRST BIT IS SET IS NEGATIVE (X.690, 8.3.3). THE " +
      "LIBRARY SHOWS ITS BYTES",
  },
  {
    fields: ["subject", "issuer"],
    where: ({ agrees }, findings) => agrees === false && findings.has("string_malformed"),
    text:
      "NEITHER READING IS RIGHT: A VALUE HAS BYTES THAT ARE NOT CHARACTERS OF ITS TYPE (RFC 5280, " +
      "4.1.2.4). WE REPLACE THEM, THE LIBRARY READS THEM AS LATIN-1",
  },
  {
    fields: ["subject", "issuer"],
    where: ({ ours, agrees }) => agrees === false && /[\u{10000}-\u{10ffff}]/u.test(ours ?? ""),
    text:
      "OUR READING IS RIGHT: A UNIVERSALSTRING HAS FOUR BYTES A CHARACTER (X.690, 8.23.8). THE " +
      "LIBRARY KEEPS TWO OF THEM",
  },
  {
    fields: ["subjectAltName"],
    where: ({ ours }) => /[^\0-\x7f]/.test(ours ?? ""),
    text:
      "NEITHER READING IS RIGHT: AN IA5STRING HOLDS ONLY ASCII (RFC 5280, 4.2.1.6). WE READ THE " +
      "OTHER BYTES AS UTF-8, THE LIBRARY READS THEM AS LATIN-1",
  },
  {
    fields: ["extensions", "publicKey", "signatureAlgorithm", "subject", "issuer"],
    where: ({ ours, agrees }) => agrees === false && /(?:^|, )\?/.test(ours ?? ""),
    text:
      "AN OBJECT IDENTIFIER IS MALFORMED OR HAS TOO LARGE A NUMBER (X.690, 8.19). WE SHOW ITS " +
      "BYTES, THE LIBRARY READS IT ALL THE SAME",
  },
  {
    fields: ["subject", "issuer"],
    where: ({ agrees }) => agrees === null,
    text: "THE LIBRARY HAS NO TYPE FOR THE VALUE OF AN ATTRIBUTE. ALL OTHER ATTRIBUTES AGREE",
  },
  {
    fields: ["subjectAltName"],
    where: ({ theirs }) => theirs === null,
    text: "THE LIBRARY DOES NOT DECODE THIS LIST OF NAMES. ITS BYTES ARE COMPARED BELOW",
  },
  {
    fields: ["extensions"],
    where: ({ theirs }) => theirs === null,
    text:
      "THE LIBRARY DOES NOT READ THE EXTENSIONS OF THIS CSR: ONE OF THEM IS MALFORMED, OR THEY " +
      "ARE IN THE ATTRIBUTE THAT OLD WINDOWS USES",
  },
];

/** The reason for a difference; null if unknown. */
export const whyDifferent = (row: Compared, findings: ReadonlySet<string>): string | null =>
  KNOWN.find(({ fields, where }) => fields.includes(row.field) && where(row, findings))?.text ??
    null;

/** Why the library rejects an object. Its error texts may quote the input and are not used. */
export function whyRefused(kind: "certificate" | "request", thrown: unknown): string {
  const it = kind === "request" ? "CSR" : "CERTIFICATE";
  const words = thrown instanceof Error ? thrown.message : "";
  if (words.includes("node count")) {
    return `THE LIBRARY DOES NOT READ THIS ${it}: IT STOPS AFTER 10,000 ELEMENTS`;
  }
  if (words.includes("nesting depth")) {
    return `THE LIBRARY DOES NOT READ THIS ${it}: ITS ELEMENTS ARE NESTED TOO DEEPLY`;
  }
  return `THE LIBRARY DOES NOT READ THIS ${it}. WE READ MALFORMED PARTS AS FAR AS POSSIBLE AND LIST THEM ` +
    `AS FINDINGS`;
}
