/** A host that our server does not find or must not contact: the user can read its certificates and paste them. */
import { Command } from "../../ui/data/code.tsx";
import { showCertificates } from "../../live-check/openssl.ts";

/** `host`: as entered, without scheme. */
export function Unreached({ host }: { host: string }) {
  // Only letters, digits, hyphens and dots are part of a line that the user runs.
  const hostname = /^[\w.-]+$/.test(host) ? host : "HOST";
  return (
    <Command copyName="Copy OpenSSL command" command={showCertificates(hostname)}>
      Check the spelling. If it is an internal host, run this line on a machine that reaches it, and
      paste the answer under "Paste Certificate":
    </Command>
  );
}
