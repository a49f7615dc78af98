/** The verdict on all objects together. */
import type {
  InspectedChain,
  Leftover,
  ObjectRow,
  SkippedPart,
  Statement,
  Verdict,
} from "../contract.ts";
import { namedFile } from "../../kernel/formatting.ts";
import {
  about,
  chainsTogether,
  conclude,
  isReplaced,
  note,
  notRevoked,
  OUTCOME_OF,
  REVOCATION,
  tally,
  titleOf,
} from "./chains.ts";
import { signedTogether } from "./signed.ts";
import { setsTogether, type SetWithoutVerdict } from "./sets.ts";

/** The results of the inspection. */
interface Facts {
  rows: ReadonlyMap<number, ObjectRow>;
  chains: readonly InspectedChain[];
  sets: readonly SetWithoutVerdict[];
  leftovers: readonly Leftover[];
  skipped: readonly SkippedPart[];
  notes: readonly string[];
}

/** Findings with a sentence of their own. The others are counted by the objects that have them. */
const COUNTED_BY_CODE: readonly (readonly [code: string, many: (count: string) => string])[] = [
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
  const one = ({ row, message }: Entry) => about(titleOf(row), message);
  const countedCodes = new Set(COUNTED_BY_CODE.map(([code]) => code));
  // The first finding of each object is its worst.
  const others = new Map<number, Entry>();
  for (const entry of found) {
    if (!countedCodes.has(entry.code) && !others.has(entry.row.id)) others.set(entry.row.id, entry);
  }
  return [
    ...COUNTED_BY_CODE.flatMap(([code, many]) =>
      tally(found.filter((entry) => entry.code === code), outcome, one, many)
    ),
    ...tally(
      [...others.values()],
      outcome,
      one,
      (count) =>
        severity === "error" ? `${count} items have errors.` : `${count} items need a look.`,
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
    ...leftoversTogether(facts, rows),
    ...unknownTogether(facts, rows),
    ...revocationTogether(certificates, statusObjects),
  ];
  if (statements.length === 0) {
    statements.push(note("There is nothing here to compare or to verify."));
  }
  return conclude(statements);
}

/** The results of the CRLs and OCSP responses, except revocations, which are already findings. */
function revocationTogether(
  certificates: readonly ObjectRow[],
  statusObjects: readonly ObjectRow[],
): Statement[] {
  if (certificates.length === 0) return [];
  const answered = certificates.filter(({ revocation }) => revocation?.status !== undefined);
  const unclear = answered.filter(({ revocation }) => revocation!.status === "unknown");
  const isAllKnown = answered.length > 0 && unclear.length === 0 &&
    certificates.every(({ role, revocation }) => role === "root" || revocation !== undefined);
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
      (row) => `Whether ${titleOf(row)} is revoked is not known.`,
      (count) => `Whether ${count} certificates are revoked is not known.`,
    ),
    ...tally(
      answered.length > 0 ? [] : statusObjects,
      "unknown",
      ({ kind }) =>
        `${kind === "crl" ? "The revocation list" : "The OCSP response"} here says nothing of ` +
        "these certificates, or their issuer is not here.",
      (count) =>
        `${count} lists and responses here say nothing of these certificates, or their issuer is ` +
        "not here.",
    ),
    ...(isAllKnown || unclear.length > 0 ? [] : [REVOCATION]),
  ];
}

/** The statement for a private key that matches none of the other objects. */
export const KEY_FITS_NOTHING = "This key fits nothing here.";

function leftoversTogether({ leftovers, rows }: Facts, all: readonly ObjectRow[]): Statement[] {
  const left = leftovers.flatMap(({ id, message }) => {
    const row = rows.get(id);
    return row ? [{ row, message }] : [];
  });
  const ofKind = (...kinds: ObjectRow["kind"][]) =>
    left.filter(({ row }) => kinds.includes(row.kind));
  const hasHolders = all.some(({ kind }) => kind === "certificate" || kind === "request");
  const keys = ofKind("private-key");
  const misfits = keys.filter(({ message }) => message === KEY_FITS_NOTHING);
  type Left = (typeof left)[number];
  const name = ({ row }: Left) => titleOf(row);
  return [
    ...tally(
      misfits,
      hasHolders ? "warning" : "unknown",
      (key) =>
        hasHolders
          ? `The private key in ${name(key)} fits no certificate and no CSR here.`
          : "No certificate and no CSR of this private key is here.",
      (count) => `${count} private keys fit no certificate and no CSR here.`,
    ),
    ...tally(
      keys.filter((key) => !misfits.includes(key)),
      "unknown",
      (key) => `The private key in ${name(key)} cannot be compared here.`,
      (count) => `${count} private keys cannot be compared here.`,
    ),
    ...tally(
      ofKind("request"),
      "unknown",
      (request) => `Neither a key nor a certificate of the CSR for ${name(request)} is here.`,
      (count) => `Of ${count} CSRs neither a key nor a certificate is here.`,
    ),
    ...tally(
      ofKind("public-key"),
      "unknown",
      (key) => `The public key in ${name(key)} fits nothing here.`,
      (count) => `${count} public keys fit nothing here.`,
    ),
    ...tally(
      ofKind("domain-name"),
      all.some(({ kind }) => kind === "certificate") ? "warning" : "unknown",
      (domain) => `No certificate here is good for ${name(domain)}.`,
      (count) => `${count} domain names have no certificate here.`,
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
      (row) => `${titleOf(row)} is locked: what it holds is not known.`,
      (count) => `${count} items are locked: what they hold is not known.`,
    ),
    ...tally(
      skipped,
      "unknown",
      ({ file }) => `1 item was skipped: ${namedFile(file)}.`,
      (count) => `${count} items were skipped.`,
    ),
    ...tally(
      notes,
      "unknown",
      () => "Not everything was looked into.",
      () => "Not everything was looked into.",
    ),
  ];
}
