/** Signed certificate timestamps as the linter reads them, and how many of them browsers ask for. */
import { counted } from "../../../kernel/formatting.ts";
import { equalOctets } from "../../../kernel/octets.ts";
import { TAG } from "../../asn1/der.ts";
import { EXTENSION } from "../../objects/extensions/identifiers.ts";
import { applePolicy, rfc6962 } from "../documents.ts";
import { lint, type LintExamined, type LintRules, serverLint, SINCE } from "./examined.ts";
import { elements } from "./tlv.ts";

interface Timestamp {
  /** The identifier of the log. */
  readonly log: Uint8Array;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The list of timestamps, with the two octets of its length. */
function timestampList(examined: LintExamined): Uint8Array<ArrayBuffer> | null {
  const content = examined.content(EXTENSION.signedCertificateTimestamps);
  const [value] = content ? elements(content) : [];
  return value?.tag === TAG.OCTET_STRING ? value.content : null;
}

/** The timestamps up to the first that cannot be read (RFC 6962, 3.2, 3.3). */
export function timestamps(examined: LintExamined): readonly Timestamp[] {
  return examined.once("timestamps", () => {
    const list = timestampList(examined);
    const read: Timestamp[] = [];
    if (list === null) return read;
    const view = new DataView(list.buffer, list.byteOffset, list.length);
    for (let at = 2; at + 2 <= list.length;) {
      const length = view.getUint16(at);
      const start = at + 2;
      at = start + length;
      // Version, log, time.
      if (length < 41 || at > list.length) break;
      read.push({
        log: list.subarray(start + 1, start + 33),
        at: view.getUint32(start + 33) * 2 ** 32 + view.getUint32(start + 37),
      });
    }
    return read;
  });
}

/** How many logs the timestamps come from, counted up to `enough`. */
function countLogs(list: readonly Timestamp[], enough: number): number {
  const logs: Uint8Array[] = [];
  for (const { log } of list) {
    if (!logs.some((known) => equalOctets(known, log))) logs.push(log);
    if (logs.length === enough) break;
  }
  return logs.length;
}

const DAY = 86_400_000;
const isPrecertificate = (examined: LintExamined) => examined.has(EXTENSION.precertificatePoison);

/** How many timestamps Apple asks for, by the months for which the certificate is valid. */
function timestampsWanted({ certificate: { notBefore, notAfter } }: LintExamined): number {
  // Fifteen months are never shorter.
  if (notAfter - notBefore < 450 * DAY) return 2;
  const start = new Date(notBefore);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  const within = notBefore - Date.UTC(year, month);
  const endOf = (months: number) => Date.UTC(year, month + months) + within;
  const steps = [[15, 2], [27, 3], [39, 4]] as const;
  return steps.find(([months]) => notAfter < endOf(months))?.[1] ?? 5;
}

export const timestampLints = {
  timestamps_empty: lint({
    clause: rfc6962("3.3"),
    since: SINCE.rfc6962,
    roles: ["leaf"],
    title: "Its list of signed certificate timestamps is empty",
    at: EXTENSION.signedCertificateTimestamps,
    check: (examined) => {
      const list = timestampList(examined);
      return list !== null && list.length >= 2 && list[0] === 0 && list[1] === 0;
    },
  }),
  precertificate_with_timestamps: lint({
    clause: rfc6962("3.3"),
    since: SINCE.rfc6962,
    title: "It is a precertificate, but already has timestamps of logs",
    at: EXTENSION.signedCertificateTimestamps,
    check: (examined) =>
      isPrecertificate(examined) && examined.has(EXTENSION.signedCertificateTimestamps),
  }),
  timestamps_few: serverLint({
    severity: "info",
    clause: applePolicy("certificate transparency"),
    since: "2018-10-15",
    title: "It has fewer timestamps of logs than browsers ask for",
    why: "Browsers refuse it unless the server sends further timestamps.",
    at: EXTENSION.signedCertificateTimestamps,
    check(examined) {
      if (isPrecertificate(examined)) return null;
      const wanted = timestampsWanted(examined);
      const logs = countLogs(timestamps(examined), wanted);
      return logs < wanted
        ? `It has timestamps of ${counted(logs, "log")}; browsers ask for ${wanted}.`
        : null;
    },
  }),
} satisfies LintRules;
