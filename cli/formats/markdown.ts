/** The report as Markdown, for comments on changes and for tickets. */
import type { Report } from "../report.ts";
import { visible } from "../visible.ts";

/**
 * Characters that Markdown, HTML or GitHub read. A colon before other text begins an address or a picture, and "www." an
 * address; a mark of a list never begins a line, because our own words stand before it.
 */
const MARKS = /[\\`*_{}[\]()#|<>~&@$]|:(?=\S)|(?<=www)\./gi;
/** The text so that it looks the same after rendering: no link, mention, picture or element is made from it. */
const inMarkdown = (text: string): string =>
  visible(text).replace(MARKS, (mark) => `&#${mark.charCodeAt(0)};`);

export function asMarkdown({ answered, failed }: Report): string {
  const parts = answered.map((
    { name, verdict: { level, title, cause, next, statements } },
  ) =>
    [
      `### ${inMarkdown(name)}`,
      `**${inMarkdown(title)}** (${level})`,
      ...cause === "" ? [] : [inMarkdown(cause)],
      ...next === null ? [] : [`Next: ${inMarkdown(next)}`],
      statements.slice(1).map(({ level, text }) => `- ${level}: ${inMarkdown(text)}`).join("\n"),
    ].filter((part) => part !== "").join("\n\n")
  );
  for (const { name, message } of failed) {
    parts.push(
      `### ${inMarkdown(name)}\n\n**Could not be checked**: ${inMarkdown(message)}.`,
    );
  }
  return `${parts.join("\n\n")}\n`;
}
