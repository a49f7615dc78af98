/** Mozilla's roots as trust anchors. Loaded only where chains are judged, for the list is large. */
import { inflateSync } from "fflate";
import { Budget } from "../../kernel/context.ts";
import { type Certificate } from "../objects/certificates.ts";
import { readCertificate } from "../objects/read-certificate.ts";
import { decodeBase64 } from "../pem/pem.ts";
import { ROOTS } from "./roots.ts";

export interface TrustStore {
  name: string;
  source: string;
  /** The day of the list, "2026-09-23". */
  date: string;
  certificates: readonly Certificate[];
}

let loaded: TrustStore | undefined;

/** The store; read on first use and kept. */
export function mozillaRoots(): TrustStore {
  return loaded ??= {
    name: "Mozilla",
    source: ROOTS.source,
    date: ROOTS.date,
    certificates: readRoots(),
  };
}

function readRoots(): Certificate[] {
  const deflated = decodeBase64(ROOTS.deflated);
  if (typeof deflated === "string") throw new Error(`The trust store is broken: ${deflated}`);
  const bytes = inflateSync(deflated);
  // The list is the project's own: what reading it costs is on nobody's account.
  const budget = new Budget();
  const roots: Certificate[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = 4 + (bytes[at + 2] << 8 | bytes[at + 3]);
    roots.push(readCertificate(bytes.subarray(at, at + length), budget));
    at += length;
  }
  return roots;
}
