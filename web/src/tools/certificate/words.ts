/** Texts of the page, by the kind of certificate. */
import type { Kind } from "../../../../core/certificate/contract.ts";

export const READY = "Certificate is ready";

interface KindWords {
  /** Shown before the first result. */
  enter: string;
  /** Shown after the keys are saved: `doneAlone` for a self-signed certificate, else `done`. */
  done: string;
  doneAlone: string;
  /** Headings of the texts. */
  ca: string;
  certificate: string;
  key: string;
}

const SERVER = "Install it on your server, and trust the root on each device that connects.";
const ROOT =
  "Install it on your devices, sign certificates with it, and keep its private key offline.";

export const WORDS: Readonly<Record<Kind, KindWords>> = {
  "tls-server": {
    enter: "Enter the names under which browsers reach your server.",
    done: SERVER,
    doneAlone: SERVER,
    ca: "CA certificate: for the devices",
    certificate: "Certificate: for the server",
    key: "Private key: only for the server",
  },
  "tls-client": {
    enter: "Enter the name of the user or device, here or as common name under More options.",
    done: "Install it on the client. The server that checks the client needs the CA certificate.",
    doneAlone: "Install it on the client. The server that checks the client needs it too.",
    ca: "CA certificate: for the server that checks the client",
    certificate: "Certificate: for the client",
    key: "Private key: only for the client",
  },
  "smime": {
    enter: "Enter the e-mail addresses whose mail is signed or encrypted.",
    done: "Import it into your mail program. Your recipients have to trust the root.",
    doneAlone: "Import it into your mail program. Your recipients have to trust this certificate.",
    ca: "CA certificate: for your recipients",
    certificate: "Certificate: for your mail program",
    key: "Private key: only for your mail program",
  },
  "intermediate-ca": {
    enter: "Enter the names for which the CA may issue certificates.",
    done:
      "Trust the root on your devices, and keep the private key of the intermediate CA offline.",
    doneAlone: ROOT,
    ca: "CA certificate: for the devices",
    certificate: "Certificate of the intermediate CA: sent with what it signs",
    key: "Private key of the intermediate CA: keep it offline",
  },
  "root-ca": {
    enter: "Enter the names for which the CA may issue certificates.",
    done: ROOT,
    doneAlone: ROOT,
    ca: "CA certificate: for the devices",
    certificate: "Certificate: for the devices",
    key: "Private key: keep it offline",
  },
};
