/** The OpenSSL commands that do the same, for a POSIX shell and OpenSSL 3. */
import type { PfxResponse } from "../../../../core/pfx/contract.ts";

/** What the algorithms are called there. */
const OPTIONS = {
  "3des-sha1": "-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg SHA1",
  "aes256-sha256": "-keypbe AES-256-CBC -certpbe AES-256-CBC -macalg SHA256",
  "none": "-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg SHA1 -passout pass:",
} as const;

type Made = Pick<
  PfxResponse,
  "encryption" | "friendlyName" | "filename" | "chainLength" | "protection"
>;

/** Makes the same file of certificate.pem, chain.pem and private.key; asks for the password. */
export function exportCommand(made: Made): string {
  const parts = ["openssl pkcs12 -export -inkey private.key -in certificate.pem"];
  if (made.chainLength > 1) parts.push("-certfile chain.pem");
  if (made.friendlyName !== null) parts.push(`-name ${quoted(made.friendlyName)}`);
  parts.push(`${OPTIONS[made.encryption]} -iter ${made.protection.iterations}`);
  return `${parts.join(" \\\n  ")} \\\n  -out ${made.filename}`;
}

/** Shows what the file holds and how it is protected; asks for the password. */
export function inspectCommand({ filename, encryption }: Made): string {
  return `openssl pkcs12 -in ${filename} -info -noout${
    encryption === "none" ? " -passin pass:" : ""
  }`;
}

/** Takes a file apart. */
export const TAKE_APART = [
  "openssl pkcs12 -in file.pfx -clcerts -nokeys -out certificate.pem",
  "openssl pkcs12 -in file.pfx -cacerts -nokeys -out chain.pem",
  "openssl pkcs12 -in file.pfx -nocerts -nodes -out private.key",
].join("\n");

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
