/** Detects text in the wrong one of the two fields, as far as the page can without the operation. */
import type { Failure } from "../../../../core/kernel/errors.ts";

export type PairField = "certificate" | "privateKey";

/** The names of the fields as labels show them. */
export const LABELS: Readonly<Record<PairField, string>> = {
  certificate: "Certificate",
  privateKey: "Private Key",
};

export const otherField = (field: PairField): PairField =>
  field === "certificate" ? "privateKey" : "certificate";

const isKey = (text: string) => text.includes("PRIVATE KEY-----");
const isCertificate = (text: string) =>
  ["CERTIFICATE-----", "CERTIFICATE REQUEST-----", "PKCS7-----"].some((end) =>
    text.includes(`-----BEGIN ${end}`) || text.includes(` ${end}`)
  );

/**
 * Whether the text belongs in the other field, by its PEM labels or by the operation's error (binary
 * files have no labels).
 */
export function isMisplaced(field: PairField, text: string, failure: Failure | null): boolean {
  if (field === "certificate" ? isKey(text) && !isCertificate(text) : isCertificateAlone(text)) {
    return true;
  }
  const issue = failure?.issues.find(({ path }) => path === field);
  if (failure?.code !== "wrong_type" || !issue) return false;
  // In the API's capitals, or in the sentence case of pages.
  return field === "certificate"
    ? /PRIVATE KEY/i.test(issue.message)
    : /THIS IS A (CERTIFICATE|CSR|PKCS#7 BUNDLE),/i.test(issue.message);
}

const isCertificateAlone = (text: string) => isCertificate(text) && !isKey(text);
