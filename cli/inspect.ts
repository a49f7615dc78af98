/** The command `inspect`: what files are, what belongs together, and what is wrong with them. */
import process from "node:process";
import { counted } from "../core/kernel/formatting.ts";
import type { inspect as inspectContract } from "../core/inspect/contract.ts";
import type { OutputOf } from "../core/kernel/contract.ts";
import type { InspectMethods } from "../core/inspect/session-contract.ts";
import { AT, type Command, Misuse, secretOptions, timeOf, type Values } from "./command.ts";
import { filesOf, type GivenFile } from "./files.ts";
import { unreadable } from "./operation.ts";
import type { Report } from "./report.ts";
import { secretOf } from "./secrets.ts";

/** Files that are handed over at once. */
const BATCH = 100;

export const inspectCommand = {
  summary: "Say what files are, which belong together, and what is wrong with them",
  arguments: "FILE...",
  options: {
    ...secretOptions("password", "A password of PFX files, keystores and encrypted keys"),
    at: AT,
  },
  examples: [
    { line: "ssl-tools inspect server.pem", help: "One file" },
    {
      line: "ssl-tools inspect /etc/ssl/private backup.zip --expires-within 30d",
      help: "Folders with all that is below them, and archives",
    },
  ],
  run: inspect,
} as const satisfies Command;

/** The options whose output needs more than the verdict. */
const READERS = ["json", "sarif", "sarif-file", "github", "expires-within"];

type Answer = OutputOf<typeof inspectContract>;

async function inspect(paths: readonly string[], values: Values): Promise<Report> {
  const now = momentOf(values);
  const password = await secretOf(values, "password");
  const [{ callSession }, { createInspection }] = await Promise.all([
    import("../core/kernel/execute.ts"),
    import("../core/inspect/session.ts"),
  ]);
  const session = createInspection({ mostBytes: Infinity });
  const call = async <Name extends keyof InspectMethods>(
    name: Name,
    input: InspectMethods[Name]["input"],
  ): Promise<InspectMethods[Name]["output"]> => {
    const outcome = await callSession(session, name, input, () => Promise.resolve(null));
    if (!outcome.ok) throw new Error(outcome.error.message);
    return outcome.value as InspectMethods[Name]["output"];
  };
  const progress = new Progress();
  let batch: GivenFile[] = [];
  const add = async () => {
    const { files } = await call("add", { files: batch });
    batch = [];
    progress.show(`${counted(files, "file")} read`);
  };
  const skipped: { file: string; position: number; message: string; id: null }[] = [];
  try {
    const onSkipped = (file: string, message: string) =>
      void skipped.push({ file, position: 0, message, id: null });
    for await (const file of filesOf(paths, onSkipped)) {
      batch.push(file);
      if (batch.length === BATCH) await add();
    }
    if (batch.length > 0) await add();
  } catch (thrown) {
    return unreadable("inspect", thrown);
  } finally {
    progress.end();
  }
  if (password !== null) await call("unlock", { password, id: null });
  const { verdict } = await call("relate", { now, unread: skipped });
  // The answer of thousands of objects is large, so it is made only for those who read it.
  const isRead = READERS.some((name) => values[name] !== undefined);
  const answer: Answer | null = isRead ? JSON.parse(await call("json", {})) : null;
  const files = new Map(answer?.objects.map(({ id, places: [{ file }] }) => [id, file]));
  const fileOf = (id: number) => files.get(id);
  return {
    command: "inspect",
    answered: [{ name: paths.join(", "), verdict, answer, fileOf }],
    failed: [],
  };
}

/** The moment of --at; undefined without one. */
function momentOf(values: Values): number | undefined {
  const text = timeOf(values);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new Misuse(`--at is "${text}". It must be a time such as 2026-11-21T12:00:00Z`);
  }
  return time;
}

/** One line on a terminal that shows how far long work is. It is not written to pipes and files. */
class Progress {
  readonly #isShown = process.stderr.isTTY === true;
  #width = 0;

  show(text: string): void {
    if (!this.#isShown) return;
    process.stderr.write(`\r${text.padEnd(this.#width)}`);
    this.#width = text.length;
  }

  end(): void {
    if (this.#width > 0) process.stderr.write(`\r${" ".repeat(this.#width)}\r`);
  }
}
