/** The keys that public authorities certify (Baseline Requirements, 6.1.5), by algorithm and curve. */
import type { PublicKey } from "../shapes.ts";

const CURVES = ["P-256", "P-384", "P-521"];

/** Whether a public authority may certify a key of this kind; its size is another question. */
export const isAcceptedKind = ({ algorithm, curve }: PublicKey): boolean =>
  algorithm === "EC"
    ? CURVES.includes(curve ?? "")
    : algorithm === "RSA" || algorithm === "RSA-PSS";
