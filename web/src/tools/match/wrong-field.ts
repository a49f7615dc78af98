/** Detects text in the wrong one of the two fields, as far as the page can without the operation. */
import { recognize } from "../../arrivals/recognize.ts";

export type PairField = "certificate" | "privateKey";

/** The names of the fields as labels show them. */
export const LABELS: Readonly<Record<PairField, string>> = {
  certificate: "Certificate",
  privateKey: "Private Key",
};

export const otherField = (field: PairField): PairField =>
  field === "certificate" ? "privateKey" : "certificate";

/**
 * Whether the text belongs in the other field, by the labels of its PEM blocks or, without them, by its content.
 */
export function isMisplaced(field: PairField, text: string): boolean {
  const kinds = recognize(text);
  const isKey = kinds.has("key");
  const isHolder = kinds.has("certificate") || kinds.has("request");
  return field === "certificate" ? isKey && !isHolder : isHolder && !isKey;
}
