/** The calls of an assistant: each runs an operation, and its answer is marked as data. */
// @ts-types="@modelcontextprotocol/sdk/types"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { createContext } from "../../core/kernel/context.ts";
import type { ErrorCode } from "../../core/kernel/errors.ts";
import { execute, type Registry } from "../../core/kernel/execute.ts";
import { fieldText } from "../../core/x509/pem/file-text.ts";
import { verdictOf } from "../call.ts";
import { type GivenFile, UnreadablePath } from "../files.ts";
import { tablesFor } from "../operation.ts";
import { asText } from "../formats/text.ts";
import { asData, partAsJson, partAt } from "./data.ts";
import { MAKERS, withoutMade } from "./made.ts";
import type { Purpose } from "./places.ts";
import { ACCEPT, FILES, type Permissions, type Tool, toolsOf } from "./tools.ts";

type Input = Record<string, unknown>;

const DETAILS = "details";
/** Answers whose parts can still be asked for. */
const MOST_ANSWERS = 20;

const FAULT = "The call failed because of a fault in this program.";

/** A call that cannot be made. The message is for the assistant. */
class Refused extends Error {}

/** Answers the calls of an assistant with the operations and permissions that the start gave. */
export class Assistant {
  readonly #operations: Registry;
  readonly #permissions: Permissions;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #answers = new Map<string, unknown>();
  #last = 0;

  constructor(operations: Registry, permissions: Permissions) {
    this.#operations = operations;
    this.#permissions = permissions;
    this.#tools = toolsOf(operations, permissions);
  }

  list() {
    const tools = [...this.#tools.values()].map(({ name, operation, summary, ...tool }) => ({
      name,
      description: MAKERS.has(operation)
        ? `${summary} It writes new files, and the answer has their paths.`
        : summary,
      inputSchema: tool.inputSchema as { type: "object" },
      annotations: {
        readOnlyHint: !MAKERS.has(operation),
        destructiveHint: false,
        openWorldHint: tool.connects,
      },
    }));
    return [...tools, {
      name: DETAILS,
      description: "Shows a part of an earlier answer as JSON.",
      inputSchema: {
        type: "object" as const,
        properties: {
          answer: { type: "string", description: "The number of the answer" },
          at: {
            type: "string",
            description: 'A JSON Pointer such as "/validation"; the whole answer without it',
          },
        },
        required: ["answer"],
      },
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    }];
  }

  async call(name: string, input: Input): Promise<CallToolResult> {
    try {
      if (name === DETAILS) return this.#details(input);
      const tool = this.#tools.get(name);
      if (tool === undefined) throw new Refused("There is no such tool here");
      return await this.#run(tool, input);
    } catch (thrown) {
      // The message of any other error may quote the input.
      if (!(thrown instanceof Refused || thrown instanceof UnreadablePath)) {
        return failed("internal", FAULT);
      }
      const path = thrown instanceof UnreadablePath ? `${thrown.path}: ` : "";
      const code = thrown instanceof Refused ? "invalid_input" : "unreadable";
      return failed(code, `${path}${thrown.message}.`);
    }
  }

  async #run(tool: Tool, given: Input): Promise<CallToolResult> {
    const { operation } = tool;
    const input = await this.#inputOf(tool, given);
    const tables = await tablesFor(this.#operations.get(operation));
    const outcome = await execute(this.#operations, operation, input, createContext({ tables }));
    if (!outcome.ok) {
      const { code, message, issues } = outcome.error;
      const said = message || this.#operations.get(operation)!.contract.failure;
      const others = issues.slice(1).map((issue) => `${issue.path}: ${issue.message}`);
      return failed(code, `${said}.`, ...others);
    }
    const maker = MAKERS.get(operation);
    const written: string[] = [];
    for (const file of maker?.files(outcome.value as never) ?? []) {
      written.push(await this.#permissions.places.write(file));
    }
    const answer = maker === undefined ? outcome.value : withoutMade(outcome.value, maker.members);
    const number = this.#keep(answer);
    const report = {
      command: operation,
      answered: [{ name: operation, verdict: verdictOf(outcome.value), answer }],
      failed: [],
      written,
    };
    const lines = asText(report, false).trimEnd().split("\n");
    return said(
      `${asData(lines)}\nThis is answer ${number}. The tool "${DETAILS}" shows its parts: ${
        Object.keys(answer as object).join(", ")
      }.`,
    );
  }

  /** The input of the operation: what the assistant typed, and the content of the files that it names. */
  async #inputOf({ operation, inputSchema, fromFiles }: Tool, given: Input): Promise<Input> {
    const offered = Object.keys(inputSchema.properties as object);
    const refused = Object.keys(given).find((field) => !offered.includes(field));
    if (refused !== undefined) throw new Refused(`The field "${refused}" is not offered here`);
    const { [FILES]: named = {}, ...input } = given;
    if (typeof named !== "object" || named === null) {
      throw new Refused(`"${FILES}" must be an object`);
    }
    for (const [field, value] of Object.entries(named)) {
      const purpose = fromFiles.get(field);
      if (purpose === undefined) throw new Refused(`The field "${field}" takes no file here`);
      if (Object.hasOwn(input, field)) {
        throw new Refused(`The field "${field}" is given as text and as a file`);
      }
      const paths = pathsOf(value);
      const files = await this.#permissions.places.read(paths, purpose);
      if (files.length === 0) throw new Refused("There is no file in this folder");
      input[field] = field === "texts"
        ? files.map(asNamedText)
        : field === "passphrases"
        ? files.map((file) => joined([file], purpose))
        : joined(files, purpose);
    }
    if (operation === "inspect") input[ACCEPT] = this.#permissions.acceptPrivateKeys;
    return input;
  }

  #keep(answer: unknown): string {
    const number = String(++this.#last);
    this.#answers.set(number, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MOST_ANSWERS) this.#answers.delete(oldest);
    return number;
  }

  #details({ answer, at = "" }: Input): CallToolResult {
    // The text of an object may be a fault.
    const number = typeof answer === "object" ? "" : String(answer);
    if (!this.#answers.has(number)) {
      throw new Refused(`There is no such answer. The last ${MOST_ANSWERS} answers are kept`);
    }
    const part = typeof at === "string" ? partAt(this.#answers.get(number), at) : undefined;
    if (part === undefined) throw new Refused("The answer has no such part");
    return said(asData(partAsJson(part).split("\n"), Infinity));
  }
}

function pathsOf(value: unknown): string[] {
  const paths = Array.isArray(value) ? value : [value];
  if (paths.length === 0 || !paths.every((path) => typeof path === "string" && path !== "")) {
    throw new Refused(`"${FILES}" needs a path or a list of paths for each field`);
  }
  return paths;
}

const asNamedText = ({ name, bytes }: GivenFile) => ({ name, text: fieldText(bytes) });

/** The content of files as the text of one field. The line break that editors add does not belong to a password. */
const joined = (files: readonly GivenFile[], purpose: Purpose): string =>
  purpose === "password"
    ? files.map(({ bytes }) => new TextDecoder().decode(bytes).replace(/\r?\n$/, "")).join("")
    : files.map(({ bytes }) => fieldText(bytes)).join("\n");

const said = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });

const failed = (code: ErrorCode, ...lines: readonly string[]): CallToolResult => ({
  ...said(asData(lines)),
  _meta: { code },
  isError: true,
});
