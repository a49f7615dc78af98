/** The verdict on all objects together. */
import type {
  InspectedChain,
  Leftover,
  Link,
  ObjectRow,
  SkippedPart,
  Statement,
  Verdict,
} from "../contract.ts";
import { about, namedFile, uncapitalize } from "../../kernel/formatting.ts";
import {
  chainsTogether,
  conclude,
  note,
  notRevoked,
  OUTCOME_OF,
  REVOCATION,
  tally,
  titleOf,
} from "./chains.ts";
import { isReplaced } from "../replaced.ts";
import { relatedTogether } from "./related.ts";
import { signedTogether } from "./signed.ts";
import { setsTogether, type SetWithoutVerdict } from "./sets.ts";

/** The results of the inspection. */
interface Facts {
  rows: ReadonlyMap<number, ObjectRow>;
  links: readonly Link[];
  chains: readonly InspectedChain[];
  sets: readonly SetWithoutVerdict[];
  leftovers: readonly Leftover[];
  skipped: readonly SkippedPart[];
  notes: readonly string[];
  /** The CRLs whose issuer is among the certificates. */
  crlsOfKnown?: ReadonlySet<number>;
}

/** Findings with a sentence of their own. The others are counted by the objects that have them. */
const COUNTED_BY_CODE: readonly (readonly [code: string, many: (count: string) => string])[] = [
  [
    "crl_expired",
    (count) => `${count} CRLs have expired: programs that check them refuse every certificate.`,
  ],
  [
    "serial_reused",
    (count) =>
      `${count} certificates share issuer and serial number with another one: Firefox refuses them ` +
      "(SEC_ERROR_REUSED_ISSUER_AND_SERIAL).",
  ],
  ["revoked", (count) => `${count} certificates are revoked.`],
  ["expired", (count) => `${count} certificates have expired.`],
  ["not_yet_valid", (count) => `${count} certificates are not valid yet.`],
  ["expiring_soon", (count) => `${count} certificates expire soon.`],
];

function findingStatements(rows: readonly ObjectRow[], severity: "error" | "warning"): Statement[] {
  const outcome = OUTCOME_OF[severity];
  const found = rows.flatMap((row) =>
    row.findings.filter((finding) =>
      // An expired certificate that has been replaced is reported in a sentence of its own.
      finding.severity === severity && !(finding.code === "expired" && isReplaced(row))
    ).map((finding) => ({ row, ...finding }))
  );
  type Entry = (typeof found)[number];
  // The message about a CRL's dates names its issuer.
  const one = ({ row, code, message }: Entry) =>
    code === "crl_expired" ? message : about(titleOf(row), message);
  const countedCodes = new Set(COUNTED_BY_CODE.map(([code]) => code));
  // The first finding of each object is its worst.
  const others = new Map<number, Entry>();
  for (const entry of found) {
    if (!countedCodes.has(entry.code) && !others.has(entry.row.id)) others.set(entry.row.id, entry);
  }
  const idOf = ({ row }: Entry) => row.id;
  const [other, ...more] = others.values();
  return [
    ...COUNTED_BY_CODE.flatMap(([code, many]) =>
      tally(found.filter((entry) => entry.code === code), outcome, one, many, { code, idOf })
    ),
    ...tally(
      [...others.values()],
      outcome,
      one,
      (count) =>
        severity === "error" ? `${count} items have errors.` : `${count} items need a look.`,
      { code: more.length === 0 ? other?.code : undefined, idOf },
    ),
  ];
}

/** Old certificates next to their replacements: using one by mistake is a common cause of outages. */
function replacedTogether(rows: readonly ObjectRow[]): Statement[] {
  return tally(
    rows.filter(isReplaced),
    "warning",
    (row) => {
      const { message } = row.findings.find(({ code }) => code === "expired")!;
      return about(`An older certificate for ${titleOf(row)}`, message);
    },
    (count) => `${count} older certificates have expired.`,
    { code: "superseded", idOf: ({ id }) => id },
  );
}

/** The verdict on all objects together. */
export function verdictOf(facts: Facts): Verdict {
  const rows = [...facts.rows.values()];
  const certificates = rows.filter(({ kind }) => kind === "certificate");
  const statusObjects = rows.filter(({ kind }) => kind === "crl" || kind === "ocsp-response");
  const statements = [
    ...findingStatements(rows, "error"),
    ...findingStatements(rows, "warning"),
    ...replacedTogether(rows),
    ...setsTogether(facts.sets, facts.rows),
    ...chainsTogether(facts.chains, facts.sets, facts.rows),
    ...signedTogether(rows),
    ...relatedTogether(facts.rows, facts.links),
    ...leftoversTogether(facts, rows),
    ...unknownTogether(facts, rows),
    ...revocationTogether(certificates, statusObjects, facts.crlsOfKnown),
  ];
  if (statements.length === 0) {
    statements.push(note("There is nothing to compare or verify."));
  }
  return conclude(statements);
}

