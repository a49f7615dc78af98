/**
 * An invented language, made of the English one: each letter has an accent, and each text is 40 % longer. It
 * shows that verdicts can be translated: every letter without an accent comes from the facts.
 */
import assert from "node:assert/strict";
import type { Language } from "../../core/verdict/text/language.ts";

const ACUTE = "\u0301";

const accented = (text: string): string => text.replace(/[A-Za-z]/g, (letter) => letter + ACUTE);

/** The words of a rule. A language has them in a table of its own, by the code of the rule. */
const OF_RULE = new Set(["title", "message", "advice"]);

/** The only facts with words: those of a broken rule, and the reason of a reader or of the network. */
const hasWords = (field: string, owner: object): boolean =>
  field === "reason" || "rule" in owner && OF_RULE.has(field);

/** A value of an enumeration, which the sentences choose by, or a field of a name. */
const isCode = (value: string): boolean => /^[a-z_]+$/.test(value);

interface Read {
  /** The facts, with their sentences in the language. */
  facts: unknown;
  /** The values that stay as they are, such as names. */
  values: string[];
}

/** Throws for a fact with English words that is not one of those. */
function read(facts: unknown, mayHaveWords = false): Read {
  if (typeof facts === "string") {
    if (mayHaveWords && !isCode(facts)) return { facts: accented(facts), values: [] };
    assert(plainEnglish(facts) === null, facts);
    return { facts, values: isCode(facts) || /^\d{4}-/.test(facts) ? [] : [facts] };
  }
  if (typeof facts !== "object" || facts === null) return { facts, values: [] };
  const entries = Object.entries(facts).map(([name, value]) =>
    [name, read(value, Array.isArray(facts) ? mayHaveWords : hasWords(name, facts))] as const
  );
  return {
    facts: Array.isArray(facts)
      ? entries.map(([, { facts }]) => facts)
      : Object.fromEntries(entries.map(([name, { facts }]) => [name, facts])),
    values: entries.flatMap(([, { values }]) => values),
  };
}

/** A text with accents on all letters that are in none of the values, and 40 % longer. */
function translated(text: string, values: readonly string[]): string {
  if (text === "") return "";
  const places = values.toSorted((a, b) => b.length - a.length).filter((value) => value !== "");
  let result = "";
  for (let at = 0; at < text.length;) {
    const value = places.find((one) => text.startsWith(one, at));
    const part = value ?? text[at];
    const isMarked = text[at + 1] === ACUTE;
    result += value === undefined && !isMarked ? accented(part) : part;
    at += part.length;
  }
  return `${result} ${"~".repeat(Math.ceil(text.length * 0.4))}`;
}

type Writers = Record<string, ((facts: unknown) => unknown) | undefined>;

/** The pseudo-language of an English one. */
export function pseudo({ texts, steps }: Language): Language {
  const wrapped = (writers: Writers) =>
    Object.fromEntries(
      Object.entries(writers).map(([code, write]) => [code, (given: unknown) => {
        const { facts, values } = read(given);
        const written = write!(facts);
        if (typeof written === "string") return translated(written, values);
        const { title, text } = written as { title: string; text: string };
        return { title: translated(title, values), text: translated(text, values) };
      }]),
    );
  return {
    texts: wrapped(texts as Writers) as Language["texts"],
    steps: wrapped(steps as Writers) as Language["steps"],
    sentence: (title) => `${title}.`,
  };
}

/** Words of every English sentence. */
const ENGLISH =
  /(?<![\w-])(?:a|an|and|are|be|by|can|cannot|for|from|has|have|in|is|it|its|not|of|on|only|that|the|their|this|to|was|were|which|with|you|your)(?![\w\u0301-]|\.\w)/i;

/** The first plain English word in a text of the pseudo-language; null without one. */
export function plainEnglish(text: string): string | null {
  // Letters of one word in quotes or of a name are facts.
  return ENGLISH.exec(text)?.[0] ?? null;
}
