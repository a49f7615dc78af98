/** The result of a command: the answers of operations, with the verdicts that pages show too. */
import type { ErrorCode, Issue } from "../core/kernel/errors.ts";
import { CODES } from "../core/verdict/codes.ts";
import type { RenderedVerdict } from "../core/verdict/schema.ts";

/** The answer about one thing. */
export interface Answered {
  /** The files that it is about, or the host. */
  readonly name: string;
  readonly verdict: RenderedVerdict;
  /** The API's answer, for --json. */
  readonly answer: unknown;
  /** The file of the object that a statement is about, by its index; without it `name` is the file. */
  readonly fileOf?: (index: number) => string | undefined;
}

/** A thing that could not be checked. */
interface Failed {
  readonly name: string;
  readonly code: ErrorCode;
  /** A sentence without a full stop. */
  readonly message: string;
  /** The faults of single fields, for --json. */
  readonly issues?: readonly Issue[];
}

export interface Report {
  readonly command: string;
  readonly answered: readonly Answered[];
  readonly failed: readonly Failed[];
  /** Paths of the files that the command wrote. */
  readonly written?: readonly string[];
  /** The result itself, such as passwords or zone lines. A terminal shows it instead of the verdict. */
  readonly result?: string;
}

/** The file that a statement is about, or the thing that the whole answer is about. */
export const placeOf = (
  { name, fileOf }: Answered,
  { about }: RenderedVerdict["statements"][number],
): string => (about?.index == null ? undefined : fileOf?.(about.index)) ?? name;

export const EXIT = { fine: 0, found: 1, misused: 2, unchecked: 3 } as const;

/** The levels from which on a command fails, by the words of --fail-on. */
export const FAIL_ON = {
  error: ["bad"],
  warning: ["bad", "warning"],
  note: ["bad", "warning", "note"],
  never: [],
} as const satisfies Record<string, readonly RenderedVerdict["level"][]>;
export type FailOn = keyof typeof FAIL_ON;

/** The exit status: a finding counts more than something that could not be checked. */
export function statusOf({ answered, failed }: Report, failOn: FailOn): number {
  const levels: readonly string[] = FAIL_ON[failOn];
  const verdicts = answered.map(({ verdict }) => verdict);
  const isFound = verdicts.some(({ level, statements }) =>
    levels.includes(level) ||
    statements.some((statement) => levels.includes(statement.level))
  );
  if (isFound) return EXIT.found;
  if (failed.some(({ code }) => code === "invalid_input")) return EXIT.misused;
  return failed.length > 0 || verdicts.some(isUnchecked) ? EXIT.unchecked : EXIT.fine;
}

/** Whether the headline says that the check could not be made. */
function isUnchecked({ statements: [headline] }: RenderedVerdict): boolean {
  const codes: Readonly<Record<string, { outcome: string }>> = CODES;
  return headline !== undefined && codes[headline.code]?.outcome === "unknown";
}
