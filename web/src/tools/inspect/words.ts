/** How objects are described: one place for list, picture and details. */
import type {
  InspectedFinding,
  InspectedVerdict,
  ObjectRow,
} from "../../../../core/inspect/contract.ts";
import { named, namedFile, printable, withCommas } from "../../../../core/kernel/formatting.ts";
import { kindOf as kindCodeOf } from "../../../../core/verdict/judge/inspect/facts.ts";
import { keyText, kindText } from "../../../../core/verdict/text/kind-words.ts";
import { day } from "../../../../core/kernel/dates.ts";
import type { IconName } from "../../ui/base/icon-name.ts";
import type { Tone } from "../../ui/base/tone.ts";

const ICONS: Partial<Record<ObjectRow["kind"], IconName>> = {
  "certificate": "certificate",
  "request": "csr-decoder",
  "private-key": "key",
  "encrypted-private-key": "lock",
  "public-key": "key",
  "pkcs7": "pfx",
  "pkcs12": "pfx",
  "jks": "pfx",
  "caa-record": "caa",
  "domain-name": "server",
};

export const iconOf = ({ kind }: Pick<ObjectRow, "kind">): IconName => ICONS[kind] ?? "file";

/** The name of an object, or else the file that it is in. */
export function titleOf({ name, places: [{ file }] }: ObjectRow): string {
  return name || file;
}

/** `titleOf` as part of a sentence or as a verdict. */
export const namedRow = ({ name, places: [{ file }] }: ObjectRow): string =>
  name ? named(name) : namedFile(file);

export const kindOf = (row: ObjectRow): string => kindText(kindCodeOf(row));

/** "RSA 2048", "EC P-256". */
export const keyWords = ({ publicKey }: ObjectRow): string | null => keyText(publicKey);

export function factsOf(row: ObjectRow): string[] {
  const facts = [kindOf(row)];
  const key = keyWords(row);
  if (key) facts.push(key);
  if (row.notAfter) facts.push(`until ${day(row.notAfter)}`);
  if (row.name !== "" || row.places.length > 1) {
    const [{ file }] = row.places;
    facts.push(
      row.places.length > 1
        ? `${namedFile(file)} and ${withCommas(row.places.length - 1)} more`
        : namedFile(file),
    );
  }
  const { path } = row.places[0];
  if (path) facts.push(printable(path));
  return facts;
}

export const SEVERITY: Readonly<
  Record<InspectedFinding["severity"], { tone: Tone; text: string }>
> = {
  error: { tone: "bad", text: "Error" },
  warning: { tone: "warn", text: "Warning" },
  info: { tone: "neutral", text: "Note" },
};

/** The tone and word of a verdict, with three outcomes: holds, does not hold, could not be checked. */
export const OUTCOME: Readonly<Record<InspectedVerdict["outcome"], { tone: Tone; text: string }>> =
  {
    good: { tone: "good", text: "Holds" },
    unknown: { tone: "info", text: "Not all checked" },
    warning: { tone: "warn", text: "Warning" },
    bad: { tone: "bad", text: "Error" },
  };

export const sentences = ({ statements }: InspectedVerdict): string =>
  statements.map(({ text }) => text).join(" ");

/** Describes a signed or encrypted file in a sentence or two; null for other objects. */
export const messageOf = ({ signed, encrypted }: ObjectRow): string | null =>
  (signed ?? encrypted)?.message ?? null;

/** A signature that does not hold is a finding. */
const SIGNED_STATUS = {
  holds: { tone: "good", text: "Valid" },
  unknown: { tone: "info", text: "Not all checked" },
  fails: { tone: "bad", text: "Error" },
} as const;

const SHORT: Readonly<Record<string, string>> = {
  revoked: "Revoked",
  expired: "Expired",
  not_yet_valid: "Not yet valid",
  expiring_soon: "Expiring soon",
};

/** The worst finding in a word or two; undefined if there are only notes. */
export function statusOf(row: ObjectRow): { tone: Tone; text: string } | undefined {
  if (row.locked) return { tone: "info", text: "Locked" };
  if (row.problem && row.findings.length === 0) return { tone: "warn", text: "Cannot be read" };
  const worst = row.findings.find(({ severity }) => severity === "error") ??
    row.findings.find(({ severity }) => severity === "warning");
  if (!worst) return row.signed && SIGNED_STATUS[row.signed.outcome];
  const { tone, text } = SEVERITY[worst.severity];
  return { tone, text: SHORT[worst.code] ?? text };
}

/** The text of an object that the search field matches. */
export function searchText(row: ObjectRow): string {
  return [
    row.name,
    kindOf(row),
    keyWords(row),
    row.issuer,
    row.fingerprint,
    ...row.places.map(({ file }) => file),
    ...row.findings.map(({ message }) => message),
  ].join("\n").toLowerCase();
}
