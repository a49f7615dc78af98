/** The statements about broken rules of objects. */
import type { Level } from "../../levels.ts";
import type { About, Statement, Step } from "../../model.ts";
import { state, step } from "../../statements.ts";
import {
  daysUntil,
  type FilesFacts,
  type FindingFacts,
  type ObjectFacts,
  thingOf,
} from "./facts.ts";
import { isReplaced } from "./replaced.ts";
import { tally } from "./tally.ts";

const LEVEL_OF: Readonly<Record<FindingFacts["severity"], Level>> = {
  error: "bad",
  warning: "warning",
  info: "note",
};

/** An object as the subject of a statement; `index` is its id. */
export const aboutObject = (row: ObjectFacts): About => ({
  name: thingOf(row).name,
  index: row.id,
});

/**
 * The statement about a broken rule. Facts that the chain analyzer states too have its codes, if the rule has the level of
 * the code. `isValid`: whether the chain of the object is valid.
 */
export function findingStatement(
  row: ObjectFacts,
  finding: FindingFacts,
  now: number,
  isValid: boolean,
): Statement {
  const stated = statedAs(row, finding, now, isValid);
  if (stated && stated.level === LEVEL_OF[finding.severity]) return stated;
  // The message about a CRL's dates names its issuer.
  const object = finding.code === "crl_expired" ? null : thingOf(row);
  const facts = { rule: finding.code, object, message: finding.message };
  const rest = { about: aboutObject(row), next: adviceStep(finding) };
  switch (finding.severity) {
    case "error":
      return state("rule_error_of_object", facts, rest);
    case "warning":
      return state("rule_warning_of_object", facts, rest);
    case "info":
      return state("rule_note_of_object", facts, rest);
  }
}

/**
 * The oddities in how an object is written, which explain why a program refuses it. `isNamed`: whether the sentence names
 * the object, because it is not the one that the headline is about.
 */
export const noteStatements = (row: ObjectFacts, isNamed = false): Statement[] =>
  (row.notes ?? []).map((message) =>
    state("object_note", { object: isNamed ? thingOf(row) : null, message }, {
      about: aboutObject(row),
    })
  );

export const adviceStep = ({ code, advice }: FindingFacts): Step =>
  step("follow_advice", { rule: code, advice });

/** The facts of statements about a signed file; null for other objects. */
export function signedFacts(row: ObjectFacts) {
  const { signed } = row;
  if (!signed) return null;
  return {
    file: thingOf(row),
    isTimestamp: signed.format === "RFC 3161",
    signer: signed.signers.length === 1 ? signed.signers[0].name : null,
    because: row.because ?? [],
  };
}

/** The statement with a code of its own; null for other rules. */
function statedAs(
  row: ObjectFacts,
  finding: FindingFacts,
  now: number,
  isValid: boolean,
): Statement | null {
  const { name } = thingOf(row);
  const owner = { name, isOfHost: false };
  const { notBefore, notAfter } = row;
  const rest = { about: aboutObject(row), next: adviceStep(finding) };
  switch (finding.code) {
    case "expired":
      if (notAfter === null) return null;
      return state("expired", { owner, notAfter, days: daysUntil(notAfter, now) }, {
        ...rest,
        next: step(isReplaced(row) ? "use_newer_certificate" : "renew_the_certificate", {}),
      });
    case "not_yet_valid":
      if (notBefore === null) return null;
      return state("not_yet_valid", { owner, notBefore, at: new Date(now).toISOString() }, {
        ...rest,
        next: step("wait_or_set_clock", {}),
      });
    case "expiring_soon":
      if (notAfter === null) return null;
      return state("expiring_soon", {
        ...{ owner, notAfter, isValid },
        days: daysUntil(notAfter, now),
        isIssuer: row.role !== "leaf",
      }, { ...rest, next: row.role === "leaf" ? step("renew_now", {}) : null });
    case "revoked": {
      const { revokedAt = null, reason = null } = row.revocation ?? {};
      return state("revoked", { owner, revokedAt, reason }, {
        ...rest,
        next: step("replace_with_new_key", { host: null }),
      });
    }
    case "weak_key":
      return row.publicKey &&
        state("weak_key", { owner: name, bits: row.publicKey.bits, isValid }, rest);
    case "weak_signature":
      return row.signatureDigest
        ? state("weak_signature", { owner: name, hash: row.signatureDigest, isValid }, rest)
        : null;
    case "self_signed_leaf":
      return state("self_signed", { owner }, {
        ...rest,
        next: step("get_from_ca_or_install", {}),
      });
    case "signature_wrong":
    case "signer_not_valid": {
      const signed = signedFacts(row);
      return signed && state("signed_file_invalid", { ...signed, rule: finding.code }, rest);
    }
  }
  return null;
}

/**
 * Rules whose objects are counted together. The others are counted by the objects that break them. A revocation comes
 * before the end of the CRL that states it, because it does not end with its list (RFC 5280, 3.3).
 */
const COUNTED = [
  "revoked",
  "crl_expired",
  "serial_reused",
  "expired",
  "not_yet_valid",
  "expiring_soon",
] as const;

/** The ends of a certificate that do not undo its earlier signatures. */
const ENDS: ReadonlySet<string> = new Set(["expired", "revoked"]);

/** The statements about all broken rules of a severity. `ended`: signers whose end the sentences on signatures state. */
export function findingStatements(
  facts: FilesFacts,
  severity: "error" | "warning",
  isValid: (row: ObjectFacts) => boolean,
  ended: ReadonlySet<number>,
): Statement[] {
  const found = [...facts.rows.values()].flatMap((row) =>
    row.findings.filter((finding) =>
      // An expired certificate that has been replaced is reported in a sentence of its own.
      finding.severity === severity && !(finding.code === "expired" && isReplaced(row)) &&
      !(ENDS.has(finding.code) && ended.has(row.id))
    ).map((finding) => ({ row, finding }))
  );
  type Entry = (typeof found)[number];
  const one = ({ row, finding }: Entry) => findingStatement(row, finding, facts.now, isValid(row));
  const many = (rule: (typeof COUNTED)[number] | null) => (count: number) =>
    severity === "error"
      ? state("rule_error_of_objects", { rule, count })
      : state("rule_warning_of_objects", { rule, count });
  const isCounted = (code: string) => COUNTED.some((counted) => counted === code);
  // The first finding of each object is its worst.
  const others = new Map<number, Entry>();
  for (const entry of found) {
    const { finding, row } = entry;
    if (!isCounted(finding.code) && !others.has(row.id)) others.set(row.id, entry);
  }
  return [
    ...COUNTED.flatMap((code) =>
      tally(found.filter(({ finding }) => finding.code === code), one, many(code))
    ),
    ...tally([...others.values()], one, many(null)),
  ];
}

/** Old certificates next to their replacements: using one by mistake is a common cause of outages. */
export function replacedTogether(rows: readonly ObjectFacts[]): Statement[] {
  return tally(
    rows.filter(isReplaced),
    (row) =>
      state("expired_superseded", { count: 1, only: thingOf(row), notAfter: row.notAfter }, {
        about: aboutObject(row),
      }),
    (count) => state("expired_superseded", { count, only: null, notAfter: null }),
  );
}
