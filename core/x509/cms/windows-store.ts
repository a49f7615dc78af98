/**
 * Reads certificate stores of Windows in one file (.sst, CERT_STORE_SAVE_AS_STORE): a mark, then elements with an identifier,
 * an encoding, a length and a value. Elements before a certificate or CRL are its properties, such as a friendly name.
 */
import type { Budget } from "../../kernel/context.ts";

/** A version and "CERT". */
const MAGIC = [0, 0, 0, 0, 0x43, 0x45, 0x52, 0x54];
const HEADER = 12;
/** CERT_CERT_PROP_ID and CERT_CRL_PROP_ID of wincrypt.h. */
const KINDS: ReadonlyMap<number, "certificate" | "crl"> = new Map([[32, "certificate"], [
  33,
  "crl",
]]);

export const isWindowsStore = (bytes: Uint8Array): boolean =>
  bytes.length > MAGIC.length && MAGIC.every((octet, at) => bytes[at] === octet);

interface StoreParts {
  parts: { kind: "certificate" | "crl"; bytes: Uint8Array<ArrayBuffer> }[];
  /** Whether an element reaches beyond the end of the file. */
  isCutOff: boolean;
}

/** The certificates and CRLs of a store, in its order. */
export function partsOfStore(bytes: Uint8Array<ArrayBuffer>, budget: Budget): StoreParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: StoreParts["parts"] = [];
  let at = MAGIC.length;
  while (at + HEADER <= bytes.length) {
    budget.spend("nodes", 1);
    const id = view.getUint32(at, true);
    const body = at + HEADER;
    const end = body + view.getUint32(at + 8, true);
    // The last element has only zeros.
    if (id === 0) return { parts, isCutOff: false };
    if (end > bytes.length) break;
    const kind = KINDS.get(id);
    if (kind) parts.push({ kind, bytes: bytes.subarray(body, end) });
    at = end;
  }
  return { parts, isCutOff: true };
}
