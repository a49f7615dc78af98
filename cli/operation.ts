/** Runs operations for commands, and turns their outcomes into reports. */
import { createContext } from "../core/kernel/context.ts";
import { execute } from "../core/kernel/execute.ts";
import { operations } from "../core/operations.ts";
import { fieldText } from "../core/x509/pem/file-text.ts";
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

/** Runs one operation on files that belong together. */
export async function judged(
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

/** Runs one operation in this process. `name`: of the thing that it is about. */
export async function answered(
  command: string,
  name: string,
  operation: string,
  input: Record<string, unknown>,
): Promise<Report> {
  const outcome = await execute(operations, operation, input, createContext());
  if (outcome.ok) {
    const answer = outcome.value as { verdict: RenderedVerdict };
    return {
      command,
      answered: [{ name, verdict: answer.verdict, answer }],
      failed: [],
    };
  }
  const { code, message, issues } = outcome.error;
  // A person can enter the passphrase now, but only once: a wrong one ends the command.
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
  // A fault of our own has no message, so the operation's sentence about failures is used.
  const said = message === "" ? operations.get(operation)!.contract.failure : message + hint;
  return { command, answered: [], failed: [{ name, code, message: said }] };
}
