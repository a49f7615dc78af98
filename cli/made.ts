/** The files that an operation makes: each with its name, and whether it holds a secret. */
import type { BundleResponse } from "../core/bundle/contract.ts";
import { csrFileName, keyFileName } from "../core/file-names.ts";
import type { PfxOpened, PfxResponse } from "../core/pfx/contract.ts";
import { decodeOwnBase64 } from "../core/x509/pem/base64.ts";

export interface MadeFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly isSecret: boolean;
}

/** The file of an answer of certificate/convert or key/convert. */
export interface WrittenForm {
  readonly content: string;
  readonly contentEncoding: "text" | "base64";
  readonly filename: string;
}

/** The key of csr/generate, unless the caller gave it, and the CSR. */
export function filesOfCsr(
  { commonName, csr, privateKey }: { commonName: string; csr: string; privateKey: string | null },
): MadeFile[] {
  const key = privateKey === null
    ? []
    : [{ name: keyFileName(commonName), content: privateKey, isSecret: true }];
  return [...key, { name: csrFileName(commonName), content: csr, isSecret: false }];
}

export const filesOfPfx = ({ pfx, filename }: PfxResponse): MadeFile[] => [
  { name: filename, content: decodeOwnBase64(pfx), isSecret: true },
];

/** The keys in a PFX file, and its certificates as one file. */
export function filesInPfx({ keys, certificates, basename }: PfxOpened): MadeFile[] {
  const suffix = (index: number) => keys.length > 1 ? `_${index + 1}` : "";
  const files = keys.map(({ pem }, index): MadeFile => ({
    name: `${basename}${suffix(index)}.key.txt`,
    content: pem,
    isSecret: true,
  }));
  if (certificates.length > 0) {
    const ending = certificates.length > 1 ? "_fullchain.pem.txt" : ".crt.txt";
    const content = certificates.map(({ pem }) => pem).join("");
    files.push({ name: `${basename}${ending}`, content, isSecret: false });
  }
  return files;
}

/** The octets of a converted certificate or key. */
export const octetsOf = ({ content, contentEncoding }: WrittenForm): string | Uint8Array =>
  contentEncoding === "base64" ? decodeOwnBase64(content) : content;

/** The files of a folder for a server, and the password that was made for its PFX file. */
export const filesOfBundle = ({ files, password }: BundleResponse): MadeFile[] => [
  ...files.map(({ path, content, encoding, secret }) => ({
    name: path,
    content: encoding === "base64" ? decodeOwnBase64(content) : content,
    isSecret: secret,
  })),
  ...password === null ? [] : [{ name: "password.txt", content: `${password}\n`, isSecret: true }],
];
