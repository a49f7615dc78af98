/** Detects text in the wrong one of the two fields, as far as the page can without the operation. */
import { recognize } from "../../arrivals/recognize.ts";
import type { PairField } from "./pair-fields.ts";

/**
 * Whether the text belongs in the other field, by the labels of its PEM blocks or, without them, by its content.
 */
export function isMisplaced(field: PairField, text: string): boolean {
  const kinds = recognize(text);
  const isKey = kinds.has("key");
  const isHolder = kinds.has("certificate") || kinds.has("request");
  return field === "certificate" ? isKey && !isHolder : isHolder && !isKey;
}
