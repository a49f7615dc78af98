/** Schemas for the fields that inputs are made of, each with an authored message. */
import * as v from "valibot";
import { TEXT } from "./texts.ts";

/** The most that one text field may hold on the device, in UTF-16 code units (1 MiB). */
export const MAX_TEXT_LENGTH = 1024 * 1024;

/** An input object. Unknown members are dropped; anything but an object is refused. */
export function fields<const E extends v.ObjectEntries>(entries: E) {
  return v.object(entries, TEXT.inputObject);
}

/**
 * A text that must be there: undefined, null and blank all answer `required`. White space at the
 * ends is kept, for it may matter to the reader behind.
 */
export function requiredText(label: string, required = `${label} IS REQUIRED`) {
  return v.pipe(
    v.optional(v.nullable(v.string(`${label} MUST BE A TEXT`), ""), ""),
    v.check((text) => text.trim() !== "", required),
    v.check((text) => text.length <= MAX_TEXT_LENGTH, (issue) => tooLong(label, issue.input)),
  );
}

/** A text that may be left out; undefined and null read as "". */
export function optionalText(label: string) {
  return v.pipe(
    v.optional(v.nullable(v.string(`${label} MUST BE A TEXT`), ""), ""),
    v.check((text) => text.length <= MAX_TEXT_LENGTH, (issue) => tooLong(label, issue.input)),
  );
}

function tooLong(label: string, text: string): string {
  const size = (text.length / MAX_TEXT_LENGTH).toFixed(1);
  return `${label} IS TOO LARGE: ${size} MiB, AT MOST 1 MiB`;
}

/** One of the specification's words; undefined and null take the page's default. */
export function choice<const T extends readonly string[]>(
  label: string,
  options: T,
  fallback: T[number],
) {
  const message = `${label} MUST BE ${listed(options)}`;
  return v.optional(v.nullable(v.picklist(options, message), fallback), fallback);
}

/** One of a few numbers; a number in quotes is refused. */
export function numberChoice<const T extends readonly number[]>(
  label: string,
  options: T,
  fallback: T[number],
) {
  const message = `${label} MUST BE ${listed(options.map(String))}`;
  return v.optional(v.nullable(v.picklist(options, message), fallback), fallback);
}

function listed(options: readonly string[]): string {
  return options.length < 2
    ? options.join("")
    : `${options.slice(0, -1).join(", ")} OR ${options.at(-1)}`;
}

/**
 * The moment for which dates are judged: an ISO 8601 date-time in UTC, or absent for now.
 * Answers carry it back as `evaluatedAt`.
 */
export const at = v.optional(
  v.nullable(
    v.pipe(
      v.string("AT MUST BE A DATE AND TIME SUCH AS 2026-11-21T12:00:00Z"),
      v.isoTimestamp("AT MUST BE A DATE AND TIME SUCH AS 2026-11-21T12:00:00Z"),
    ),
  ),
);
