/** The report as commands of GitHub Actions, which annotate files. */
import type { RenderedVerdict } from "../../core/verdict/schema.ts";
import { placeOf, type Report } from "../report.ts";
import { visible } from "../../core/kernel/formatting.ts";

const COMMANDS: Record<RenderedVerdict["level"], string | null> = {
  bad: "error",
  warning: "warning",
  note: "notice",
  good: null,
};

/** In a value of a command, these characters would end it or begin another. */
const encoded = (text: string): string =>
  visible(text).replace(
    /[%,:]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export function asGithub({ answered, failed }: Report): string {
  const lines = answered.flatMap((one) =>
    one.verdict.statements.flatMap((statement) => {
      const { level, text, code } = statement;
      const command = COMMANDS[level];
      return command === null ? [] : [
        `::${command} file=${encoded(placeOf(one, statement))},title=${encoded(code)}::${
          encoded(text)
        }`,
      ];
    })
  );
  for (const { name, code, message } of failed) {
    lines.push(
      `::error file=${encoded(name)},title=${code}::${encoded(message)}`,
    );
  }
  return lines.map((line) => `${line}\n`).join("");
}
