/** Runs operations for commands, and turns their outcomes into reports. */
import type { Tables } from "../core/kernel/context.ts";
import type { Binding, Registry } from "../core/kernel/execute.ts";
import { fieldText } from "../core/x509/pem/file-text.ts";
import { privateKeyIn } from "../core/x509/pem/private-key-in.ts";
import type { RenderedVerdict } from "../core/verdict/schema.ts";
import { filesOf, type GivenFile, UnreadablePath } from "./files.ts";
import type { Report } from "./report.ts";
import { askSecret, canAsk } from "./secrets.ts";

/** All files of paths, in memory. Throws UnreadablePath. */
export async function allFiles(paths: readonly string[]): Promise<GivenFile[]> {
  const files: GivenFile[] = [];
  for await (const file of filesOf(paths)) files.push(file);
  return files;
}

/** The texts of files that belong together. */
export const textsOf = (files: readonly GivenFile[]): string =>
  files.map(({ bytes }) => fieldText(bytes)).join("\n");

/**
 * The fields `certificate` and `privateKey` from files in any order. A file may hold both. With one kind only, the
 * operation names the missing one.
 */
export function pairOf(files: readonly GivenFile[]): { certificate: string; privateKey: string } {
  const texts = files.map(({ bytes }) => fieldText(bytes));
  const keys = texts.filter((text) => privateKeyIn(text) !== null);
  const others = texts.filter((text) => !keys.includes(text) || text.includes("CERTIFICATE"));
  return { certificate: others.join("\n"), privateKey: keys.join("\n") };
}

/** The report about a path that cannot be read; throws any other error again. */
export function unreadable(command: string, thrown: unknown): Report {
  if (!(thrown instanceof UnreadablePath)) throw thrown;
  const { path: name, message } = thrown;
  return { command, answered: [], failed: [{ name, code: "unreadable", message }] };
}

/** Runs one operation on files that belong together. */
export async function judged(
  command: string,
  paths: readonly string[],
  operation: string,
  inputOf: (files: readonly GivenFile[]) => Record<string, unknown>,
): Promise<Report> {
  let files;
  try {
    files = await allFiles(paths);
  } catch (thrown) {
    return unreadable(command, thrown);
  }
  return await answered(command, paths.join(", "), operation, inputOf(files));
}

/** The lists that `data update` keeps, if the answer of the operation depends on them. */
export async function tablesFor(binding: Binding | undefined): Promise<Tables | undefined> {
  if (binding?.contract.usesTables !== true) return undefined;
  const { keptTables } = await import("./kept-lists.ts");
  return await keptTables();
}

/**
 * Runs one operation in this process. `name`: of the thing that it is about. `given`: the operations to choose from, if not
 * those of core.
 */
export async function answered(
  command: string,
  name: string,
  operation: string,
  input: Record<string, unknown>,
  given?: Registry,
): Promise<Report> {
  // The code of operations and their schemas is loaded only now: other commands start faster without it.
  const [{ execute }, { createContext }] = await Promise.all([
    import("../core/kernel/execute.ts"),
    import("../core/kernel/context.ts"),
  ]);
  const operations = given ?? (await import("../core/operations.ts")).operations;
  const tables = await tablesFor(operations.get(operation));
  const outcome = await execute(operations, operation, input, createContext({ tables }));
  if (outcome.ok) {
    const answer = outcome.value as { verdict: RenderedVerdict };
    return { command, answered: [{ name, verdict: answer.verdict, answer }], failed: [] };
  }
  const { code, message, issues } = outcome.error;
  // A person can enter the passphrase now, but only once: a wrong one ends the command.
  const [field] = issues.map(({ path }) => path);
  if (code === "passphrase_required" && field !== undefined && canAsk()) {
    const secret = await askSecret(
      `${message}. ${field === "password" ? "Password" : "Passphrase"}`,
    );
    if (secret !== null) {
      const withSecret = { ...input, [field]: secret };
      return await answered(command, name, operation, withSecret, operations);
    }
  }
  const hint = code === "passphrase_required"
    ? `. It comes from --${field ?? "passphrase"}-file or --${field ?? "passphrase"}-env`
    : "";
  // A fault of our own has no message, so the operation's sentence about failures is used.
  const said = message === "" ? operations.get(operation)!.contract.failure : message + hint;
  return { command, answered: [], failed: [{ name, code, message: said, issues }] };
}

/** The reports on several things as one. */
export const together = (command: string, reports: readonly Report[]): Report => ({
  command,
  answered: reports.flatMap(({ answered }) => answered),
  failed: reports.flatMap(({ failed }) => failed),
});
