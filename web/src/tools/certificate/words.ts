/** Texts of the page, by the kind of certificate. */
import { type Kind, KINDS } from "../../../../core/certificate/contract.ts";

export const READY = "Certificate is ready";

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
  /** The one thing to do with the result: `alone` for a self-signed certificate. */
  next: string;
  alone: string;
  /** Headings of the texts. */
  ca: string;
  certificate: string;
  key: string;
}

const SERVER = "Install it on your server, and trust the root on each device that connects.";
const ROOT = "Trust it on your devices, then sign certificates with it.";

export const WORDS: Readonly<Record<Kind, KindWords>> = {
  "tls-server": {
    enter: "Enter the names under which browsers reach your server.",
    next: SERVER,
    alone: "Install it on your server, and trust it on each device that connects.",
    ca: "CA certificate: for the devices",
    certificate: "Certificate: for the server",
    key: "Private key: only for the server",
  },
  "tls-client": {
    enter: "Enter the name of the person or device.",
    next: "Import it on the client. The side that checks the client needs the CA certificate.",
    alone: "Import it on the client. The side that checks the client needs it too.",
    ca: "CA certificate: for the side that checks the client",
    certificate: "Certificate: for the client",
    key: "Private key: only for the client",
  },
  "smime": {
    enter: "Enter the e-mail addresses whose mail is signed or encrypted.",
    next: "Import it into your mail program. Your recipients have to trust the root.",
    alone: "Import it into your mail program. Your recipients have to trust this certificate.",
    ca: "CA certificate: for your recipients",
    certificate: "Certificate: for your mail program",
    key: "Private key: only for your mail program",
  },
  "intermediate-ca": {
    enter: "Enter the names for which the CA may issue certificates.",
    next: "Trust the root on your devices, then sign certificates with the intermediate CA.",
    alone: ROOT,
    ca: "CA certificate: for the devices",
    certificate: "Certificate of the intermediate CA: sent with what it signs",
    key: "Private key of the intermediate CA: keep it offline",
  },
  "root-ca": {
    enter: "Enter the names for which the CA may issue certificates.",
    next: ROOT,
    alone: ROOT,
    ca: "CA certificate: for the devices",
    certificate: "Certificate: for the devices",
    key: "Private key: keep it offline",
  },
};
