/**
 * The contract of an operation: its name, its requirements, and the types of its input and output. Pages
 * import contracts, so a contract imports only the type of its schema. `bindings.generated.ts` binds each
 * contract to its schema and its code.
 */
import type * as v from "valibot";

/** The most that one text field may hold on the device, in UTF-16 code units (1 MiB). */
export const MAX_TEXT_LENGTH = 1024 * 1024;

/** A feature of the JavaScript engine without which an operation cannot run. */
export type Capability = "webassembly" | "subtle-crypto";

/**
 * Where an operation may run. `both`: on the device and on the API. `device`: only on the device.
 * `network`: only on the API, because it needs a socket.
 */
type Runs = "both" | "device" | "network";

/**
 * The load of an operation on a server. `light`: a few milliseconds. `compute`: a core for a long time, to
 * make a key or to stretch a password. `network`: seconds of waiting for other hosts. The API limits
 * how many of each kind run at a time.
 */
export type Cost = "light" | "compute" | "network";

/** The content of a PEM block according to its label. */
export type BlockKind = "certificate" | "request" | "crl" | "ocsp-response";

/** The shapes of an operation's input and output. */
export interface Schema {
  /** Every check has a message of ours, because valibot's messages quote the value, which may be a secret. */
  readonly input: v.GenericSchema;
  readonly output: v.GenericSchema;
}

/** The property that carries a contract's types. It does not exist at run time. */
declare const SCHEMA: unique symbol;

export interface Contract<S extends Schema = Schema> {
  readonly [SCHEMA]?: S;
  /** The path below /api, which is the path of its file below `core` too. */
  readonly name: string;
  /** One sentence for the API documentation. */
  readonly summary: string;
  readonly runs: Runs;
  readonly cost: Cost;
  /** Names of input fields for passwords to be stretched. If one is given, the cost is `compute`. */
  readonly stretches: readonly string[];
  /**
   * Whether a call of a `compute` operation is light: making a key on an elliptic curve takes
   * milliseconds, an RSA key takes seconds. The input is not validated yet.
   */
  readonly isQuick?: (input: Readonly<Record<string, unknown>>) => boolean;
  readonly needs: readonly Capability[];
  /** Names of input fields that hold a secret. A page sends them only after the user has confirmed. */
  readonly secrets: readonly string[];
  /**
   * Fields that must not be blank, in the order of the form, each with its message. The schema has the
   * same messages; pages, which do not load schemas, check these before they send anything.
   */
  readonly required: Readonly<Record<string, string>>;
  /** Switches of the input, each with the required fields that may be blank if it is true. */
  readonly optionalIf: Readonly<Record<string, readonly string[]>>;
  /**
   * Text fields, each with the kinds of PEM blocks that the operation reads from it. A page sends only those
   * blocks, so a private key in the same text stays on the device.
   */
  readonly blocks: Readonly<Record<string, readonly BlockKind[]>>;
  /** Whether the answer depends on tables that a site renews (`Context.tables`). */
  readonly usesTables: boolean;
  /** The message when the operation fails without a message of its own. */
  readonly failure: string;
  /** Whether the answer is in `data` or next to `success` (docs/decisions.md, "The envelope"). */
  readonly envelope: "data" | "top";
}

/** The cost of one call with this input. */
export function costOf(contract: Contract, input: Readonly<Record<string, unknown>>): Cost {
  const { stretches, cost, isQuick } = contract;
  if (stretches.some((field) => isGiven(input, field))) return "compute";
  return cost === "compute" && isQuick?.(input) ? "light" : cost;
}

/** Whether the input has this field and the field is not empty. */
export const isGiven = (input: Readonly<Record<string, unknown>>, field: string): boolean =>
  Object.hasOwn(input, field) && Boolean(input[field]);

type SchemaOf<C extends Contract> = C extends Contract<infer S> ? S : never;
/** The input of the operation's code, after validation and with defaults. */
export type InputOf<C extends Contract> = v.InferOutput<SchemaOf<C>["input"]>;
/** The input that callers send. */
export type RequestOf<C extends Contract> = v.InferInput<SchemaOf<C>["input"]>;
/** The answer of an operation. */
export type OutputOf<C extends Contract> = v.InferOutput<SchemaOf<C>["output"]>;

type Defaulted =
  | "runs"
  | "cost"
  | "stretches"
  | "needs"
  | "secrets"
  | "required"
  | "optionalIf"
  | "blocks"
  | "usesTables"
  | "envelope";

/**
 * Completes a contract with defaults: it runs on device and API, is light, needs no engine feature and
 * has no secret. The type argument is the type of its schema. Bundlers drop a contract that is not used.
 */
/* @__NO_SIDE_EFFECTS__ */
export function contract<S extends Schema>(
  parts: Omit<Contract<S>, Defaulted> & Partial<Pick<Contract<S>, Defaulted>>,
): Contract<S> {
  const cost = parts.runs === "network" ? "network" : "light";
  return {
    runs: "both",
    cost,
    stretches: [],
    needs: [],
    secrets: [],
    required: {},
    optionalIf: {},
    blocks: {},
    usesTables: false,
    envelope: "data",
    ...parts,
  };
}
