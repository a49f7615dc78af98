/** The field `verdict` in answers. */
import * as v from "valibot";
import { LEVELS } from "./levels.ts";

const text = v.string();
const level = v.picklist(LEVELS);

/** The object that a statement is about. */
export const subject = v.object({
  name: text,
  /** Its place in `chain`, or its `id` in the answer of the inspector; null for an object with neither. */
  index: v.nullable(v.number()),
});

/** One thing that was found out. */
export const renderedStatement = v.object({
  /** It stays the same when the words change. */
  code: text,
  level,
  /** In whole sentences. */
  text,
  /** The next step; null without one. */
  next: v.nullable(text),
  /** The object that it is about; null for the whole. */
  about: v.nullable(subject),
  /** Whether title or cause has its sentences; absent if not. */
  shown: v.optional(v.literal(true)),
});

export type RenderedStatement = v.InferOutput<typeof renderedStatement>;

/** The verdict as pages show it. */
export const renderedVerdict = v.object({
  /** A `note` says that something could not be checked, or that nothing decides. */
  level,
  /** The headline: the one fact that the caller came for. */
  title: text,
  /** The cause or the scope in a few sentences; "" if the title needs none. */
  cause: text,
  /** The one thing to do now; null if there is nothing to do. */
  next: v.nullable(text),
  /** The headline, the statements that explain it, and all others, the worst first. */
  statements: v.array(renderedStatement),
});
export type RenderedVerdict = v.InferOutput<typeof renderedVerdict>;

/** From good to bad; `unknown`: it was not checked or cannot be checked. */
const OUTCOMES = ["good", "unknown", "warning", "bad"] as const;

/** The verdict of the inspector on all files or on a set. */
export const inspectedVerdict = v.object({
  ...renderedVerdict.entries,
  /** The worst of the statements. */
  outcome: v.picklist(OUTCOMES),
  /** All statements: errors, answers, then the worst first. */
  statements: v.array(v.object({
    ...renderedStatement.entries,
    /** The level, with a word of its own for what could not be checked. A `note` decides nothing. */
    outcome: v.picklist([...OUTCOMES, "note"]),
    /** The object that it is about: of a chain the first one. Absent if there are several. */
    id: v.optional(v.number()),
    /** Whether it answers how parts of other programs' files belong together; absent if not. */
    relates: v.optional(v.literal(true)),
  })),
  /** Statements that neither title nor cause make; pages unfold them. */
  more: v.array(text),
});
export type InspectedVerdict = v.InferOutput<typeof inspectedVerdict>;
