/** Schemas for the fields of inputs, each with a message of ours. */
import * as v from "valibot";
import { MAX_TEXT_LENGTH } from "./contract.ts";
import { listed } from "./formatting.ts";
import { isPasswordTooLong } from "./passwords.ts";
import * as KERNEL_TEXT from "./texts.ts";

/**
 * An input object. Unknown members are dropped, and anything but an object is refused. A missing member
 * gets its schema's message for undefined.
 */
export function fields<const E extends v.ObjectEntries>(entries: E) {
  return v.object(entries, ({ path }) => {
    const missing = path && entries[path[0].key as string];
    const issues = missing && v.safeParse(missing as v.GenericSchema, undefined).issues;
    return issues?.[0].message ?? KERNEL_TEXT.inputObject;
  });
}

/** A rule over several fields. Its message belongs to the field `path`. */
interface Rule<E extends v.ObjectEntries> {
  /** The rule runs unless one of these fields is at fault. */
  readonly reads: readonly (keyof E & string)[];
  readonly path: keyof E & string;
  readonly rule: (values: v.InferOutput<ReturnType<typeof fields<E>>>) => string | null;
}

/**
 * An input object with rules that read several fields. Faults of fields that a rule does not read do not
 * stop it, as they would stop a check after the object.
 */
export function withRules<const E extends v.ObjectEntries>(
  schema: ReturnType<typeof fields<E>>,
  rules: readonly Rule<E>[],
) {
  const checks = rules.map(({ reads, path, rule }) =>
    v.rawCheck<v.InferOutput<typeof schema>>(({ dataset, addIssue }) => {
      // An issue without a path means that the input is not an object.
      const isUnread = dataset.issues?.some(({ path }) =>
        !path || reads.includes(String(path[0].key))
      );
      if (isUnread) return;
      const input = dataset.value as v.InferOutput<typeof schema>;
      const message = rule(input);
      if (message === null) return;
      const value = (input as Record<string, unknown>)[path];
      addIssue({ message, path: [{ type: "object", origin: "value", input, key: path, value }] });
    })
  );
  // Each field ends at its first fault; only the object itself goes on to the rules.
  const oneFault = <S extends v.GenericSchema>(entry: S) =>
    v.config(entry, { abortPipeEarly: true });
  const entries = Object.fromEntries(
    Object.entries(schema.entries).map((
      [name, entry],
    ) => [name, oneFault(entry as v.GenericSchema)]),
  ) as E;
  const [first, ...others] = checks;
  return v.config(v.pipe(fields(entries), first, ...others), { abortPipeEarly: false });
}

/**
 * A required text: undefined, null and white space get the message `required`. White space at the ends is
 * kept, because it may matter to the reader of the text.
 */
export function requiredText(label: string, required = `${label} is required`) {
  return v.pipe(
    v.optional(v.nullable(v.string(`${label} must be a string`), ""), ""),
    v.check((text) => text.trim() !== "", required),
    v.check((text) => text.length <= MAX_TEXT_LENGTH, (issue) => tooLong(label, issue.input)),
  );
}

/**
 * A list of at most `most` items. The length is checked first: a list that is too long is one fault, and its
 * items are not checked. `tooMany` returns the message for the number of items.
 */
export function list<Input, Output>(
  schema: v.GenericSchema<Input, Output>,
  most: number,
  tooMany: (found: number) => string,
) {
  const refused = v.never((issue) => tooMany((issue.input as unknown[]).length));
  return v.lazy<v.GenericSchema<Input, Output>>((given) =>
    Array.isArray(given) && given.length > most ? refused : schema
  );
}

/** An optional text. Undefined and null become "". */
export function optionalText(label: string) {
  return v.pipe(
    v.optional(v.nullable(v.string(`${label} must be a string`), ""), ""),
    v.check((text) => text.length <= MAX_TEXT_LENGTH, (issue) => tooLong(label, issue.input)),
  );
}

/** An optional password or passphrase, as long as key derivations take. Undefined and null become "". */
export function optionalPassword(label: string) {
  return v.pipe(
    optionalText(label),
    v.check((text) => !isPasswordTooLong(text), KERNEL_TEXT.passwordTooLong(label)),
  );
}

function tooLong(label: string, text: string): string {
  return KERNEL_TEXT.tooLarge(label, text.length / MAX_TEXT_LENGTH, 1);
}

/** A switch, off unless it is true. */
export function flag(label: string) {
  return v.optional(v.nullable(v.boolean(`${label} must be true or false`), false), false);
}

/** One of a closed list of words. Undefined and null become `fallback`, the page's default. */
export function choice<const T extends readonly string[]>(
  label: string,
  options: T,
  fallback: T[number],
) {
  const message = `${label} must be ${listed(options, "or")}`;
  return v.optional(v.nullable(v.picklist(options, message), fallback), fallback);
}

/** One of a closed list of words. It stays undefined or null if the caller leaves it out. */
export function optionalChoice<const T extends readonly string[]>(label: string, options: T) {
  return v.optional(v.nullable(v.picklist(options, `${label} must be ${listed(options, "or")}`)));
}

/** One of a few numbers. Undefined and null become `fallback`; a number in quotes is refused. */
export function numberChoice<const T extends readonly number[]>(
  label: string,
  options: T,
  fallback: T[number],
) {
  const message = `${label} must be ${listed(options.map(String), "or")}`;
  return v.optional(v.nullable(v.picklist(options, message), fallback), fallback);
}

const INSTANT_EXPECTED = "At must be a valid date and time in UTC, such as 2026-11-21T12:00:00Z";

/**
 * An optional instant: an ISO 8601 date-time in UTC. The schema parses it, so operations get milliseconds
 * since 1970. `expected` is the message for anything else.
 */
export const instant = (expected: string) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.string(expected),
        v.isoTimestamp(expected),
        v.rawTransform(({ dataset, addIssue, NEVER }) => {
          const read = readInstant(dataset.value);
          if (read !== null) return read;
          addIssue({ message: expected });
          return NEVER;
        }),
      ),
    ),
  );

/** The instant for which dates are judged; now if it is absent. Answers repeat it as `evaluatedAt`. */
export const at = instant(INSTANT_EXPECTED);

/**
 * "2026-11-21T12:00:00Z" in milliseconds since 1970. A fraction of a second is dropped, because dates
 * of certificates have none. Null for any other form and for an instant that does not exist: some
 * engines read 31 February as 3 March, others as NaN, and no comparison with NaN ever holds.
 */
function readInstant(text: string): number | null {
  const [, seconds] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z$/.exec(text) ?? [];
  const instant = Date.parse(`${seconds}Z`);
  if (Number.isNaN(instant)) return null;
  return new Date(instant).toISOString() === `${seconds}.000Z` ? instant : null;
}
