/** Texts of the page, by the kind of certificate. */
import { type Kind, KINDS } from "../../../../core/certificate/contract.ts";

/** The keys that the user can copy and save. */
export type KeyName = "private key" | "CA private key";

export const KIND_TEXT: Readonly<Record<Kind, string>> = {
  "tls-server": "TLS server",
  "tls-client": "TLS client",
  "smime": "S/MIME (e-mail)",
  "intermediate-ca": "Intermediate CA",
  "root-ca": "Root CA",
};
export const KIND_OPTIONS = KINDS.map((value) => ({ value, text: KIND_TEXT[value] }));

interface KindWords {
  /** Shown before the first result. */
  enter: string;
  /** Headings of the texts. */
  ca: string;
  certificate: string;
  key: string;
}

export const WORDS: Readonly<Record<Kind, KindWords>> = {
  "tls-server": {
    enter: "Enter the names under which browsers reach your server.",
    ca: "CA certificate: for the devices",
    certificate: "Certificate: for the server",
    key: "Private key: only for the server",
  },
  "tls-client": {
    enter: "Enter the name of the person or device.",
    ca: "CA certificate: for the side that checks the client",
    certificate: "Certificate: for the client",
    key: "Private key: only for the client",
  },
  "smime": {
    enter: "Enter the e-mail addresses whose mail is signed or encrypted.",
    ca: "CA certificate: for your recipients",
    certificate: "Certificate: for your mail program",
    key: "Private key: only for your mail program",
  },
  "intermediate-ca": {
    enter: "Enter the names for which the CA may issue certificates.",
    ca: "CA certificate: for the devices",
    certificate: "Certificate of the intermediate CA: sent with what it signs",
    key: "Private key of the intermediate CA: keep it offline",
  },
  "root-ca": {
    enter: "Enter the names for which the CA may issue certificates.",
    ca: "CA certificate: for the devices",
    certificate: "Certificate: for the devices",
    key: "Private key: keep it offline",
  },
};
