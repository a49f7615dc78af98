/** The report as Markdown, for comments on changes and for tickets. */
import { inMarkdown, markdownOf } from "../../core/verdict/text/short.ts";
import type { Report } from "../report.ts";

export function asMarkdown({ answered, failed }: Report): string {
  const parts = answered.map((one) => markdownOf(one));
  for (const { name, message } of failed) {
    parts.push(
      `### ${inMarkdown(name)}\n\n**Could not be checked**: ${inMarkdown(message)}.\n`,
    );
  }
  return parts.join("\n");
}
