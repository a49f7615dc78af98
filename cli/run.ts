/** Reads the command line, runs the command, and writes the report. */
import { parseArgs } from "node:util";
import { VERSION } from "../core/version.ts";
import { type Command, Misuse, timeOf, valueOf, type Values } from "./command.ts";
import { type CommandName, COMMANDS } from "./commands.ts";
import { COMPLETIONS } from "./completion.ts";
import { durationOf, withExpiries } from "./expiry.ts";
import { UnreadablePath } from "./files.ts";
import { asGithub } from "./formats/github.ts";
import { asJson } from "./formats/json.ts";
import { asJunit } from "./formats/junit.ts";
import { asMarkdown } from "./formats/markdown.ts";
import { asSarif } from "./formats/sarif.ts";
import { asText } from "./formats/text.ts";
import { COMMON, helpOf, overview } from "./help.ts";
import { manual } from "./manual.ts";
import { STDOUT, writeFile } from "./output.ts";
import { EXIT, FAIL_ON, type FailOn, type Report, statusOf } from "./report.ts";
import { visible } from "../core/kernel/formatting.ts";

/** Where the output goes. */
interface Streams {
  readonly out: (text: string) => unknown;
  readonly error: (text: string) => void;
  /** Whether standard output may have colours. */
  readonly isColoured: boolean;
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

const FAULT = "The command failed because of a fault in this program";

/** Runs `ssl-tools` with these arguments. Returns the exit status. */
export async function run(
  args: readonly string[],
  streams: Streams,
): Promise<number> {
  try {
    return await dispatched(args, streams);
  } catch (thrown) {
    if (!(thrown instanceof Misuse || thrown instanceof UnreadablePath)) {
      // Its message may quote a secret. An exit status of 1 would say that something was found.
      streams.error(`ssl-tools: ${FAULT} (${(thrown as Error).name}).\n`);
      return EXIT.unchecked;
    }
    const path = thrown instanceof UnreadablePath ? `${visible(thrown.path)}: ` : "";
    streams.error(`ssl-tools: ${path}${visible(thrown.message)}.\n`);
    return EXIT.misused;
  }
}

async function dispatched(
  args: readonly string[],
  streams: Streams,
): Promise<number> {
  const [name, ...rest] = args;
  if (
    name === undefined || name === "--help" || name === "-h" || name === "help"
  ) {
    const [about] = rest;
    if (about !== undefined && !isCommand(about)) throw unknown(about);
    await streams.out(about === undefined ? overview() : helpOf(about));
    return name === undefined ? EXIT.misused : EXIT.fine;
  }
  if (name === "man") {
    await streams.out(manual());
    return EXIT.fine;
  }
  if (name === "completion") {
    const [shell = ""] = rest;
    if (!Object.hasOwn(COMPLETIONS, shell)) {
      throw new Misuse(
        `completion needs the name of a shell: ${Object.keys(COMPLETIONS).join(", ")}`,
      );
    }
    await streams.out(COMPLETIONS[shell]());
    return EXIT.fine;
  }
  if (name === "--version") {
    await streams.out(`ssl-tools ${VERSION}\n`);
    return EXIT.fine;
  }
  if (!isCommand(name)) throw unknown(name);
  const command: Command = COMMANDS[name];
  const { values, positionals } = parsed(command, rest);
  if (values.help) {
    await streams.out(helpOf(name));
    return EXIT.fine;
  }
  if (positionals.length === 0 && !/^(?:\[.*)?$/.test(command.arguments)) {
    throw new Misuse(
      `${name} needs ${command.arguments}. Type "ssl-tools help ${name}" for its options`,
    );
  }
  const failOn = failOnOf(values);
  const within = withinOf(values);
  const found = await command.run(positionals, values);
  const report = within === null ? found : withExpiries(found, within, momentOf(values));
  const sarifFile = valueOf(values, "sarif-file");
  if (sarifFile !== "") {
    await writeFile(sarifFile, asSarif(report, VERSION), { isSecret: false, force: false });
  }
  // Files on standard output are for the next program, so the report goes to the person.
  const isPiped = report.written?.includes(STDOUT) ?? false;
  const tell = isPiped ? streams.error : streams.out;
  await tell(written(report, values, failOn, streams.isColoured && !isPiped));
  return statusOf(report, failOn);
}

const unknown = (name: string): Misuse =>
  new Misuse(
    `There is no command "${name}". The commands are ${Object.keys(COMMANDS).join(", ")}`,
  );

function parsed(command: Command, args: readonly string[]) {
  try {
    const options = { ...command.options, ...COMMON };
    return parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
  } catch (thrown) {
    const { code } = thrown as { code?: string };
    if (code === undefined || !code.startsWith("ERR_PARSE_ARGS_")) throw thrown;
    const given = args.filter((argument) => /^--?[^-]/.test(argument));
    const wrong = given.find((argument) => !isOption(command, argument));
    throw new Misuse(
      wrong === undefined
        ? "An option lacks its value, or has one although it takes none"
        : `There is no option ${wrong}. A file with such a name comes after --`,
    );
  }
}

function isOption({ options }: Command, argument: string): boolean {
  const [, letter] = /^-([a-z])/.exec(argument) ?? [];
  if (letter !== undefined) return Object.values(options).some(({ short }) => short === letter);
  const [, name] = /^--([^=]+)/.exec(argument) ?? [];
  return name !== undefined && (Object.hasOwn(options, name) || Object.hasOwn(COMMON, name));
}

function failOnOf({ "fail-on": level }: Values): FailOn {
  if (level === undefined) return "error";
  if (typeof level === "string" && Object.hasOwn(FAIL_ON, level)) {
    return level as FailOn;
  }
  throw new Misuse(
    `--fail-on is "${level}". It must be one of ${Object.keys(FAIL_ON).join(", ")}`,
  );
}

function withinOf({ "expires-within": within }: Values): number | null {
  if (typeof within !== "string") return null;
  const duration = durationOf(within);
  if (duration === null) {
    throw new Misuse(
      `--expires-within is "${within}". It must be a time such as 21d, 36h or 3w`,
    );
  }
  return duration;
}

/** The moment of --at in milliseconds; now without one. The operation has refused a wrong one. */
function momentOf(values: Values): number {
  const time = Date.parse(timeOf(values) ?? "");
  return Number.isNaN(time) ? Date.now() : time;
}

function written(
  report: Report,
  values: Values,
  failOn: FailOn,
  isColoured: boolean,
): string {
  if (values.json) return asJson(report);
  if (values.sarif) return asSarif(report, VERSION);
  if (values.junit) return asJunit(report, failOn);
  if (values.markdown) return asMarkdown(report);
  if (values.github) return asGithub(report);
  return asText(report, isColoured);
}
