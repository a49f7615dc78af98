/** What all containers of private keys give, before the numbers of the key are looked at. */
import type { Der } from "../../asn1/der.ts";

/** How the key is written in its file. */
export const KEY_FORMS = ["PKCS#8", "PKCS#1", "SEC1", "DSA", "OpenSSH", "JWK"] as const;
export type KeyForm = (typeof KEY_FORMS)[number];

/** The parts of a key file. */
export interface KeyParts {
  form: KeyForm;
  /** Content of the AlgorithmIdentifier as DER with its header. */
  algorithm: Uint8Array<ArrayBuffer>;
  oid: string;
  /** ECParameters or another algorithm's parameters, where `der` reads them; null when absent. */
  parameters: { der: Der; start: number; end: number } | null;
  /** The algorithm's own structure. */
  start: number;
  end: number;
}
