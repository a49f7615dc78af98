/** The two fields of the pair. */
export type PairField = "certificate" | "privateKey";

/** The names of the fields as labels show them. */
export const LABELS: Readonly<Record<PairField, string>> = {
  certificate: "Certificate",
  privateKey: "Private Key",
};

export const otherField = (field: PairField): PairField =>
  field === "certificate" ? "privateKey" : "certificate";
