/** The command `convert`: certificates and keys in another form, in a new file. */
import { CERTIFICATE_FORMATS } from "../core/certificate/options.ts";
import { KEY_FORMATS } from "../core/key/options.ts";
import { fieldText } from "../core/x509/pem/file-text.ts";
import { privateKeyIn } from "../core/x509/pem/private-key-in.ts";
import { type Command, Misuse, OUTPUT, secretOptions, valueOf, type Values } from "./command.ts";
import { octetsOf, type WrittenForm } from "./made.ts";
import { allFiles, answered, textsOf, unreadable } from "./operation.ts";
import { saved } from "./output.ts";
import type { Report } from "./report.ts";
import { secretOf } from "./secrets.ts";

const FORMATS = [...new Set([...CERTIFICATE_FORMATS, ...KEY_FORMATS])];
const includes = (list: readonly string[], value: string) => list.includes(value);
/** The forms of a key without the key's secret. */
const PUBLIC: readonly string[] = ["public-key", "public-jwk", "openssh-public"];

export const convertCommand = {
  summary: "Write certificates or a private key in another form",
  arguments: "FILE...",
  options: {
    to: { type: "string", value: "FORM", help: FORMATS.join(", ") },
    der: { type: "boolean", help: "Write DER instead of PEM" },
    ...secretOptions("passphrase", "The passphrase of the key"),
    ...secretOptions("new-passphrase", "The passphrase of pkcs8-encrypted"),
    ...OUTPUT,
  },
  examples: [
    {
      line: "ssl-tools convert fullchain.pem --to pkcs7 --output chain.p7b",
      help: "All certificates in one PKCS#7 file",
    },
    {
      line: "ssl-tools convert server.key --to pkcs8-encrypted --new-passphrase-file secret.txt",
      help: "An encrypted copy of a private key",
    },
  ],
  run: convert,
} as const satisfies Command;

async function convert(paths: readonly string[], values: Values): Promise<Report> {
  const format = valueOf(values, "to");
  if (!includes(FORMATS, format)) {
    throw new Misuse(`convert needs --to with one of ${FORMATS.join(", ")}`);
  }
  const encoding = values.der === true ? "der" : "pem";
  let files;
  try {
    files = await allFiles(paths);
  } catch (thrown) {
    return unreadable("convert", thrown);
  }
  const isOfKey = !includes(CERTIFICATE_FORMATS, format) ||
    includes(KEY_FORMATS, format) &&
      files.some(({ bytes }) => privateKeyIn(fieldText(bytes)) !== null);
  const [operation, input] = isOfKey
    ? ["key/convert", {
      privateKey: textsOf(files),
      passphrase: await secretOf(values, "passphrase") ?? "",
      newPassphrase: await secretOf(values, "new-passphrase") ?? "",
    }] as const
    : ["certificate/convert", { certificate: textsOf(files) }] as const;
  const request = { ...input, format, encoding };
  const report = await answered("convert", paths.join(", "), operation, request);
  const isSecret = isOfKey && !includes(PUBLIC, format);
  return await saved<WrittenForm>(report, values, {
    files: (form) => [{ name: form.filename, content: octetsOf(form), isSecret }],
    withoutSecrets: (form) => isSecret ? { ...form, content: null } : form,
    isFolder: false,
  });
}
