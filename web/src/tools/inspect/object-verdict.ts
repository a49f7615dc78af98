/** The verdict on one certificate or other object: its state, and the next step with it. */
import type { InspectedSet, ObjectRow } from "../../../../core/inspect/contract.ts";
import { about, counted, named } from "../../../../core/kernel/formatting.ts";
import { day, timeAgo } from "../../../../core/kernel/dates.ts";
import type { Judgement } from "../../page/judgement.ts";
import type { Picture } from "./inspection.ts";
import { messageOf } from "./signed-headline.ts";
import { keyWords, kindOf, namedRow, OUTCOME, sentences, shortName, statusOf } from "./words.ts";

const DAY = 86_400_000;

/** Whether its dates make it invalid now. */
export const isDatedNow = ({ findings }: Pick<ObjectRow, "findings">): boolean =>
  findings.some(({ code }) => code === "expired" || code === "not_yet_valid");

/** The verdict on one object: a certificate together with its key, CSR and chain. */
export function objectVerdict(row: ObjectRow, picture: Picture): Judgement {
  const facts = [kindOf(row), keyWords(row), row.issuer && `issued by ${named(row.issuer)}`]
    .filter(Boolean).join(", ");
  const set = picture.sets.find(({ certificate }) => certificate === row.id);
  if (!set) {
    const tone = statusOf(row)?.tone ?? "neutral";
    // The list of findings says why a signature does not hold.
    const message = row.signed?.outcome === "fails" ? null : messageOf(row);
    return { tone, title: namedRow(row), text: `${facts}. ${message ?? ""}`.trim(), next: null };
  }
  const { outcome, statements } = set.verdict;
  const others = statements.filter(({ code, id }) =>
    id !== row.id || row.findings.every((finding) => finding.code !== code)
  );
  const [worst] = row.findings.filter(({ severity }) => severity === "error");
  const fault = worst && !isDatedNow({ findings: [worst] }) ? worst : null;
  return {
    tone: OUTCOME[outcome].tone,
    title: fault
      ? withoutStop(about(namedRow(row), fault.message))
      : certificateTitle(row, picture),
    text: `${facts}. ${sentences(others)}`.trim(),
    next: fault?.advice ?? nextFor(set, row, picture),
  };
}

export const withoutStop = (sentence: string): string => sentence.replace(/\.$/, "");

export const chainOf = ({ chains }: Picture, { id }: ObjectRow) =>
  chains.find(({ certificates: [first] }) => first.id === id);

/** The state of a certificate without faults other than its dates: no more than was checked. */
export function certificateTitle(row: ObjectRow, picture: Picture): string {
  const name = namedRow(row);
  const notAfter = row.notAfter!;
  const days = Math.floor((Date.parse(notAfter) - Date.parse(picture.evaluatedAt)) / DAY);
  if (days < 0) return `${name} expired ${timeAgo(days)}`;
  if (Date.parse(row.notBefore!) > Date.parse(picture.evaluatedAt)) {
    return `${name} is not valid before ${day(row.notBefore!)}`;
  }
  // Clients refuse it even where its root is installed.
  const weak = weaknessOf(row);
  if (weak) return withoutStop(about(name, weak.message));
  if (row.findings.some(({ code }) => code === "expiring_soon")) {
    return days === 0 ? `${name} expires today` : `${name} expires in ${counted(days, "day")}`;
  }
  if (row.findings.some(({ code }) => code === "self_signed_leaf")) return `${name} is self-signed`;
  const chain = chainOf(picture, row);
  if (chain?.missingIssuer) {
    return `The issuer certificate ${named(shortName(chain.missingIssuer))} is missing`;
  }
  if (chain?.isValid !== true) return `${name} expires on ${day(notAfter)}`;
  const root = chain.certificates.at(-1)!.name;
  return chain.trusted || chain.certificates.length === 1
    ? `${name} is valid until ${day(notAfter)}`
    : `${name} is valid where ${named(root)} is installed`;
}

/** The finding of a key or signature that is too weak. */
const weaknessOf = ({ findings }: ObjectRow) =>
  findings.find(({ code, severity }) =>
    severity !== "info" && (code === "weak_signature" || code === "weak_key")
  );

/** The next step with a certificate and its key; null for a CA. */
export function nextFor(set: InspectedSet, row: ObjectRow, picture: Picture): string | null {
  const has = (code: string) => row.findings.some((finding) => finding.code === code);
  if (has("expired")) {
    return has("superseded")
      ? "Use the newer certificate for these names, which is in these files too."
      : "Renew the certificate.";
  }
  if (has("not_yet_valid")) {
    return "Use the previous certificate until then, or correct the clock if it is wrong.";
  }
  if (has("revoked")) return "Replace it with a new certificate that has a new key.";
  const weak = weaknessOf(row);
  if (weak?.advice) return weak.advice;
  const issuer = chainOf(picture, row)?.missingIssuer;
  if (issuer) return `Add the certificate of ${named(shortName(issuer))} to these files.`;
  if (has("self_signed_leaf")) {
    return "Get a certificate from a CA, or install this one where it should be trusted.";
  }
  if (row.role !== "leaf") return null;
  if (has("expiring_soon")) return "Renew it now, and automate the renewal.";
  return set.privateKeys.length === 0
    ? "Add its private key to these files to install it."
    : "Install it: download the PFX, or the full chain and the key.";
}

/** The advice on the worst fault of an object; null without one. */
export const adviceFor = ({ findings }: ObjectRow): string | null =>
  findings.find(({ severity }) => severity === "error")?.advice ?? null;
