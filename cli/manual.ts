/** The manual page in roff, from the table of commands. */
import { VERSION } from "../core/version.ts";
import type { Option } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { COMMON, STATUS } from "./help.ts";

/** A line of text: a hyphen as it is typed, no escape, and no request at its start. */
const roff = (text: string): string =>
  text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^([.'])/, "\\&$1");

const optionLines = (options: Readonly<Record<string, Option>>): string[] =>
  Object.entries(options).flatMap(([name, { value, short, help }]) => [
    ".TP",
    `.B ${roff(`${short === undefined ? "" : `-${short}, `}--${name}`)}${
      value === undefined ? "" : ` ${value}`
    }`,
    `${roff(help)}.`,
  ]);

export function manual(): string {
  return [
    `.TH SSL\\-TOOLS 1 "" "ssl-tools ${VERSION}"`,
    ".SH NAME",
    "ssl\\-tools \\- read, check and make TLS keys and certificates",
    ".SH SYNOPSIS",
    ".B ssl\\-tools",
    "COMMAND [OPTIONS] ARGUMENT...",
    ".SH COMMANDS",
    ...Object.entries(COMMANDS).flatMap(([name, { summary, arguments: given, options }]) => [
      `.SS "${roff(name)} ${given}"`,
      `${roff(summary)}.`,
      ...optionLines(options),
    ]),
    ".SH OPTIONS",
    ...optionLines(COMMON),
    ".SH EXIT STATUS",
    ...STATUS.map(roff),
    ".SH EXAMPLES",
    ...Object.values(COMMANDS).flatMap(({ examples }) =>
      examples.flatMap(({ line, help }) => [".TP", `.B ${roff(line)}`, roff(help)])
    ),
    "",
  ].join("\n");
}
