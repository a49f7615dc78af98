/**
 * The verdicts on PFX files: made ones, and opened ones with what other programs will stumble over: pairs that
 * localKeyIDs get wrong, certificates that Java ignores, a password in an unusual encoding.
 */
import type { FactsOf } from "./codes.ts";
import type { Statement, Verdict } from "./model.ts";
import { renderVerdict } from "./render.ts";
import type { RenderedVerdict } from "./schema.ts";
import { conclude, state, step } from "./statements.ts";
import type { Language } from "./text/language.ts";
import { pfxEnglish } from "./text/pfx.ts";

interface Named {
  readonly subject: { readonly commonName: string | null };
}

interface ConvertedFacts {
  readonly certificate: Named & { readonly isExpired: boolean; readonly daysUntilExpiry: number };
  readonly readBack: { readonly keys: number; readonly certificates: number };
}

/** The verdict on a file that was made. */
export function convertedVerdict(
  { certificate, readBack }: ConvertedFacts,
  language: Language = pfxEnglish,
): RenderedVerdict {
  const { keys, certificates } = readBack;
  const facts = { keys, certificates, name: certificate.subject.commonName };
  if (!certificate.isExpired) {
    const made = state("pfx_ready", facts, { next: step("download_pfx", {}) });
    return renderVerdict(conclude(made, []), language);
  }
  const made = state("pfx_ready_expired", facts, { next: step("renew_before_install", {}) });
  const end = state("pfx_expired", { days: certificate.daysUntilExpiry });
  // The end of the certificate does not change that the file is ready.
  return renderVerdict({ ...conclude(made, [end]), level: made.level }, language);
}

/** A key of the file, and the place in `certificates` of the one that fits it. */
interface KeyFacts {
  readonly localKeyId: string | null;
  readonly certificate: number | null;
}

interface CertificateFacts {
  readonly localKeyId: string | null;
  /** Whether it has the mark without which Java ignores a certificate that belongs to no key. */
  readonly isTrusted: boolean;
  readonly isCa: boolean;
}

/** A file that was opened. */
export interface OpenedPfxFacts {
  readonly mac: { readonly name: string } | null;
  /** How the program that wrote it encoded the password; null if as the standards say. */
  readonly deviation: FactsOf<"pfx_password_encoding">["deviation"] | null;
  /** The common name of the first certificate. */
  readonly name: string | null;
  readonly keys: readonly KeyFacts[];
  readonly certificates: readonly CertificateFacts[];
  /** Certificates that cannot be read, by their number in the file. */
  readonly unreadable: readonly FactsOf<"pfx_certificate_unreadable">[];
  /** The first serial number that an issuer used twice; null without one. */
  readonly reusedSerial?: FactsOf<"pfx_serial_reused"> | null;
  /** The number of other objects. */
  readonly others: number;
  /** The number of friendly names that are not in UTF-16. */
  readonly miswritten: number;
}

/** Judges a file that was opened. */
export function judgeOpened(facts: OpenedPfxFacts): Verdict {
  const { keys, certificates, unreadable, others, name } = facts;
  const isEmpty = keys.length + certificates.length + unreadable.length + others === 0;
  const nothing = keys.length + certificates.length === 0;
  const remarks = remarksOf(facts);
  const isMissed = remarks.some(({ code }) => code === "pfx_mac_missing");
  const content = { keys: keys.length, certificates: certificates.length, name };
  const headline = isEmpty
    ? state("pfx_empty", {}, { next: step("ask_for_another", {}) })
    : nothing && unreadable.length === 0
    ? state("pfx_only_others", { count: others }, { next: step("ask_for_another", {}) })
    : state("pfx_opened", content, {
      next: step(nothing ? "ask_for_another" : "save_parts", {}),
    });
  // A file may hold thousands of certificates that cannot be read.
  const isCause = ({ level, code }: Statement) =>
    level === "bad" || code === "pfx_mac_missing" ||
    (level === "warning" && code !== "pfx_certificate_unreadable");
  return conclude(
    headline,
    remarks.filter(isCause),
    remarks.filter((remark) => !isCause(remark)),
    isMissed && !remarks.some(({ level }) => level === "warning" || level === "bad"),
  );
}

const AGAIN = { next: step("write_file_again", {}) };

/** The statements about an opened file, the most important first. */
function remarksOf(
  { mac, deviation, keys, certificates, unreadable, reusedSerial, miswritten }: OpenedPfxFacts,
): Statement[] {
  const remarks: Statement[] = [];
  if (reusedSerial) remarks.push(state("pfx_serial_reused", reusedSerial));
  if (mac === null) remarks.push(state("pfx_mac_missing", {}));
  else if (mac.name === "HMAC-MD5") remarks.push(state("pfx_mac_md5", {}, AGAIN));
  if (deviation) remarks.push(state("pfx_password_encoding", { deviation }, AGAIN));
  remarks.push(...pairsOf(keys, certificates));
  const unmarked = certificates.filter(({ isTrusted }) => !isTrusted).length;
  if (keys.length === 0 && unmarked > 0) {
    remarks.push(state("pfx_java_mark_missing", { count: unmarked }));
  }
  if (miswritten > 0) remarks.push(state("pfx_name_miswritten", { count: miswritten }));
  remarks.push(...unreadable.map((facts) => state("pfx_certificate_unreadable", facts)));
  return remarks;
}

/** Statements about the localKeyIDs, by which Windows and Java find the certificate of a key. */
function pairsOf(
  keys: readonly KeyFacts[],
  certificates: readonly CertificateFacts[],
): Statement[] {
  const ids = new Set<string>();
  const idsOfCas = new Set<string>();
  for (const { localKeyId, isCa } of certificates) {
    if (localKeyId === null) continue;
    ids.add(localKeyId);
    if (isCa) idsOfCas.add(localKeyId);
  }
  const used = new Set<number>();
  let [crossed, unmarked, unpaired] = [0, 0, 0];
  let isOnCa = false;
  for (const { localKeyId, certificate } of keys) {
    if (certificate === null) {
      unpaired++;
      continue;
    }
    used.add(certificate);
    const held = certificates[certificate];
    if (localKeyId === null || held.localKeyId !== localKeyId) {
      if (localKeyId !== null && ids.has(localKeyId)) crossed++;
      else unmarked++;
    } else if (!held.isCa && idsOfCas.has(localKeyId)) isOnCa = true;
  }
  const found: Statement[] = [];
  if (crossed > 0) found.push(state("pfx_pairs_crossed", { count: crossed }, AGAIN));
  // A key finds the only certificate of a file without an ID.
  if (unmarked > 0 && used.size > 1) found.push(state("pfx_pairs_unmarked", { count: unmarked }));
  if (unpaired > 0 && certificates.length > 0) {
    found.push(state("pfx_keys_alone", { count: unpaired }));
  }
  if (isOnCa) found.push(state("pfx_id_on_ca", {}, AGAIN));
  return found;
}

/** The verdict on a file that was opened. */
export const openedVerdict = (
  facts: OpenedPfxFacts,
  language: Language = pfxEnglish,
): RenderedVerdict => renderVerdict(judgeOpened(facts), language);
