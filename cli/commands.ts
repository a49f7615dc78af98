/**
 * The commands: each reads its files, runs an operation and returns the report. Help, completion and the manual come
 * from this table.
 */
import { execute } from "../core/kernel/execute.ts";
import { createContext } from "../core/kernel/context.ts";
import { operations } from "../core/operations.ts";
import type { RenderedVerdict } from "../core/verdict/schema.ts";
import { privateKeyIn } from "../core/x509/pem/private-key-in.ts";
import { filesOf, type GivenFile, textOf, UnreadablePath } from "./files.ts";
import type { Report } from "./report.ts";
import { askSecret, canAsk, givenSecret } from "./secrets.ts";

/** An option with a value, or a switch. */
export interface Option {
  readonly type: "string" | "boolean";
  /** The placeholder of the value in the help; absent for a switch. */
  readonly value?: string;
  readonly help: string;
}

export type Values = Readonly<Record<string, string | boolean | undefined>>;

export interface Command {
  /** One sentence. */
  readonly summary: string;
  /** The arguments in the help. */
  readonly arguments: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Command lines with a sentence about each. */
  readonly examples: readonly {
    readonly line: string;
    readonly help: string;
  }[];
  readonly run: (paths: readonly string[], values: Values) => Promise<Report>;
}

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

/** A time of day may be left out: 2026-11-21 is its first second. */
const timeOf = ({ at }: Values): string | undefined =>
  typeof at !== "string" ? undefined : /^\d{4}-\d\d-\d\d$/.test(at) ? `${at}T00:00:00Z` : at;

const string = (value: Values[string]): string => typeof value === "string" ? value : "";

/** All files, or the report that one of them cannot be read. */
async function allFiles(paths: readonly string[]): Promise<GivenFile[]> {
  const files: GivenFile[] = [];
  for await (const file of filesOf(paths)) files.push(file);
  return files;
}

const textsOf = (files: readonly GivenFile[]): string => files.map(textOf).join("\n");

type Answer = { verdict: RenderedVerdict };

/** Runs one operation on files that belong together. */
async function judged(
  command: string,
  paths: readonly string[],
  operation: string,
  inputOf: (files: readonly GivenFile[]) => Record<string, unknown>,
): Promise<Report> {
  const name = paths.join(", ");
  try {
    const files = await allFiles(paths);
    return await answered(command, name, operation, inputOf(files));
  } catch (thrown) {
    if (!(thrown instanceof UnreadablePath)) throw thrown;
    const failed = {
      name: thrown.path,
      code: "unreadable",
      message: thrown.message,
    } as const;
    return { command, answered: [], failed: [failed] };
  }
}

async function answered(
  command: string,
  name: string,
  operation: string,
  input: Record<string, unknown>,
): Promise<Report> {
  const outcome = await execute(operations, operation, input, createContext());
  if (outcome.ok) {
    const answer = outcome.value as Answer;
    return {
      command,
      answered: [{ name, verdict: answer.verdict, answer }],
      failed: [],
    };
  }
  const { code, message, issues } = outcome.error;
  // A person can say the passphrase now. It is asked for once, so that a wrong one ends the command.
  const [field] = issues.map(({ path }) => path);
  if (code === "passphrase_required" && field !== undefined && canAsk()) {
    const secret = await askSecret(`${message}. Passphrase`);
    if (secret !== null) {
      return answered(command, name, operation, { ...input, [field]: secret });
    }
  }
  const hint = code === "passphrase_required"
    ? ". It comes from --passphrase-file or --passphrase-env"
    : "";
  // A fault of our own has no message but that of the operation.
  const said = message === "" ? operations.get(operation)!.contract.failure : message + hint;
  return { command, answered: [], failed: [{ name, code, message: said }] };
}

const passphraseOf = async (values: Values): Promise<string> =>
  await givenSecret({
    file: string(values["passphrase-file"]) || undefined,
    variable: string(values["passphrase-env"]) || undefined,
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
      const roots = string(values.roots);
      const own = roots === "" ? "" : textsOf(await allFiles([roots]));
      return await judged("chain", paths, "chain/analyze", (files) => ({
        certificate: textsOf(files),
        hostname: string(values.host),
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
        const texts = files.map(textOf);
        const keys = texts.filter((text) => privateKeyIn(text) !== null);
        // A file may hold both. With one kind only, the operation says which one is missing.
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
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;