/** The results of the CRLs and OCSP responses, except revocations, which are already findings. */
function revocationTogether(
  certificates: readonly ObjectRow[],
  statusObjects: readonly ObjectRow[],
  crlsOfKnown: ReadonlySet<number> = new Set(),
): Statement[] {
  if (certificates.length === 0) return [];
  const answered = certificates.filter(({ revocation }) => revocation?.status !== undefined);
  const unclear = answered.filter(({ revocation }) => revocation!.status === "unknown");
  const unchecked = certificates.filter(({ role, revocation }) =>
    role !== "root" && revocation === undefined
  );
  return [
    ...tally(
      answered.filter(({ revocation }) => revocation!.status === "good"),
      "good",
      (row) => notRevoked(titleOf(row), row),
      (count) => `${count} certificates are not revoked.`,
    ),
    ...tally(
      unclear,
      "unknown",
      (row) => {
        const { problem } = row.revocation!;
        const because = problem === null ? "" : `: ${uncapitalize(problem)}`;
        return `Whether ${titleOf(row)} is revoked is not known${because}.`;
      },
      (count) => `Whether ${count} certificates are revoked is not known.`,
    ),
    ...tally(
      answered.length > 0 ? [] : statusObjects.filter(({ id }) => crlsOfKnown.has(id)),
      "note",
      (row) => `The CRL is from ${titleOf(row)}, and no other certificate here is from it.`,
      (count) => `${count} CRLs are from authorities here, and no other certificate here is.`,
    ),
    ...tally(
      answered.length > 0 ? [] : statusObjects.filter(({ id }) => !crlsOfKnown.has(id)),
      "unknown",
      ({ kind }) =>
        `${
          kind === "crl" ? "The CRL is not" : "The OCSP response says nothing"
        } about these certificates, or their issuer is not in these files.`,
      (count) =>
        `${count} CRLs and OCSP responses say nothing about these certificates, or their issuer is ` +
        "not in these files.",
    ),
    ...answered.length === 0 ? [REVOCATION] : tally(
      unclear.length > 0 ? [] : unchecked,
      "note",
      (row) => `Revocation of ${titleOf(row)} was not checked.`,
      (count) => `Revocation of ${count} other certificates was not checked.`,
    ),
  ];
}

function leftoversTogether({ leftovers, rows }: Facts, all: readonly ObjectRow[]): Statement[] {
  const left = leftovers.flatMap(({ id, uncertain }) => {
    const row = rows.get(id);
    return row ? [{ row, uncertain }] : [];
  });
  const ofKind = (...kinds: ObjectRow["kind"][]) =>
    left.filter(({ row }) => kinds.includes(row.kind));
  const hasHolders = all.some(({ kind }) => kind === "certificate" || kind === "request");
  const isLocked = all.some(({ locked }) => locked);
  const keys = ofKind("private-key");
  type Left = (typeof left)[number];
  const name = ({ row }: Left) => titleOf(row);
  return [
    ...tally(
      keys.filter(({ uncertain }) => !uncertain),
      hasHolders ? "warning" : "unknown",
      (key) =>
        hasHolders
          ? `The private key in ${name(key)} has no certificate or CSR in these files.`
          : "There is no certificate or CSR of this private key in these files.",
      (count) => `${count} private keys have no certificate or CSR in these files.`,
      { code: "unmatched_key", idOf: ({ row }) => row.id },
    ),
    ...tally(
      keys.filter(({ uncertain }) => uncertain),
      "unknown",
      (key) => `This tool cannot compare the private key in ${name(key)}.`,
      (count) => `This tool cannot compare ${count} private keys.`,
    ),
    ...tally(
      ofKind("request"),
      "unknown",
      (request) =>
        isLocked
          ? `The key and the certificate of the CSR for ${
            name(request)
          } were not found. They may ` +
            "be in a locked file."
          : `The key and the certificate of the CSR for ${name(request)} are not in these files.`,
      (count) =>
        isLocked
          ? `The keys and certificates of ${count} CSRs were not found. They may be in a locked file.`
          : `${count} CSRs have neither a key nor a certificate in these files.`,
    ),
    ...tally(
      ofKind("public-key"),
      "unknown",
      (key) => `Nothing in these files belongs to the public key in ${name(key)}.`,
      (count) => `Nothing in these files belongs to ${count} public keys.`,
    ),
    ...tally(
      ofKind("domain-name"),
      all.some(({ kind }) => kind === "certificate") ? "warning" : "unknown",
      (domain) => `No certificate in these files is valid for ${name(domain)}.`,
      (count) => `${count} domain names have no certificate in these files.`,
    ),
  ];
}

function unknownTogether({ skipped, notes }: Facts, rows: readonly ObjectRow[]): Statement[] {
  const skippedIds = new Set(skipped.map(({ id }) => id));
  return [
    ...tally(
      rows.filter((row) =>
        row.problem !== null && !row.locked && row.findings.length === 0 && !skippedIds.has(row.id)
      ),
      "unknown",
      (row) => `${titleOf(row)} cannot be read further.`,
      (count) => `${count} items cannot be read further.`,
    ),
    ...tally(
      rows.filter(({ locked }) => locked),
      "unknown",
      (row) =>
        row.kind === "jks"
          ? `The private keys in ${titleOf(row)} are locked.`
          : `${titleOf(row)} is locked, so its content is not known.`,
      (count) => `${count} items are locked, so their content is not known.`,
    ),
    ...tally(
      rows.filter(({ unchecked, findings }) => unchecked === true && findings.length === 0),
      "unknown",
      (row) => `Whether ${titleOf(row)} was changed is unknown without its password.`,
      (count) => `Whether ${count} keystores were changed is unknown without their passwords.`,
    ),
    ...tally(
      skipped.filter(({ unsafe }) => unsafe),
      "warning",
      ({ file }) =>
        `${
          namedFile(file)
        } has a file that would be written outside its folder. Take care when you unpack it.`,
      (count) => `${count} archives have files that would be written outside their folder.`,
    ),
    ...tally(
      skipped.filter(({ unsafe }) => !unsafe),
      "unknown",
      ({ file }) => `1 item was skipped: ${namedFile(file)}.`,
      (count) => `${count} items were skipped.`,
    ),
    ...tally(
      notes,
      "unknown",
      () => "Not everything was checked.",
      () => "Not everything was checked.",
    ),
  ];
}
