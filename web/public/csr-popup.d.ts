/** Types of csr-popup.js, for those who write TypeScript. */

export interface CsrPopupPrefill {
  commonName?: string;
  organization?: string;
  email?: string;
  certificateType?: "SSL/TLS" | "S/MIME";
}

export interface CsrPopupResult {
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

export interface CsrPopupOptions {
  /** A popup window (the default) or a modal frame. */
  mode?: "window" | "frame";
  /** Fills in the form. The user still has to submit it. */
  prefill?: CsrPopupPrefill;
  /** Closes the popup as soon as there is a result. */
  closeWhenGenerated?: boolean;
  /** Called for each result; the user may make more than one. */
  onGenerated?: (result: CsrPopupResult) => void;
  /** Called if making a CSR fails; the popup stays open for another attempt. */
  onError?: (message: string) => void;
}

/** The reason why `open` has no result. */
export interface CsrPopupError extends Error {
  code: "blocked" | "closed";
}

export interface CsrPopup {
  /** The site that makes the keys. */
  readonly origin: string;
  /**
   * Opens the generator; call it in a click, or the browser blocks the window. Resolves with the
   * first result. Rejects with a CsrPopupError.
   */
  open(options?: CsrPopupOptions): Promise<CsrPopupResult>;
}

declare global {
  interface Window {
    csrPopup: CsrPopup;
  }
}
