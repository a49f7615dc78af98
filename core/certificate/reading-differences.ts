/**
 * Reasons why the two readers differ, as far as they are known: who is right, by which clause.
 * `deno task conformance` counts the differences of its certificates that have no reason here.
 */
import type { Compared } from "./readings.ts";

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

/** Null where no reason is known. */
export const whyDifferent = (row: Compared, findings: ReadonlySet<string>): string | null =>
  KNOWN.find(({ fields, where }) => fields.includes(row.field) && where(row, findings))?.text ??
    null;

/** Why the library reads nothing. Its own words may quote the input, so they are not given. */
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
