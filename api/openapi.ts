/**
 * The API's description in OpenAPI 3.1, and the list of fields that the documentation shows: both
 * made from the contracts and nothing else.
 */
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import type { Contract } from "../core/kernel/contract.ts";
import type { Binding } from "../core/kernel/execute.ts";
import { ERROR_TEXTS } from "./error-texts.ts";
import type { ServerErrorCode } from "../core/kernel/errors.ts";
import { enveloped } from "./envelope.ts";
import { STATUS } from "./status.ts";
import { TEXT } from "../core/texts.ts";

export type JsonSchema = { [keyword: string]: unknown };

/** The schema of what a caller sends. Marked as required is what the operation itself demands. */
export function inputSchema({ schema: { input } }: Binding): JsonSchema {
  const schema = bare(toJsonSchema(input, { ...OPTIONS, typeMode: "input" }));
  const required = requiredFields(input);
  if (!isObject(schema.properties)) return schema;
  const properties: JsonSchema = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    properties[name] = required.has(name) ? demanded(property as JsonSchema) : property;
  }
  return { ...schema, properties, required: [...required] };
}

/** The schema of an operation's value, which stands under `data` or beside `success`. */
export function outputSchema({ schema: { output } }: Binding): JsonSchema {
  return bare(toJsonSchema(output, { ...OPTIONS, typeMode: "output" }));
}

/** Checks that JSON Schema cannot express are left out: the schema then allows more than we do. */
const OPTIONS = { target: "draft-2020-12", errorMode: "ignore" } as const;

function bare(schema: object): JsonSchema {
  const { $schema: _, ...rest } = schema as JsonSchema;
  return rest;
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null;

/** Fields that an empty input is told about. In the types all are optional, so that each missing
 * one gets its own message. */
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

/** Codes of the errors that an operation's endpoint may answer, by status. */
export function errorCodes({ cost, runs, stretches }: Contract): Map<number, ServerErrorCode[]> {
  const byStatus = new Map<number, ServerErrorCode[]>();
  for (const code of Object.keys(STATUS) as ServerErrorCode[]) {
    const status = STATUS[code];
    if (NOT_OF_OPERATIONS.has(code)) continue;
    if (runs !== "network" && code.startsWith("host_")) continue;
    if (cost === "light" && stretches === null && code === "busy") continue;
    byStatus.set(status, [...byStatus.get(status) ?? [], code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

/** A path that is none, another method, a token that is missing: these concern no operation. */
const NOT_OF_OPERATIONS = new Set<ServerErrorCode>([
  "endpoint_not_found",
  "method_not_allowed",
  "unauthorized",
]);

export interface DescriptionOptions {
  version: string;
  /** Requests a minute and client; 0 means no limit. */
  rateLimit: number;
  /** Answers to the contracts' examples, by the operation's name. */
  answers?: ReadonlyMap<string, unknown>;
}

/** The OpenAPI 3.1 document of the operations and of what the server adds. */
export function openApiDocument(
  bindings: readonly Binding[],
  { version, rateLimit, answers = new Map() }: DescriptionOptions,
): JsonSchema {
  const limit = rateLimit > 0
    ? `${rateLimit} requests a minute and client, in a fixed window that starts with the first. ` +
      "RateLimit-Policy and RateLimit tell what is left " +
      "(draft-ietf-httpapi-ratelimit-headers-10)."
    : "No limit of requests.";
  return {
    openapi: "3.1.0",
    info: {
      title: "SSL Tools API",
      version,
      description:
        `JSON over POST, without a key or an account. Bodies are at most 1 MiB. ${limit}`,
    },
    servers: [{ url: "/" }],
    paths: {
      ...Object.fromEntries(
        bindings.map((binding) => {
          const { name } = binding.contract;
          return [`/api/${name}`, { post: operation(binding, answers.get(name)) }];
        }),
      ),
      "/api/health": { get: HEALTH },
      "/api/openapi.json": { get: DESCRIPTION },
    },
    components: {
      schemas: { Failure: FAILURE },
      headers: HEADERS,
    },
  };
}

function operation(binding: Binding, answer: unknown): JsonSchema {
  const { contract } = binding;
  const [tag] = contract.name.split("/");
  return {
    operationId: contract.name.replaceAll(/[/-]([a-z])/g, (_, letter) => letter.toUpperCase()),
    summary: contract.summary,
    tags: [tag],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: inputSchema(binding), example: contract.example },
      },
    },
    responses: {
      "200": {
        description: "The operation's answer.",
        headers: QUOTA_HEADERS,
        content: {
          "application/json": {
            schema: answerSchema(binding),
            ...(answer === undefined ? {} : { example: enveloped(contract, answer) }),
          },
        },
      },
      ...Object.fromEntries(
        [...errorCodes(contract)].map((
          [status, codes],
        ) => [String(status), failed(status, codes)]),
      ),
    },
  };
}

/** The schema of a whole success answer. */
function answerSchema(binding: Binding): JsonSchema {
  const success = { const: true };
  const output = outputSchema(binding);
  return binding.contract.envelope === "top"
    ? {
      allOf: [
        { type: "object", properties: { success }, required: ["success"] },
        output,
      ],
    }
    : { type: "object", properties: { success, data: output }, required: ["success", "data"] };
}

function failed(status: number, codes: readonly ServerErrorCode[]): JsonSchema {
  return {
    description: codes.map((code) => `${code}: ${ERROR_TEXTS[code].meaning}`).join(" "),
    ...(status === 429 || status === 503 ? { headers: RETRY_HEADERS } : {}),
    content: {
      "application/json": {
        schema: {
          allOf: [{ $ref: "#/components/schemas/Failure" }, {
            properties: { code: { enum: codes } },
          }],
        },
      },
    },
  };
}

const HEADERS = {
  RetryAfter: {
    description: "Seconds until a new attempt makes sense (RFC 9110, section 10.2.3).",
    schema: { type: "integer", minimum: 1 },
  },
  RateLimitPolicy: {
    description: 'The limit: "requests";q=<requests>;w=<seconds>.',
    schema: { type: "string" },
  },
  RateLimit: {
    description: 'What is left: "requests";r=<requests>;t=<seconds until the window ends>.',
    schema: { type: "string" },
  },
};

const header = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });
const QUOTA_HEADERS = {
  "RateLimit-Policy": header("RateLimitPolicy"),
  "RateLimit": header("RateLimit"),
};
const RETRY_HEADERS = { "Retry-After": header("RetryAfter") };

