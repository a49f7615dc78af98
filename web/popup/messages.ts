/** The messages between the CSR popup and its host, as they are posted. */

/** Part of every message, so that a host can tell ours from others. */
export const SOURCE = "ssl-tools-csr";

/** The fields that a host may fill in. It cannot submit the form. */
export interface Prefill {
  commonName?: string;
  organization?: string;
  email?: string;
  certificateType?: "SSL/TLS" | "S/MIME";
}

/** What the host receives. */
export interface GeneratedData {
  /** PKCS#10 in PEM. */
  csr: string;
  /** Unencrypted PKCS#8 in PEM. */
  privateKey: string;
  commonName: string;
  isWildcard: boolean;
  keyType: "RSA";
  /** Bits. */
  keySize: number;
  digestAlgorithm: "SHA-256";
}

/** Popup to host. */
export type PopupMessage =
  /** The popup listens: a prefill may be sent now. */
  | { source: typeof SOURCE; type: "ready" }
  | { source: typeof SOURCE; type: "generated"; data: GeneratedData }
  | { source: typeof SOURCE; type: "error"; error: string }
  /** The user is done: take the popup away. */
  | { source: typeof SOURCE; type: "close" };

/** Host to popup. */
export interface PrefillMessage {
  source: typeof SOURCE;
  type: "prefill";
  data: Prefill;
}
