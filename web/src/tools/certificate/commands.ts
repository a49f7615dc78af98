/** Lines of configuration files and commands that use a certificate's files. */
import { DEFAULT_DAYS, type GeneratedCertificate } from "../../../../core/certificate/contract.ts";
import { type Files, filesOf } from "./files.ts";

/** For nginx that serves the certificate. */
export const serverLines = ({ chain, key }: Files): string =>
  `ssl_certificate ${chain};\nssl_certificate_key ${key};`;

export const nodeLines = ({ chain, key }: Files): string =>
  `import { createServer } from "node:https"; import { readFileSync } from "node:fs";
createServer({ cert: readFileSync("${chain}"), key: readFileSync("${key}") }, (_, answer) => answer.end("It works")).listen(8443);`;

/** For a client that shows the certificate. */
export const curlCommand = ({ chain, key }: Files): string =>
  `curl --cert ${chain} --key ${key} https://example.com/`;

/** For nginx that asks its clients for the certificate. */
export function clientLines(made: GeneratedCertificate): string {
  const { certificate, ca } = filesOf(made);
  return `ssl_client_certificate ${made.ca ? ca : certificate};\nssl_verify_client on;`;
}

/** For a CA that signs a CSR. */
export const signingCommand = ({ certificate, key }: Files): string =>
  `openssl x509 -req -in request.csr -CA ${certificate} -CAkey ${key} ` +
  `-days ${DEFAULT_DAYS} -copy_extensions copy -out request.crt`;
