/** The field `verdict` in answers. */
import * as v from "valibot";
import { LEVELS } from "./levels.ts";

const text = v.string();
const level = v.picklist(LEVELS);

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
  about: v.nullable(v.object({
    name: text,
    /** Its place in `chain`; null for an object without a place. */
    index: v.nullable(v.number()),
  })),
});

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
