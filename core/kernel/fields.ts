/** Schemas for the fields that inputs are made of, each with an authored message. */
import * as v from "valibot";
import { KERNEL_TEXT } from "./texts.ts";

/** The most that one text field may hold on the device, in UTF-16 code units (1 MiB). */
export const MAX_TEXT_LENGTH = 1024 * 1024;

/** An input object. Unknown members are dropped; anything but an object is refused. */
export function fields<const E extends v.ObjectEntries>(entries: E) {
  return v.object(entries, KERNEL_TEXT.inputObject);
}

/**
 * An input object with a rule that reads several fields. Its message stands at `path`, in the place
 * that this field has in the form; faults of other fields do not keep it from being told, as a check
 * behind the object would be. The rule is not asked while a field that it reads is itself at fault.
 */
export function withRule<
  const E extends v.ObjectEntries,
  const R extends readonly (keyof E & string)[],
>(
  schema: v.ObjectSchema<E, string>,
  reads: R,
  path: R[number],
  rule: (values: Pick<v.InferOutput<v.ObjectSchema<E, string>>, R[number]>) => string | null,
): v.ObjectSchema<E, string> {
  const order = Object.keys(schema.entries);
  return v._standardSchema({
    ...schema,
    "~run"(dataset, config) {
      const output = schema["~run"](dataset, config);
      const issues = output.issues ?? [];
      const fieldOf = (issue: v.BaseIssue<unknown>) => String(issue.path?.[0].key);
      // An issue without a path says that there is no object to read.
      const unread = issues.some((issue) =>
        !issue.path || (reads as readonly string[]).includes(fieldOf(issue))
      );
      if (unread) return output;
      const values = output.value as v.InferOutput<v.ObjectSchema<E, string>>;
      const message = rule(values);
      if (message === null) return output;
      const behind = issues.findIndex((issue) =>
        order.indexOf(fieldOf(issue)) > order.indexOf(path)
      );
      const input = values as Record<string, unknown>;
      const value = input[path];
      const issue: v.CheckIssue<unknown> = {
        kind: "validation",
        type: "check",
        input: value,
        expected: null,
        received: "",
        message,
        requirement: rule as never,
        path: [{ type: "object", origin: "value", input, key: path, value }],
      };
      const place = behind < 0 ? issues.length : behind;
      return {
        ...output,
        issues: [...issues.slice(0, place), issue, ...issues.slice(place)],
      } as typeof output;
    },
  });
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

/**
 * A list of at most so many items. Its length is looked at before its items: a list of a hundred
 * thousand faults is one fault. `tooMany` is told how many there are.
 */
export function list<const I extends v.GenericSchema>(
  schema: v.ArraySchema<I, string>,
  most: number,
  tooMany: (found: number) => string,
): v.ArraySchema<I, string> {
  return v._standardSchema(
    {
      ...schema,
      "~run"(dataset, config) {
        const { value } = dataset;
        if (!Array.isArray(value) || value.length <= most) return schema["~run"](dataset, config);
        const message = tooMany(value.length);
        const issue: v.MaxLengthIssue<unknown[], number> = {
          kind: "validation",
          type: "max_length",
          input: value,
          expected: `<=${most}`,
          received: `${value.length}`,
          message,
          requirement: most,
        };
        return { typed: false, value, issues: [issue] };
      },
    } as typeof schema,
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
  return KERNEL_TEXT.tooLarge(label, text.length / MAX_TEXT_LENGTH, 1);
}

/** One of a closed list of words; undefined and null take the page's default. */
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
