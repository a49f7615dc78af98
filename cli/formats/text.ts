/** The report for people at a terminal: the verdict first, as on the page. */
import type { RenderedVerdict } from "../../core/verdict/schema.ts";
import { STDOUT } from "../output.ts";
import type { Answered, Report } from "../report.ts";
import { visible } from "../../core/kernel/formatting.ts";

type Level = RenderedVerdict["level"];

/** A word for each level, because not everyone sees the colour. */
const WORDS: Record<Level, string> = {
  bad: "error",
  warning: "warning",
  note: "note",
  good: "ok",
};
/** Colours of ECMA-48: red, yellow, cyan, green. */
const COLOURS: Record<Level, number> = {
  bad: 31,
  warning: 33,
  note: 36,
  good: 32,
};
const BOLD = 1;

/** Lines for standard output. `isColoured`: whether they may have colours. */
export function asText(
  { command, answered, failed, written = [], result }: Report,
  isColoured: boolean,
): string {
  const paint = (code: number, text: string) => isColoured ? `\x1b[${code}m${text}\x1b[0m` : text;
  const mark = (level: Level) => paint(COLOURS[level], WORDS[level]);
  // The inspector's sentences name their object.
  const nameOf = (about: { name: string } | null) =>
    about === null || command === "inspect" ? "" : `${visible(about.name)}: `;
  const one = ({ name, verdict }: Answered): string => {
    const { level, title, cause, next, statements } = verdict;
    const rest = statements.filter(({ shown }) => !shown);
    return [
      paint(BOLD, visible(name)),
      `${mark(level)}  ${visible(title)}`,
      ...cause === "" ? [] : [`    ${visible(cause)}`],
      ...next === null ? [] : [`    Next: ${visible(next)}`],
      ...rest.flatMap(({ level, text, next: step, about }) => [
        `  ${mark(level)}  ${nameOf(about)}${visible(text)}`,
        ...step === null || step === next ? [] : [`    Next: ${visible(step)}`],
      ]),
    ].join("\n");
  };
  const parts = [
    ...result === undefined ? answered.map(one) : [linesOf(result)],
    ...failed.map(({ name, message }) =>
      `${paint(BOLD, visible(name))}\n${paint(COLOURS.bad, "could not be checked")}  ${
        visible(message)
      }.`
    ),
  ];
  const paths = written.filter((path) => path !== STDOUT);
  if (paths.length > 0) parts.push(paths.map((path) => `Written: ${visible(path)}`).join("\n"));
  return parts.length === 0 ? "" : `${parts.join("\n\n")}\n`;
}

/** The lines of a result. No line acts on a terminal. */
const linesOf = (text: string): string => text.trimEnd().split("\n").map(visible).join("\n");
