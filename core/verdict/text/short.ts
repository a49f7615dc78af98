/**
 * A verdict in the few lines of a mail, a ticket or a terminal. The lines are made of the rendered verdict, so they say
 * what the page says. Text from outside is on one line, and no character of it acts.
 */
import { visible, withCommas } from "../../kernel/formatting.ts";
import type { RenderedStatement, RenderedVerdict } from "../schema.ts";
import { sentence } from "./sentence.ts";

/** The content of a short answer. */
export interface ShortAnswer {
  /** The object, files or host that the answer is about; "" if it has no name. */
  readonly name: string;
  readonly verdict: Readonly<Pick<RenderedVerdict, "level" | "title" | "cause" | "next">> & {
    readonly statements: readonly RenderedStatement[];
  };
}

/** Longer lines are cut, because names in certificates have no limit. */
const MAX_LINE = 600;

function lineOf(text: string): string {
  return text.length > MAX_LINE ? `${visible(text.slice(0, MAX_LINE))}…` : visible(text);
}

/** The headline with the name of its object, unless the headline names it. */
export const headlineOf = ({ name, verdict: { title } }: ShortAnswer): string =>
  lineOf(name === "" || holdsName(title, name) ? title : `${name}: ${title}`);

/** Whether the title has the name as a whole, not as a part of a word or of a longer name. */
function holdsName(title: string, name: string): boolean {
  const isPart = (character: string | undefined) => /[\p{L}\p{N}.-]/u.test(character ?? " ");
  for (let at = title.indexOf(name); at !== -1; at = title.indexOf(name, at + 1)) {
    if (!isPart(title[at - 1]) && !isPart(title[at + name.length])) return true;
  }
  return false;
}

/** At most five lines of plain text: the answer, the cause, the one thing to do, and a link. */
export function mailText(answer: ShortAnswer, link: string): string {
  const { cause, next } = answer.verdict;
  return [
    sentence(headlineOf(answer)),
    ...cause === "" ? [] : [lineOf(cause)],
    ...next === null ? [] : [`To do: ${lineOf(next)}`],
    link,
  ].join("\n") + "\n";
}

/**
 * Characters that Markdown, HTML or GitHub read. A colon before other text begins an address or a picture, and "www." an
 * address; a mark of a list never begins a line, because our own words come before it.
 */
const MARKS = /[\\`*_{}[\]()#|<>~&@$]|:(?=\S)|(?<=www)\./gi;

/** The text so that it looks the same after rendering: no link, mention, picture or element is made from it. */
export const inMarkdown = (text: string): string =>
  visible(text).replace(MARKS, (mark) => `&#${mark.charCodeAt(0)};`);

/** The answer as Markdown. `most` of its further statements are listed; title and cause say the first ones. */
export function markdownOf({ name, verdict }: ShortAnswer, most = Infinity): string {
  const { level, title, cause, next } = verdict;
  const statements = furtherOf(verdict);
  return [
    ...name === "" ? [] : [`### ${inMarkdown(name)}`],
    `**${inMarkdown(title)}** (${level})`,
    ...cause === "" ? [] : [inMarkdown(cause)],
    ...next === null ? [] : [`Next: ${inMarkdown(next)}`],
    statements.slice(0, most).map(({ level, text }) => `- ${level}: ${inMarkdown(text)}`)
      .join("\n"),
  ].filter((part) => part !== "").join("\n\n") + "\n";
}

/** The statements that neither title nor cause has said. */
const furtherOf = ({ statements }: ShortAnswer["verdict"]) =>
  statements.filter(({ shown }) => !shown);

/** The lines of a short answer in Markdown that are not statements: heading, title, cause, next, and the link. */
const MAX_SHORT = 15;
const OTHER_LINES = 10;

/** At most fifteen lines of Markdown. The last one has the number of the statements left out, and the link. */
export function shortMarkdown(answer: ShortAnswer, link: string): string {
  const most = MAX_SHORT - OTHER_LINES;
  const one = {
    name: lineOf(answer.name),
    verdict: {
      ...answer.verdict,
      title: lineOf(answer.verdict.title),
      cause: lineOf(answer.verdict.cause),
      next: answer.verdict.next && lineOf(answer.verdict.next),
      statements: answer.verdict.statements.map((statement) => ({
        ...statement,
        text: lineOf(statement.text),
      })),
    },
  };
  const more = furtherOf(answer.verdict).length - most;
  const rest = more > 0 ? `${withCommas(more)} more: ${link}` : link;
  return `${markdownOf(one, most)}\n${rest}\n`;
}

/** A reply to "please send us a CSR". `csr` in PEM; `names`: those that it requests. */
export function requestReply({ csr, names }: { csr: string; names: readonly string[] }): string {
  return [
    "Hello,",
    "here is the CSR that you asked for.",
    ...names.length === 0 ? [] : [`Names: ${lineOf(names.join(", "))}`],
    csr.trim(),
    "The private key stays with us. You do not need it to issue the certificate.",
  ].join("\n\n") + "\n";
}
