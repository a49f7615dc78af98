/** The operations that make something. It goes to files, and their answers keep only what is not in these. */
import type { GeneratedCertificate } from "../../core/certificate/contract.ts";
import { filesOf } from "../../core/certificate/files.ts";
import type { GeneratedCrl } from "../../core/crl/contract.ts";
import type { PfxOpened } from "../../core/pfx/contract.ts";
import { decodeOwnBase64 } from "../../core/x509/pem/base64.ts";
import {
  filesInPfx,
  filesOfBundle,
  filesOfCsr,
  filesOfPfx,
  type MadeFile,
  octetsOf,
  type WrittenForm,
} from "../made.ts";

interface Maker {
  readonly files: (answer: never) => readonly MadeFile[];
  /** The members of the answer, at any depth, that the files hold. */
  readonly members: readonly string[];
}

const one = (name: string, content: string | Uint8Array): MadeFile[] => [
  { name, content, isSecret: true },
];

/** The certificate, its key and those above it, and the CA with the key that is kept. */
function certificateFiles(made: GeneratedCertificate): MadeFile[] {
  const names = filesOf(made);
  const { ca } = made;
  const all = [
    [names.key, made.privateKey],
    [names.certificate, made.certificate],
    [names.chain, ca === null ? null : made.chain],
    [names.caKey, ca?.privateKey],
    [names.ca, ca?.certificate],
  ] as const;
  return all.flatMap(([name, content]) => content == null ? [] : one(name, content));
}

const converted: Maker = {
  files: (answer: WrittenForm) => one(answer.filename, octetsOf(answer)),
  members: ["content"],
};

const passwords: Maker = {
  files: ({ passwords }: { passwords: readonly { value: string }[] }) =>
    one("passwords.txt", passwords.map(({ value }) => `${value}\n`).join("")),
  members: ["value"],
};

/** By the name of the operation. */
export const MAKERS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["csr/generate", { files: filesOfCsr, members: ["privateKey", "csr"] }],
  ["pfx/convert", { files: filesOfPfx, members: ["pfx"] }],
  ["pfx/open", {
    files: (opened: PfxOpened) => filesInPfx(opened),
    members: ["pem"],
  }],
  ["certificate/generate", {
    files: certificateFiles,
    members: ["privateKey", "certificate", "chain"],
  }],
  ["certificate/convert", converted],
  ["key/convert", converted],
  ["crl/generate", {
    files: ({ der, filename }: GeneratedCrl) => one(filename, decodeOwnBase64(der)),
    members: ["crl", "der"],
  }],
  ["bundle/make", { files: filesOfBundle, members: ["content", "password"] }],
  ["password/generate", passwords],
  ["password/passphrase", passwords],
]);

/** The answer without the members that files hold. Members with the same name that are objects stay. */
export function withoutMade(value: unknown, members: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutMade(item, members));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name, item]) =>
    !(members.includes(name) && typeof item === "string")
  );
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutMade(item, members)]));
}
