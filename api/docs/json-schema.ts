/** JSON Schema of the operations' input and output, and the input's fields in words. */
import { toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import * as v from "valibot";
import type { Binding } from "../../core/kernel/execute.ts";
import { COMPONENTS } from "./components.ts";

export type JsonSchema = { [keyword: string]: unknown };

/** The schema of what a caller sends. Marked as required is what the operation itself demands. */
export function inputSchema({ schema: { input } }: Binding): JsonSchema {
  const schema = written(input, "input");
  const required = requiredFields(input);
  if (!isObject(schema.properties)) return schema;
  const properties: JsonSchema = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    properties[name] = required.has(name) ? demanded(property as JsonSchema) : property;
  }
  return { ...schema, properties, required: [...required] };
}

/** The schema of an operation's value, which is under `data` or beside `success`. */
export function outputSchema({ schema: { output } }: Binding): JsonSchema {
  return written(output, "output");
}

/** The named shapes themselves, for `components.schemas`. */
export function componentSchemas(): JsonSchema {
  return toJsonSchemaDefs(COMPONENTS, { ...OPTIONS, typeMode: "output" }) as JsonSchema;
}

const OPTIONS = {
  target: "draft-2020-12",
  // Checks that JSON Schema cannot express are left out: the schema then allows more than we do.
  errorMode: "ignore",
  overrideRef: ({ referenceId }: { referenceId: string }) =>
    referenceId in COMPONENTS ? `#/components/schemas/${referenceId}` : undefined,
} as const;

function written(schema: v.GenericSchema, typeMode: "input" | "output"): JsonSchema {
  const whole = toJsonSchema(schema, { ...OPTIONS, typeMode, definitions: COMPONENTS });
  const { $schema: _, $defs = {}, ...rest } = whole as JsonSchema;
  return inPlace(rest, $defs as JsonSchema) as JsonSchema;
}

/** Puts what the library defines apart, without a name of ours, where it is referred to. */
function inPlace(value: unknown, definitions: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((item) => inPlace(item, definitions));
  if (!isObject(value)) return value;
  const { $ref, ...rest } = value;
  const id = /^#\/\$defs\/(.+)$/.exec(String($ref))?.[1];
  if (id) return inPlace({ ...definitions[id] as JsonSchema, ...rest }, definitions);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, inPlace(item, definitions)]),
  );
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null;

/**
 * The fields that an empty input is refused for. In the types all are optional, so that each missing
 * one gets its own message.
 */
function requiredFields(input: v.GenericSchema): Set<string> {
  const { issues = [] } = v.safeParse(input, {});
  return new Set(issues.map((issue) => String(issue.path?.[0]?.key ?? "")).filter(Boolean));
}

/** A field's schema without the null and the default that only lead to "is required". */
function demanded({ default: _, ...schema }: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.anyOf)) return schema;
  const { anyOf, ...rest } = schema;
  const kept = anyOf.filter((option) => option.type !== "null");
  return kept.length === 1 ? { ...rest, ...kept[0] } : { ...rest, anyOf: kept };
}

export interface Field {
  /** Dots between levels. */
  name: string;
  /** In words: "text", "number", "true or false", or the values that are accepted. */
  type: string;
  required: boolean;
  secret: boolean;
  /** What holds when the field is left out, as JSON; null when there is nothing to say. */
  fallback: string | null;
}

/** The fields of an operation's input, in the order of its form. */
export function inputFields(binding: Binding): Field[] {
  const fields: Field[] = [];
  walk(inputSchema(binding), "");
  return fields;

  function walk(schema: JsonSchema, prefix: string): void {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      const name = prefix + key;
      const fallback = property.default;
      fields.push({
        name,
        type: wordsFor(property),
        required: required.has(key),
        secret: binding.contract.secrets.includes(name),
        fallback: fallback === undefined || fallback === "" ? null : JSON.stringify(fallback),
      });
      const nested = objectOf(property);
      if (nested) walk(nested, `${name}.`);
    }
  }
}

function objectOf(schema: JsonSchema): JsonSchema | null {
  if (isObject(schema.properties)) return schema;
  for (const option of Array.isArray(schema.anyOf) ? schema.anyOf : []) {
    const found = objectOf(option);
    if (found) return found;
  }
  return null;
}

function wordsFor(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(", ");
  if ("const" in schema) return JSON.stringify(schema.const);
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return options.map(wordsFor).join(" or ");
  switch (schema.type) {
    case "string":
      return "text";
    case "boolean":
      return "true or false";
    case "array":
      return `list of ${wordsFor(isObject(schema.items) ? schema.items : {})}`;
    case undefined:
      return "anything";
    default:
      return String(schema.type);
  }
}
