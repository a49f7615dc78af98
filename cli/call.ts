/** The command `call`: any operation of the API with its JSON, for scripts and for operations without a command. */
import type { Failure } from "../core/kernel/errors.ts";
import type { RenderedVerdict } from "../core/verdict/schema.ts";
import { type Command, Misuse, OUTPUT, valueOf, type Values } from "./command.ts";
import { filesOf } from "./files.ts";
import { asJson } from "./formats/json.ts";
import { tablesFor, unreadable } from "./operation.ts";
import { writeFile } from "./output.ts";
import type { Answered, Report } from "./report.ts";

export const callCommand = {
  summary: "Run an operation of the API with its JSON",
  arguments: "OPERATION FILE...",
  options: OUTPUT,
  examples: [{
    line: "ssl-tools call crl/generate request.json --output answer.json",
    help:
      "An answer may hold a private key, so it goes to a new file, or with - to standard output",
  }],
  run: call,
} as const satisfies Command;

async function call([name, ...paths]: readonly string[], values: Values): Promise<Report> {
  const output = valueOf(values, "output");
  if (paths.length === 0 || output === "") {
    throw new Misuse("call needs an operation, a file with its JSON, and --output");
  }
  const [{ execute }, { createContext }, { operations }] = await Promise.all([
    import("../core/kernel/execute.ts"),
    import("../core/kernel/context.ts"),
    import("../core/operations.ts"),
  ]);
  if (!operations.has(name)) {
    throw new Misuse(
      `There is no operation "${name}". They are ${[...operations.keys()].join(", ")}`,
    );
  }
  const tables = await tablesFor(operations.get(name));
  const answered: Answered[] = [];
  const failed: Report["failed"][number][] = [];
  try {
    for await (const { name: file, bytes } of filesOf(paths)) {
      const input = parsed(new TextDecoder().decode(bytes));
      const outcome = input === undefined
        ? { ok: false as const, error: NOT_JSON }
        : await execute(operations, name, input, createContext({ tables }));
      if (outcome.ok) {
        answered.push({ name: file, verdict: verdictOf(outcome.value), answer: outcome.value });
      } else failed.push({ name: file, ...outcome.error });
    }
  } catch (thrown) {
    return unreadable("call", thrown);
  }
  const report = { command: "call", answered, failed };
  await writeFile(output, asJson(report), { isSecret: true, force: values.force === true });
  return {
    ...report,
    answered: answered.map((one) => ({ ...one, answer: null })),
    written: [output],
  };
}

const NOT_JSON: Failure = { code: "unreadable", message: "This is not JSON", issues: [] };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The answer's own verdict. A few answers are only facts, without a verdict. */
export function verdictOf(answer: unknown): RenderedVerdict {
  const { verdict } = answer as { verdict?: RenderedVerdict };
  if (verdict !== undefined) return verdict;
  const title = "The operation has answered";
  const headline = {
    code: "answered",
    level: "good" as const,
    text: title,
    next: null,
    about: null,
  };
  return { level: "good", title, cause: "", next: null, statements: [headline] };
}
