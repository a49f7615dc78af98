/** The command `fix`: makes the folder that a server needs out of any files. */
import type { BundleResponse } from "../core/bundle/contract.ts";
import { TARGETS } from "../core/targets.ts";
import { fieldText } from "../core/x509/pem/file-text.ts";
import {
  AT,
  type Command,
  Misuse,
  secretOptions,
  timeOf,
  valueOf,
  type Values,
} from "./command.ts";
import { filesOfBundle } from "./made.ts";
import { judged } from "./operation.ts";
import { saved, STDOUT } from "./output.ts";
import type { Report } from "./report.ts";
import { secretOf } from "./secrets.ts";

export const fixCommand = {
  summary: "Make the folder that a server needs, out of any files",
  arguments: "FILE...",
  options: {
    for: { type: "string", value: "TARGET", help: TARGETS.join(", ") },
    output: {
      type: "string",
      value: "FOLDER",
      short: "o",
      help: "Write the files there; it is made if it is missing",
    },
    force: { type: "boolean", help: "Overwrite files" },
    host: { type: "string", value: "NAME", help: "The name under which clients reach the server" },
    certificate: {
      type: "string",
      value: "FINGERPRINT",
      help: "The SHA-256 fingerprint of the certificate to take",
    },
    ...secretOptions("passphrase", "The passphrase of locked files"),
    ...secretOptions("password", "The password of a PFX file that is made"),
    at: AT,
  },
  examples: [{
    line: "ssl-tools fix downloads --for nginx --output nginx",
    help: "Certificate, chain, key, the lines for nginx, and a README with the commands",
  }],
  run: fix,
} as const satisfies Command;

async function fix(paths: readonly string[], values: Values): Promise<Report> {
  const target = valueOf(values, "for");
  if (!(TARGETS as readonly string[]).includes(target)) {
    throw new Misuse(`fix needs --for with one of ${TARGETS.join(", ")}`);
  }
  const folder = valueOf(values, "output");
  if (folder === "" || folder === STDOUT) {
    throw new Misuse("fix needs --output with a folder, because it makes several files");
  }
  const passphrase = await secretOf(values, "passphrase");
  const password = await secretOf(values, "password") ?? "";
  const report = await judged("fix", paths, "bundle/make", (files) => ({
    texts: files.map(({ name, bytes }) => ({ name, text: fieldText(bytes) })),
    target,
    host: valueOf(values, "host"),
    certificate: valueOf(values, "certificate"),
    passphrases: passphrase === null ? [] : [passphrase],
    password,
    at: timeOf(values),
  }));
  return await saved<BundleResponse>(report, values, {
    files: filesOfBundle,
    withoutSecrets: (made) => ({
      ...made,
      files: made.files.map((file) => file.secret ? { ...file, content: null } : file),
      password: null,
    }),
    isFolder: true,
  });
}
