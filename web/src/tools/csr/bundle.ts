/** A CSR and its key in one ZIP. */
import { csrFileName, fileBaseName, keyFileName } from "../../../../core/file-names.ts";
import { named } from "../../../../core/kernel/formatting.ts";
import { type Archive, archiveOf, SECRET } from "../../page/archive.ts";

interface Parts {
  csr: string;
  privateKey: string;
  commonName: string;
}

/** `now`: the time of the files, in milliseconds since 1970. */
export const bundleOf = ({ csr, privateKey, commonName }: Parts, now: number): Archive =>
  archiveOf(fileBaseName(commonName), `CSR for ${named(commonName)}.`, [
    {
      path: csrFileName(commonName),
      content: csr,
      what: "Send this to your certificate provider.",
    },
    {
      path: `${SECRET}/${keyFileName(commonName)}`,
      content: privateKey,
      what: "The private key, not encrypted. You need it to install the certificate.",
      secret: true,
    },
  ], now);
