/**
 * The commands: each reads its files, runs an operation and returns the report. Help, completion and the manual come
 * from this table.
 */
import { caaCommand } from "./caa.ts";
import { AT, type Command, secretOptions, timeOf, valueOf } from "./command.ts";
import { callCommand } from "./call.ts";
import { checkCommand } from "./check.ts";
import { convertCommand } from "./convert.ts";
import { csrCommand } from "./csr.ts";
import { dataCommand } from "./data.ts";
import { diffCommand } from "./diff.ts";
import { fixCommand } from "./fix.ts";
import { inspectCommand } from "./inspect.ts";
import { lintCommand } from "./lint.ts";
import { allFiles, judged, pairOf, textsOf } from "./operation.ts";
import { mcpCommand } from "./mcp.ts";
import { passwordCommand } from "./password.ts";
import { pfxCommand } from "./pfx.ts";
import { secretOf } from "./secrets.ts";

export const COMMANDS = {
  inspect: inspectCommand,
  check: checkCommand,
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
    options: { ...secretOptions("passphrase", "The passphrase of the key"), at: AT },
    examples: [
      {
        line: "ssl-tools match server.pem server.key",
        help: "The files may have any order.",
      },
    ],
    run: async (paths, values) => {
      const passphrase = await secretOf(values, "passphrase") ?? "";
      return await judged("match", paths, "match/verify", (files) => ({
        ...pairOf(files),
        passphrase,
        at: timeOf(values),
      }));
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
  lint: lintCommand,
  diff: diffCommand,
  csr: csrCommand,
  fix: fixCommand,
  convert: convertCommand,
  pfx: pfxCommand,
  caa: caaCommand,
  password: passwordCommand,
  call: callCommand,
  data: dataCommand,
  mcp: mcpCommand,
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;
