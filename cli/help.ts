/** The texts of `ssl-tools help`, from the table of commands. */
import type { Option } from "./command.ts";
import { OFFLINE } from "./network.ts";
import { COMMANDS } from "./commands.ts";

/** Options of every command. */
export const COMMON = {
  json: { type: "boolean", help: "Print the API's answer" },
  markdown: { type: "boolean", help: "Print Markdown" },
  sarif: { type: "boolean", help: "Print SARIF 2.1.0" },
  "sarif-file": { type: "string", value: "FILE", help: "Write SARIF to this new file too" },
  junit: { type: "boolean", help: "Print JUnit's XML" },
  github: { type: "boolean", help: "Print annotations of GitHub Actions" },
  "fail-on": {
    type: "string",
    value: "LEVEL",
    help: "Exit with 1 from this level on: error (the default), warning, note or never",
  },
  "expires-within": {
    type: "string",
    value: "TIME",
    help: "A certificate that expires within 21d, 36h or 3w is an error",
  },
  offline: OFFLINE,
  help: { type: "boolean", help: "Print this help" },
} as const satisfies Record<string, Option>;

export const STATUS = [
  "Exit status: 0 nothing was found, 1 something was found, 2 the command line is wrong,",
  "3 something could not be checked.",
];

const rows = (pairs: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const optionRows = (options: Readonly<Record<string, Option>>): string[] =>
  rows(
    Object.entries(options).map(([name, { value, short, help }]) =>
      [
        `${short === undefined ? "" : `-${short}, `}--${name}${
          value === undefined ? "" : ` ${value}`
        }`,
        help,
      ] as const
    ),
  );

/** All commands. */
export function overview(): string {
  const commands = Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary] as const);
  return [
    "Usage: ssl-tools COMMAND [OPTIONS] FILE...",
    "",
    "Everything runs on this computer. Only check, caa check and mcp --network connect, to the host and to what its certificates name.",
    "",
    "Commands:",
    ...rows(commands),
    "",
    "Options of every command:",
    ...optionRows(COMMON),
    "",
    "A FILE may be a folder, or - for standard input.",
    ...STATUS,
    "ssl-tools help COMMAND shows the options and examples of a command.",
    "ssl-tools completion bash (or zsh, fish) prints a script for your shell, ssl-tools man a manual page.",
    "",
  ].join("\n");
}

/** One command. */
export function helpOf(name: keyof typeof COMMANDS): string {
  const { summary, arguments: given, options, examples } = COMMANDS[name];
  return [
    `${summary}.`,
    "",
    `Usage: ssl-tools ${name} [OPTIONS] ${given}`,
    "",
    "Options:",
    ...optionRows({ ...options, ...COMMON }),
    "",
    "Examples:",
    ...examples.flatMap(({ line, help }) => [`  ${line}`, `      ${help}`]),
    "",
  ].join("\n");
}
