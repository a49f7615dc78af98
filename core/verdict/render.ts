/** Turns a verdict into sentences. It is the last step, in the answers of the API and on pages. */
import type { About, Statement, Step, Verdict } from "./model.ts";
import type { RenderedStatement, RenderedVerdict } from "./schema.ts";
import type { Language, Words } from "./text/language.ts";

/** The verdict in a language: the headline, its cause, the next step, and all statements. */
export function renderVerdict(verdict: Verdict, language: Language): RenderedVerdict {
  const { level, headline, cause, others } = verdict;
  const { title, text } = wordsOf(headline, language);
  const because = cause.map((statement) => textOf(statement, language));
  const next = [headline, ...cause].find((statement) => statement.next !== null)?.next ?? null;
  return {
    level,
    title,
    cause: [text, ...because].filter((part) => part !== "").join(" "),
    next: next && nextOf(next, language),
    statements: [
      // Engines give each copy of an object by "..." a shape of its own, which takes more memory than its content.
      ...[headline, ...cause].map((one) =>
        Object.assign(renderStatement(one, language), { shown: true as const })
      ),
      ...others.map((one) => renderStatement(one, language)),
    ],
  };
}

/** A statement in a language. */
export function renderStatement(statement: Statement, language: Language): RenderedStatement {
  return {
    code: codeOf(statement),
    level: statement.level,
    text: textOf(statement, language),
    next: statement.next && nextOf(statement.next, language),
    about: aboutOf(statement.about),
  };
}

/** A statement about a broken rule has the code of the rule. */
const codeOf = ({ code, facts }: Statement): string =>
  (code.startsWith("rule_") || code === "signed_file_invalid") && "rule" in facts
    ? facts.rule ?? code
    : code;

const aboutOf = (about: About | null) => about && { name: about.name, index: about.index };

/** All sentences of a statement. */
export function textOf(statement: Statement, language: Language): string {
  const { title, text } = wordsOf(statement, language);
  const first = language.sentence(title);
  return text === "" ? first : `${first} ${text}`;
}

function wordsOf({ code, facts }: Statement, { texts }: Language): Words {
  const write = texts[code] as ((facts: Statement["facts"]) => Words) | undefined;
  if (!write) throw new Error(`The language has no sentence for ${code}`);
  return write(facts);
}

function nextOf({ code, facts }: Step, { steps }: Language): string {
  const write = steps[code] as ((facts: Step["facts"]) => string) | undefined;
  if (!write) throw new Error(`The language has no sentence for the step ${code}`);
  return write(facts);
}
