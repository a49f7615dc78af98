/** Rules about the connection to a server. Its handshake shows whether it keeps them. */
import { rfc5246, rfc7633 } from "./documents.ts";
import { policy, proof, type Rules } from "./rule.ts";

export const connectionRules = {
  key_not_proven: proof({
    clause: rfc5246("7.4.3"),
    roles: ["leaf"],
    title: "The server does not prove that it holds the private key",
    why: "Clients refuse the server: anyone can copy its certificate and send it.",
    advice: "Install the certificate together with its own private key.",
  }),
  staple_missing: policy({
    clause: rfc7633("4.2.3.1"),
    roles: ["leaf"],
    title: "No usable stapled OCSP response, which the certificate requires",
    why: "Clients that know the TLS feature extension refuse the connection.",
    advice: "Turn on OCSP stapling in the server, and let it renew the response in time. " +
      "Or get a certificate without this requirement.",
  }),
} satisfies Rules;
