/**
 * The commands: each reads its files, runs an operation and returns the report. Help, completion and the manual come
 * from this table.
 */
import { fieldText } from "../core/x509/pem/file-text.ts";
import { privateKeyIn } from "../core/x509/pem/private-key-in.ts";
import { type Command, type Option, timeOf, valueOf, type Values } from "./command.ts";
import { csrCommand } from "./csr.ts";
import { allFiles, judged, textsOf } from "./operation.ts";
import { givenSecret } from "./secrets.ts";

const AT: Option = {
  type: "string",
  value: "TIME",
  help: "Judge dates at this time (2026-11-21T12:00:00Z) instead of now",
};
const PASSPHRASE: Readonly<Record<string, Option>> = {
  "passphrase-file": {
    type: "string",
    value: "FILE",
    help: "The passphrase of the key is in FILE",
  },
  "passphrase-env": {
    type: "string",
    value: "NAME",
    help: "The passphrase of the key is in the environment variable NAME",
  },
};

const passphraseOf = async (values: Values): Promise<string> =>
  await givenSecret({
    file: valueOf(values, "passphrase-file") || undefined,
    variable: valueOf(values, "passphrase-env") || undefined,
  }) ?? "";

export const COMMANDS = {
  chain: {
    summary: "Check a certificate and its chain as a browser does",
    arguments: "FILE...",
    options: {
      host: {
        type: "string",
        value: "NAME",
        help: "The name or address that clients connect to",
      },
      roots: {
        type: "string",
        value: "FILE",
        help: "Accept the roots in FILE too",
      },
      at: AT,
    },
    examples: [
      {
        line: "ssl-tools chain fullchain.pem",
        help: "Is it complete, in order and valid?",
      },
      {
        line: "ssl-tools chain fullchain.pem --host shop.example --expires-within 21d",
        help: "Does it cover the name, for three more weeks?",
      },
    ],
    run: async (paths, values) => {
      const roots = valueOf(values, "roots");
      const own = roots === "" ? "" : textsOf(await allFiles([roots]));
      return await judged("chain", paths, "chain/analyze", (files) => ({
        certificate: textsOf(files),
        hostname: valueOf(values, "host"),
        roots: own,
        at: timeOf(values),
      }));
    },
  },
  match: {
    summary: "Say whether a private key belongs to a certificate or CSR",
    arguments: "FILE...",
    options: { ...PASSPHRASE, at: AT },
    examples: [
      {
        line: "ssl-tools match server.pem server.key",
        help: "The files may have any order.",
      },
    ],
    run: async (paths, values) => {
      const passphrase = await passphraseOf(values);
      return await judged("match", paths, "match/verify", (files) => {
        const texts = files.map(({ bytes }) => fieldText(bytes));
        const keys = texts.filter((text) => privateKeyIn(text) !== null);
        // A file may hold both. With one kind only, the operation names the missing one.
        const others = texts.filter((text) => !keys.includes(text) || text.includes("CERTIFICATE"));
        return {
          certificate: others.join("\n"),
          privateKey: keys.join("\n"),
          passphrase,
          at: timeOf(values),
        };
      });
    },
  },
  decode: {
    summary: "Read a certificate signing request (CSR)",
    arguments: "FILE...",
    options: {},
    examples: [{
      line: "ssl-tools decode request.csr",
      help: "Its names, key and signature",
    }],
    run: (paths) =>
      judged(
        "decode",
        paths,
        "csr/decode",
        (files) => ({ csr: textsOf(files) }),
      ),
  },
  csr: csrCommand,
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;
