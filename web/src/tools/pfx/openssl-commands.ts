/** The equivalent OpenSSL 3 commands in a POSIX shell. */
import type { PfxResponse } from "../../../../core/pfx/contract.ts";
import { shellPath, shellWord } from "../../../../core/kernel/formatting.ts";

/** OpenSSL's cipher and its options of the MAC, for each encryption. */
const OPTIONS = {
  "3des-sha1": ["PBE-SHA1-3DES", "-macalg SHA1"],
  "aes256-sha256": ["AES-256-CBC", "-macalg SHA256"],
  "none": ["PBE-SHA1-3DES", "-passout pass: -macalg SHA1"],
} as const;

type Made = Pick<
  PfxResponse,
  "encryption" | "friendlyName" | "filename" | "chainLength" | "protection"
>;

/** Makes the same file from certificate.pem, chain.pem and private.key; asks for the password. */
export function exportCommand(made: Made): string {
  const [cipher, mac] = OPTIONS[made.encryption];
  const lines = [
    "openssl pkcs12 -export",
    "-inkey private.key -in certificate.pem",
    ...made.chainLength > 1 ? ["-certfile chain.pem"] : [],
    ...made.friendlyName === null ? [] : [`-name ${shellWord(made.friendlyName)}`],
    `-keypbe ${cipher}`,
    `-certpbe ${cipher}`,
    `${mac} -iter ${made.protection.iterations}`,
    `-out ${shellPath(made.filename)}`,
  ];
  return lines.join(" \\\n  ");
}

/** Shows what the file holds and how it is protected; asks for the password. */
export function inspectCommand({ filename, encryption }: Made): string {
  return `openssl pkcs12 -in ${shellPath(filename)} -info -noout${
    encryption === "none" ? " -passin pass:" : ""
  }`;
}

/** Extracts the certificate, its chain and the key of a file; asks for the password. */
export const TAKE_APART = [
  ["-clcerts -nokeys", "certificate.pem"],
  ["-cacerts -nokeys", "chain.pem"],
  ["-nocerts -nodes", "private.key"],
].map(([what, file]) => `openssl pkcs12 -in file.pfx ${what} \\\n  -out ${file}`).join("\n");