const FAILURE = {
  type: "object",
  properties: {
    success: { const: false },
    error: { type: "string", description: "In upper case; the first issue's message." },
    code: { enum: Object.keys(STATUS) },
    issues: {
      type: "array",
      description: "Faults of the input in the order of its fields.",
      items: {
        type: "object",
        properties: { path: { type: "string" }, message: { type: "string" } },
        required: ["path", "message"],
      },
    },
  },
  required: ["success", "error", "code", "issues"],
  example: {
    success: false,
    error: TEXT.csrRequired,
    code: "invalid_input",
    issues: [{ path: "csr", message: TEXT.csrRequired }],
  },
};

const HEALTH = {
  operationId: "health",
  summary: "Tells that the server answers. Not counted against the limit.",
  tags: ["server"],
  responses: {
    "200": {
      description: "It does.",
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: {
              success: { const: true },
              data: {
                type: "object",
                properties: {
                  status: { const: "ok" },
                  version: { type: "string" },
                  uptime: { type: "integer", description: "Seconds since the start." },
                  store: {
                    description: "Where requests are counted.",
                    enum: ["memory", "redis", "memory (redis unreachable)"],
                  },
                  compute: {
                    type: "object",
                    properties: {
                      threads: {
                        type: "integer",
                        description:
                          "Threads that work on operations; 0 where the thread that answers does, " +
                          "with smaller budgets.",
                      },
                    },
                    required: ["threads"],
                  },
                },
                required: ["status", "version", "uptime", "store", "compute"],
              },
            },
            required: ["success", "data"],
          },
        },
      },
    },
  },
};

const DESCRIPTION = {
  operationId: "openapi",
  summary: "This document.",
  tags: ["server"],
  responses: {
    "200": {
      description: "An OpenAPI 3.1 document.",
      content: { "application/json": { schema: { type: "object" } } },
    },
  },
};
