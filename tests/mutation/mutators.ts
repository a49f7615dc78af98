/**
 * Small faults for a source text: a condition negated, a check left out, one off by one, another
 * constant. They are made from the text itself, so that no list of them grows old.
 */

export interface Fault {
  /** Path of the source from the project's root. */
  file: string;
  line: number;
  /** What was done to the line. */
  what: string;
  /** The whole source with the fault. */
  text: string;
}

interface Mutator {
  what: string;
  pattern: RegExp;
  /** What takes the match's place, or null where there is no fault in it. */
  replace(match: RegExpExecArray, code: string): { end: number; text: string } | null;
}

/** Takes the place of a match by a text of its own. */
const by = (replacements: Readonly<Record<string, string>>): Mutator["replace"] => (match) => {
  const text = replacements[match[0]];
  return text === undefined ? null : { end: match.index + match[0].length, text };
};

const MUTATORS: readonly Mutator[] = [
  {
    what: "condition negated",
    pattern: /\bif \(/g,
    replace({ index }, code) {
      const start = index + "if (".length;
      const end = closing(code, start);
      return end < 0 ? null : { end: end + 1, text: `if (!(${code.slice(start, end)}))` };
    },
  },
  {
    what: "check left out",
    pattern: /^ +(?:if \(.*\) )?(?:throw |add\(|[\w.]*budget\.spend\w*\().*;$/gm,
    replace: ({ index, 0: { length } }) => ({ end: index + length, text: ";" }),
  },
  {
    what: "off by one",
    pattern: / (?:<|<=|>|>=) /g,
    replace: by({ " < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > " }),
  },
  {
    what: "other operator",
    pattern: / (?:&&|\|\||===|!==) /g,
    replace: by({ " && ": " || ", " || ": " && ", " === ": " !== ", " !== ": " === " }),
  },
  {
    what: "other constant",
    pattern: /(?<![\w.#])(?:0x[\da-f]+|\d[\d_]*|true|false)(?![\w.])/g,
    replace({ index, 0: word }) {
      const text = word === "true" ? "false" : word === "false" ? "true" : `(${word} + 1)`;
      return { end: index + word.length, text };
    },
  },
];

/** Every fault that the mutators find in a source. */
export function faultsIn(file: string, source: string): Fault[] {
  const code = codeOf(source);
  const faults: Fault[] = [];
  for (const { what, pattern, replace } of MUTATORS) {
    for (const match of code.matchAll(pattern)) {
      const done = replace(match, code);
      if (done === null) continue;
      const start = match.index;
      // The replacement is made of masked code: what it repeats is taken from the source.
      const repeated = what === "condition negated"
        ? `if (!(${source.slice(start + "if (".length, done.end - 1)}))`
        : done.text;
      const line = source.slice(0, start).split("\n").length;
      const changed = source.slice(start, done.end).trim().split("\n")[0];
      faults.push({
        file,
        line,
        what: `${what} at "${changed}" in ${source.split("\n")[line - 1].trim()}`,
        text: source.slice(0, start) + repeated + source.slice(done.end),
      });
    }
  }
  return faults;
}

/** The position of the parenthesis that closes the one before `start`; -1 where there is none. */
function closing(code: string, start: number): number {
  let open = 1;
  for (let at = start; at < code.length; at++) {
    if (code[at] === "(") open += 1;
    if (code[at] === ")" && --open === 0) return at;
  }
  return -1;
}

/** Comments, strings, regular expressions, imports and types, in which nothing is to be changed. */
const NO_CODE = [
  /\/\*[^]*?\*\//,
  /\/\/[^\n]*/,
  /"(?:\\.|[^"\\\n])*"/,
  /`(?:\\.|[^`\\])*`/,
  /(?<=[(=,:!&|?[]\s*)\/(?![*/\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/,
  /^import [^;]*;/,
  /^export (?:type|interface) [^]*?(?:;|^\})$/,
  /^(?:type|interface) [^]*?(?:;|^\})$/,
];
const MASKED = new RegExp(NO_CODE.map(({ source }) => source).join("|"), "gm");

/** The source with everything that is no code as spaces, at the same places. */
function codeOf(source: string): string {
  return source.replace(MASKED, (text) => text.replaceAll(/[^\n]/g, " "));
}
