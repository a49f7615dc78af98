/** The command `pfx`: makes a PKCS#12 file, or takes one apart. */
import type { PfxOpened, PfxResponse } from "../core/pfx/contract.ts";
import { ENCRYPTIONS } from "../core/pfx/options.ts";
import { encodeBase64 } from "../core/x509/pem/base64.ts";
import {
  AT,
  type Command,
  Misuse,
  OUTPUT,
  secretOptions,
  timeOf,
  valueOf,
  type Values,
} from "./command.ts";
import { filesInPfx, filesOfPfx } from "./made.ts";
import { judged, pairOf } from "./operation.ts";
import { saved } from "./output.ts";
import type { Report } from "./report.ts";
import { askSecret, canAsk, secretOf } from "./secrets.ts";

export const pfxCommand = {
  summary: "Make a PFX (PKCS#12) file, or take one apart",
  arguments: "open|make FILE...",
  options: {
    ...secretOptions("password", "The password of the PFX file"),
    "no-password": { type: "boolean", help: "Make a file without a password" },
    ...secretOptions("passphrase", "The passphrase of the given key"),
    ...secretOptions("key-passphrase", "The passphrase for the keys that open writes"),
    encryption: { type: "string", value: "NAME", help: ENCRYPTIONS.join(" (the default), ") },
    name: { type: "string", value: "NAME", help: "The friendly name of the key in the file" },
    ...OUTPUT,
    at: AT,
  },
  examples: [
    {
      line: "ssl-tools pfx open server.pfx --password-file secret.txt",
      help: "The certificates and keys in the file. With --output FOLDER they are saved",
    },
    {
      line: "ssl-tools pfx make fullchain.pem server.key --password-file secret.txt --output .",
      help: "One file for Windows, Java or a device",
    },
  ],
  run: async ([action, ...paths], values) => {
    if (paths.length === 0 || action !== "open" && action !== "make") {
      throw new Misuse('pfx needs "open" or "make", and then its files');
    }
    return action === "open" ? await openPfx(paths, values) : await makePfx(paths, values);
  },
} as const satisfies Command;

async function makePfx(paths: readonly string[], values: Values): Promise<Report> {
  const password = await newPassword(values);
  const passphrase = await secretOf(values, "passphrase") ?? "";
  const report = await judged("pfx", paths, "pfx/convert", (files) => ({
    ...pairOf(files),
    password,
    passphrase,
    encryption: valueOf(values, "encryption") || undefined,
    friendlyName: valueOf(values, "name"),
    at: timeOf(values),
  }));
  return await saved<PfxResponse>(report, values, {
    files: filesOfPfx,
    withoutSecrets: (made) => ({ ...made, pfx: null }),
    isFolder: false,
  });
}

/** A file without a password protects nothing, so it is made only if that is what the caller says. */
async function newPassword(values: Values): Promise<string> {
  if (values["no-password"] === true) return "";
  const given = await secretOf(values, "password");
  if (given !== null) return given;
  const typed = canAsk() ? await askSecret("Password of the new file") : null;
  if (typed !== null && typed === await askSecret("The same password again")) return typed;
  throw new Misuse(
    typed === null
      ? "pfx make needs --password-file, --password-env or --no-password"
      : "The two passwords differ",
  );
}

async function openPfx(paths: readonly string[], values: Values): Promise<Report> {
  if (paths.length > 1) throw new Misuse("pfx open takes one file");
  const password = await secretOf(values, "password") ?? "";
  const keyPassphrase = await secretOf(values, "key-passphrase") ?? "";
  const report = await judged("pfx", paths, "pfx/open", (files) => ({
    pfx: files.map(({ bytes }) => encodeBase64(bytes)).join(""),
    password,
    keyPassphrase,
    at: timeOf(values),
  }));
  return await saved<PfxOpened>(report, values, {
    // Without --output it only shows what is in the file.
    files: (opened) => valueOf(values, "output") === "" ? [] : filesInPfx(opened),
    withoutSecrets: (opened) => ({
      ...opened,
      keys: opened.keys.map((key) => ({ ...key, pem: null })),
    }),
    isFolder: true,
  });
}
