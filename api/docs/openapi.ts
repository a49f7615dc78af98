/** Generates the OpenAPI 3.1 document from the contracts and their schemas. */
import type { chainAnalyzeUrl } from "../../core/chain/contract.ts";
import { exampleOf } from "../../core/example-inputs.ts";
import type { Contract, OutputOf } from "../../core/kernel/contract.ts";
import type { ServerErrorCode } from "../../core/kernel/errors.ts";
import type { Binding } from "../../core/kernel/execute.ts";
import { provider } from "../../core/provider.ts";
import * as TEXT from "../../core/texts.ts";
import { COMPONENTS } from "./components.ts";
import { inCapitals } from "../../core/kernel/texts.ts";
import { enveloped } from "../http/envelope.ts";
import { ERROR_TEXTS, STATUS } from "../http/errors.ts";
import { componentSchemas, inputSchema, type JsonSchema, outputSchema } from "./json-schema.ts";
import { isInParts, PARTS_TYPE } from "../http/parts.ts";

/** The error codes that an operation's endpoint may return, by status. */
export function errorCodes({ runs }: Contract): Map<number, ServerErrorCode[]> {
  const byStatus = new Map<number, ServerErrorCode[]>();
  for (const code of Object.keys(STATUS) as ServerErrorCode[]) {
    const status = STATUS[code];
    if (NOT_OF_OPERATIONS.has(code)) continue;
    if (runs !== "network" && code.startsWith("host_")) continue;
    byStatus.set(status, [...byStatus.get(status) ?? [], code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

/** Errors for unknown paths, other methods and the metrics' token, which no operation returns. */
const NOT_OF_OPERATIONS = new Set<ServerErrorCode>([
  "endpoint_not_found",
  "method_not_allowed",
  "unauthorized",
]);

interface DescriptionOptions {
  version: string;
  /** Requests per minute and client; 0 for no limit. */
  rateLimit: number;
  /** Answers to the contracts' examples, by the operation's name. */
  answers?: ReadonlyMap<string, unknown>;
}

/** Returns the document of the operations and of the server's own endpoints. */
export function openApiDocument(
  bindings: readonly Binding[],
  { version, rateLimit, answers = new Map() }: DescriptionOptions,
): JsonSchema {
  const limit = rateLimit > 0
    ? `${rateLimit} requests a minute for each client, in a fixed window that starts with the first. ` +
      "RateLimit-Policy states the limit and RateLimit what is left of it " +
      "(draft-ietf-httpapi-ratelimit-headers-10)."
    : "No limit of requests.";
  const responses = new Responses();
  const withRefusals = (
    described: typeof HEALTH | typeof READY | typeof DESCRIPTION,
    codes: ServerErrorCode[],
  ) => ({
    ...described,
    responses: {
      ...described.responses,
      ...Object.fromEntries(
        codes.map((code) => [STATUS[code], { $ref: responses.refer(STATUS[code], [code]) }]),
      ),
    },
  });
  const operations = bindings.map((binding) => {
    const { name } = binding.contract;
    return [`/api/${name}`, { post: operation(binding, answers.get(name), responses) }] as const;
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "SSL Tools API",
      version,
      description:
        `JSON over POST, without a key or an account. Bodies are at most 1 MiB. ${limit} ` +
        `Assistants run the same operations with \`ssl-tools mcp\` (Model Context Protocol), from ${provider.source}.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    // The API needs no authentication.
    security: [],
    paths: {
      ...Object.fromEntries(operations),
      "/api/health": { get: withRefusals(HEALTH, ["forbidden"]) },
      "/api/ready": { get: withRefusals(READY, ["forbidden", "busy"]) },
      "/api/openapi.json": { get: withRefusals(DESCRIPTION, ["forbidden", "rate_limited"]) },
    },
    components: {
      schemas: {
        Failure: FAILURE,
        HostAnalysisAnswer: HOST_ANALYSIS_ANSWER,
        HostAnalysisLine: HOST_ANALYSIS_LINE,
        ...componentSchemas(),
      },
      responses: responses.named,
      headers: HEADERS,
    },
  };
}

function operation(binding: Binding, answer: unknown, responses: Responses): JsonSchema {
  const { contract } = binding;
  const [tag] = contract.name.split("/");
  const inParts = isInParts(contract);
  return {
    operationId: contract.name.replaceAll(/[/-]([a-z])/g, (_, letter) => letter.toUpperCase()),
    summary: contract.summary,
    tags: [tag],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: inputSchema(binding), example: exampleOf(contract) },
      },
    },
    responses: {
      "200": {
        description: inParts ? IN_PARTS : "The operation's answer.",
        headers: QUOTA_HEADERS,
        content: {
          "application/json": {
            schema: inParts
              ? { $ref: "#/components/schemas/HostAnalysisAnswer" }
              : answerSchema(binding),
            ...(answer === undefined ? {} : { example: enveloped(contract, answer) }),
          },
          ...(inParts ? { [PARTS_TYPE]: lines(answer as Partial<HostAnalysis> | undefined) } : {}),
        },
      },
      ...Object.fromEntries(
        [...errorCodes(contract)].map(([status, codes]) => [
          String(status),
          { $ref: responses.refer(status, codes) },
        ]),
      ),
    },
  };
}

type HostAnalysis = OutputOf<typeof chainAnalyzeUrl>;

const IN_PARTS =
  `The operation's answer. A request that accepts ${PARTS_TYPE} gets lines of JSON: parts of the ` +
  "answer as soon as they are known, then the whole answer or the error. If no part is known " +
  "before that, the answer or the error is a single JSON object.";

/** The answer as JSON lines. OpenAPI 3.1 cannot describe that, so the schema is that of one line. */
function lines(answer: Partial<HostAnalysis> | undefined): JsonSchema {
  const { everywhere } = answer ?? {};
  return {
    schema: { $ref: "#/components/schemas/HostAnalysisLine" },
    ...(everywhere && { example: { part: { everywhere } } }),
  };
}

/** The schema of a successful answer with this data. */
function successSchema(data: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: { success: { const: true }, data },
    required: ["success", "data"],
  };
}

const HOST_ANALYSIS_ANSWER = successSchema({ $ref: "#/components/schemas/HostAnalysis" });

const HOST_ANALYSIS_LINE = {
  description: "One line of an answer in parts.",
  anyOf: [
    {
      type: "object",
      properties: {
        part: {
          type: "object",
          description:
            "Fields of the answer. A field of a later line replaces that of an earlier one.",
          properties: Object.fromEntries(
            Object.keys(COMPONENTS.HostAnalysis.entries).map((field) => [
              field,
              { $ref: `#/components/schemas/HostAnalysis/properties/${field}` },
            ]),
          ),
          minProperties: 1,
        },
      },
      required: ["part"],
    },
    // The last line has one of these.
    { $ref: "#/components/schemas/HostAnalysisAnswer" },
    { $ref: "#/components/schemas/Failure" },
  ],
};

/** The schema of a successful answer with its envelope. */
function answerSchema(binding: Binding): JsonSchema {
  const output = outputSchema(binding);
  return binding.contract.envelope === "top"
    ? {
      allOf: [
        { type: "object", properties: { success: { const: true } }, required: ["success"] },
        output,
      ],
    }
    : successSchema(output);
}

/** Error responses. Operations with the same codes share one. */
class Responses {
  readonly named: Record<string, JsonSchema> = {};
  readonly #known = new Map<string, string>();

  /** Returns the reference to the response for these codes. */
  refer(status: number, codes: readonly ServerErrorCode[]): string {
    const key = codes.join();
    let name = this.#known.get(key);
    if (name === undefined) {
      const base = NAMES[status as keyof typeof NAMES];
      const others = Object.keys(this.named).filter((known) => known.startsWith(base)).length;
      name = others === 0 ? base : `${base}${others + 1}`;
      this.#known.set(key, name);
      this.named[name] = failed(status, codes);
    }
    return `#/components/responses/${name}`;
  }
}

/** The names of statuses in RFC 9110 and RFC 6585. */
const NAMES: Readonly<Record<(typeof STATUS)[keyof typeof STATUS], string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  408: "RequestTimeout",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  429: "TooManyRequests",
  431: "RequestHeaderFieldsTooLarge",
  500: "InternalServerError",
  502: "BadGateway",
  503: "ServiceUnavailable",
  504: "GatewayTimeout",
};

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
    error: {
      type: "string",
      description: "The first issue's message, or what failed, all in upper case.",
    },
    message: {
      type: "string",
      description:
        "`error` as a sentence, with the case of names and commands. Absent if it is equal to `error`.",
    },
    code: { enum: Object.keys(STATUS) },
    issues: {
      type: "array",
      description: "Faults of the input in the order of its fields. `message` is in upper case. " +
        "`text` is the same as a sentence, and absent if it is equal to `message`.",
      items: {
        type: "object",
        properties: {
          path: { type: "string" },
          message: { type: "string" },
          text: { type: "string" },
        },
        required: ["path", "message"],
      },
    },
  },
  required: ["success", "error", "code", "issues"],
  example: {
    success: false,
    error: inCapitals(TEXT.keyRequired),
    message: TEXT.keyRequired,
    code: "invalid_input",
    issues: [{
      path: "privateKey",
      message: inCapitals(TEXT.keyRequired),
      text: TEXT.keyRequired,
    }],
  },
};

/** A 200 response whose `data` has these properties, all of them required. */
const answered = (description: string, properties: JsonSchema) => ({
  "200": {
    description,
    content: {
      "application/json": {
        schema: successSchema({ type: "object", properties, required: Object.keys(properties) }),
      },
    },
  },
});

const READY = {
  operationId: "ready",
  summary: "Shows whether the server takes requests. It does not count against the rate limit.",
  tags: ["server"],
  responses: answered("The server takes requests.", { status: { const: "ready" } }),
};

const HEALTH = {
  operationId: "health",
  summary: "Shows that the server is running. It does not count against the rate limit.",
  tags: ["server"],
  responses: answered("The server is running.", {
    status: { const: "ok" },
    version: { type: "string" },
    build: {
      type: ["string", "null"],
      description: "The first digits of the hash of the sources; null without a built site.",
    },
    uptime: { type: "integer", description: "Seconds since the start." },
    store: {
      description: "Where requests are counted.",
      enum: ["memory", "redis", "memory (redis unreachable)"],
    },
    compute: {
      type: "object",
      properties: {
        kind: {
          description: "Where operations run; inline is the main thread.",
          enum: ["processes", "threads", "inline"],
        },
        threads: {
          type: "integer",
          description:
            "Processes or threads that should run operations; 0 if the main thread runs " +
            "them, with smaller budgets.",
        },
        working: { type: "integer", description: "How many of them work." },
      },
      required: ["kind", "threads", "working"],
    },
    data: {
      description: "The log lists that the server renews.",
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { type: "string" },
          table: { type: "string" },
          date: { type: "string", description: "The date of the list in use." },
          ageSeconds: { type: "integer" },
          problem: {
            type: ["string", "null"],
            description: "Why the newest list was not taken; null if it is in use.",
          },
        },
        required: ["name", "table", "date", "ageSeconds", "problem"],
      },
    },
  }),
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
