/**
 * What an operation is, without its schema and its code: its name, what it needs, and the types of
 * its input and output. Pages import contracts, so a contract imports no more than the type of its
 * schema. Each tool's `operations.ts` binds contract, schema and code.
 */
import type * as v from "valibot";

/** The most that one text field may hold on the device, in UTF-16 code units (1 MiB). */
export const MAX_TEXT_LENGTH = 1024 * 1024;

/** What an engine must offer before an operation can run in it. */
export type Capability = "webassembly" | "subtle-crypto";

/**
 * Where an operation may run. `both`: on the device and on the API. `device`: never offered over
 * the wire. `network`: needs a socket, hence the API alone.
 */
type Runs = "both" | "device" | "network";

/**
 * What an operation takes from a server beyond the moment that it holds the thread. `compute`: a
 * core for long (a key made, a password stretched). `network`: seconds of waiting for other hosts.
 * The API lets only so many of each run at a time.
 */
export type Cost = "light" | "compute" | "network";

/** What a PEM block holds, as far as its label says. */
export type BlockKind = "certificate" | "request" | "crl" | "ocsp-response";

/** The shapes of an operation's input and output. */
export interface Schema {
  /** Every message in a schema is authored here: valibot's own would echo the value received. */
  readonly input: v.GenericSchema;
  readonly output: v.GenericSchema;
}

/** Where a contract's types are kept. Nothing is there at run time. */
declare const SCHEMA: unique symbol;

export interface Contract<S extends Schema = Schema> {
  readonly [SCHEMA]?: S;
  /** The path below /api, which is the path of its file below `core` too. */
  readonly name: string;
  /** One sentence for the API documentation. */
  readonly summary: string;
  readonly runs: Runs;
  readonly cost: Cost;
  /** Names of the input fields that hold a password to be stretched: one that is given makes it `compute`. */
  readonly stretches: readonly string[];
  /**
   * Whether a call of a `compute` operation is light all the same: making a key on an elliptic curve
   * takes milliseconds, an RSA key takes seconds. The input was not checked.
   */
  readonly isQuick?: (input: Readonly<Record<string, unknown>>) => boolean;
  readonly needs: readonly Capability[];
  /** Names of input fields that hold a secret: a page asks before it sends them anywhere. */
  readonly secrets: readonly string[];
  /**
   * Fields that must not be blank, in the order of the form, with what is said where one is. The
   * schema says the same; this is what a page knows of it before it sends anything.
   */
  readonly required: Readonly<Record<string, string>>;
  /**
   * Text fields of which the operation reads these PEM blocks alone: nothing else of such a text
   * leaves the device, least of all a private key that was pasted along.
   */
  readonly blocks: Readonly<Record<string, readonly BlockKind[]>>;
  /** What is shown when the operation fails without a message of its own. */
  readonly failure: string;
  /** Whether the answer is under `data` or beside `success` (docs/decisions.md, "The envelope"). */
  readonly envelope: "data" | "top";
}

/** What one call with this input takes. */
export function costOf(contract: Contract, input: Readonly<Record<string, unknown>>): Cost {
  const { stretches, cost, isQuick } = contract;
  if (stretches.some((field) => isGiven(input, field))) return "compute";
  return cost === "compute" && isQuick?.(input) ? "light" : cost;
}

/** Whether the caller gave this field, and not as an empty text. */
export const isGiven = (input: Readonly<Record<string, unknown>>, field: string): boolean =>
  Object.hasOwn(input, field) && Boolean(input[field]);

type SchemaOf<C extends Contract> = C extends Contract<infer S> ? S : never;
/** What an operation is called with, after validation and defaults. */
export type InputOf<C extends Contract> = v.InferOutput<SchemaOf<C>["input"]>;
/** What a caller may pass. */
export type RequestOf<C extends Contract> = v.InferInput<SchemaOf<C>["input"]>;
/** What an operation answers. */
export type OutputOf<C extends Contract> = v.InferOutput<SchemaOf<C>["output"]>;

type Defaulted =
  | "runs"
  | "cost"
  | "stretches"
  | "needs"
  | "secrets"
  | "required"
  | "blocks"
  | "envelope";

/**
 * Completes a contract with the usual: runs on both sides, is light, needs nothing, has no secret.
 * Called with the type of its schema. A bundle that does not use a contract leaves it out.
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
    blocks: {},
    envelope: "data",
    ...parts,
  };
}
