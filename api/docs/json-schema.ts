/** Converts the schemas of operations to JSON Schema, and lists the fields of their input. */
import { toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import * as v from "valibot";
import type { Binding } from "../../core/kernel/execute.ts";
import { COMPONENTS } from "./components.ts";

export type JsonSchema = { [keyword: string]: unknown };

/**
 * The schema of an operation's input. A field is required if the operation reports its absence. `anyOf` has
 * the fields that are required unless a switch is on.
 */
export function inputSchema({ schema: { input }, contract: { optionalIf } }: Binding): JsonSchema {
  const schema = written(input, "input");
  const required = requiredFields(input);
  if (!isObject(schema.properties)) return schema;
  const properties: JsonSchema = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    properties[name] = required.has(name) ? requiredSchema(property as JsonSchema) : property;
  }
  const switched = Object.entries(optionalIf);
  const optional = new Set(switched.flatMap(([, names]) => names));
  const inOrder = Object.keys(properties).filter((name) => required.has(name));
  const always = inOrder.filter((name) => !optional.has(name));
  if (switched.length === 0) return { ...schema, properties, required: always };
  const anyOf = [
    { required: inOrder },
    ...switched.map(([name, names]) => ({
      properties: { [name]: { const: true } },
      required: [...inOrder.filter((field) => !names.includes(field)), name],
    })),
  ];
  return { ...schema, properties, required: always, anyOf };
}

/** The schema of an operation's value, which is in `data` or in the top level of the answer. */
export function outputSchema({ schema: { output } }: Binding): JsonSchema {
  return written(output, "output");
}

/** The named schemas, for `components.schemas`. */
export function componentSchemas(): JsonSchema {
  return toJsonSchemaDefs(COMPONENTS, { ...OPTIONS, typeMode: "output" }) as JsonSchema;
}

const OPTIONS = {
  target: "draft-2020-12",
  // Leave out checks that JSON Schema cannot express. The schema then allows more than the operation.
  errorMode: "ignore",
  overrideRef: ({ referenceId }: { referenceId: string }) =>
    referenceId in COMPONENTS ? `#/components/schemas/${referenceId}` : undefined,
} as const;

function written(schema: v.GenericSchema, typeMode: "input" | "output"): JsonSchema {
  const whole = toJsonSchema(schema, { ...OPTIONS, typeMode, definitions: COMPONENTS });
  const { $schema: _, $defs = {}, ...rest } = whole as JsonSchema;
  return inPlace(rest, $defs as JsonSchema) as JsonSchema;
}

/** Inlines definitions that the library made and that have no name in COMPONENTS. */
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
 * The fields whose absence is an error. In the schemas all fields are optional, so that each missing
 * one gets its own message.
 */
function requiredFields(input: v.GenericSchema): Set<string> {
  const { issues = [] } = v.safeParse(input, {});
  return new Set(issues.map((issue) => String(issue.path?.[0]?.key ?? "")).filter(Boolean));
}

/** The schema of a required field, without null and the default, for which the operation reports a missing field. */
function requiredSchema({ default: _, ...schema }: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.anyOf)) return schema;
  const { anyOf, ...rest } = schema;
  const kept = anyOf.filter((option) => option.type !== "null");
  return kept.length === 1 ? { ...rest, ...kept[0] } : { ...rest, anyOf: kept };
}

export interface Field {
  /** The path, with dots between levels. */
  name: string;
  /** "text", "number", "true or false", or the accepted values. */
  type: string;
  required: boolean;
  secret: boolean;
  /** The default as JSON; null if there is none, or if it is an empty text. */
  fallback: string | null;
}

/** Lists the fields of an operation's input, in the order of its form. */
export function inputFields(binding: Binding): Field[] {
  const fields: Field[] = [];
  walk(inputSchema(binding), "", requiredFields(binding.schema.input));
  return fields;

  function walk(schema: JsonSchema, prefix: string, whole?: Set<string>): void {
    const required = whole ?? new Set(Array.isArray(schema.required) ? schema.required : []);
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
