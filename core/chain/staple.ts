/** Checks stapling for a certificate that requires a stapled OCSP response (RFC 7633). */
import type { Stapling } from "./contract.ts";

/** Why clients that enforce the requirement refuse the connection; null if they accept it. */
export function stapleFault({ required, stapled, problem = null }: Stapling): string | null {
  if (!required || stapled === null) return null;
  if (!stapled) {
    return "The certificate requires a stapled OCSP response, and the server sends none.";
  }
  return problem === null
    ? null
    : "The certificate requires a stapled OCSP response, and the one that the server sends cannot " +
      "be used.";
}
