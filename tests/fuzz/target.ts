/** A target of fuzzing: makes inputs, runs code on them, and checks the outcome. */
import type { Arbitrary } from "fast-check";
import { isOperationError, type OperationErrorCode } from "../../core/kernel/errors.ts";
import type { Seeded } from "../support/seeded.ts";
import { mutateDer } from "./der-mutations.ts";
import { type Json, mutateJson } from "./json-mutations.ts";
import { donors, textDonors } from "./seeds.ts";
import { mutateText } from "./text-mutations.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface Target<Input = unknown> {
  readonly name: string;
  /** Its share of the time: larger for fast code, which tries more inputs in a second. */
  readonly weight: number;
  readonly seeds: readonly Input[];
  /** Inputs that do not derive from the seeds; null for none. */
  readonly invented: Arbitrary<Input> | null;
  mutate(input: Input, random: Seeded): Input;
  /**
   * Runs the code. Returns its behaviour in a few words: an input with a new behaviour is mutated
   * further. Throws if a check fails.
   */
  run(input: Input): string | Promise<string>;
  /** Milliseconds that one run may take. */
  readonly limit: number;
  /** For files and for the watchdog. */
  encode(input: Input): Bytes;
  decode(bytes: Bytes): Input;
  /** The extension of files with inputs. */
  readonly extension: "bin" | "json";
}

/** Any target, if the type of its inputs does not matter. */
// deno-lint-ignore no-explicit-any
export type AnyTarget = Target<any>;

/** The limit in milliseconds for an input of up to 1 MiB. */
const SECOND = 1_000;

interface Parts<Input> {
  name: string;
  weight?: number;
  seeds: readonly Input[];
  invented?: Arbitrary<Input>;
  run: Target<Input>["run"];
  limit?: number;
}

/** A target whose input is bytes, mutated as DER. */
export function bytesTarget(parts: Parts<Bytes>): Target<Bytes> {
  return {
    weight: 1,
    invented: null,
    limit: SECOND,
    ...parts,
    mutate: (input, random) => mutateDer(input, random, donors),
    encode: (input) => input,
    decode: (bytes) => bytes,
    extension: "bin",
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const asJson = {
  encode: (input: unknown) => encoder.encode(JSON.stringify(input)),
  // The types are the seeds'.
  // deno-lint-ignore no-explicit-any
  decode: (bytes: Bytes): any => JSON.parse(decoder.decode(bytes)),
  extension: "json",
} as const;

const changeText = (text: string, random: Seeded) => mutateText(text, random, textDonors, donors);

/** A target whose input is a text. */
export function textTarget(parts: Parts<string>): Target<string> {
  return {
    weight: 1,
    invented: null,
    limit: SECOND,
    ...parts,
    mutate: changeText,
    ...asJson,
  };
}

/** A target whose input is a JSON value. */
export function jsonTarget(parts: Parts<Json>): Target<Json> {
  return {
    weight: 1,
    invented: null,
    limit: SECOND,
    ...parts,
    mutate: (input, random) => mutateJson(input, random, (text) => changeText(text, random)),
    ...asJson,
  };
}

/** The message without its numbers, so that each path through the code has one message. */
export const squash = (message: string): string => message.replace(/\d+/g, "#");

/**
 * Returns the code and message of an expected error, and throws any other error again. Messages are
 * our own short sentences, so they must not contain any of the input.
 */
export function refusal(thrown: unknown, ...codes: OperationErrorCode[]): string {
  if (!isOperationError(thrown) || !codes.includes(thrown.code)) throw thrown;
  mustBeSentence(thrown.message);
  return squash(`${thrown.code} ${thrown.message}`);
}

export function mustBeSentence(message: string): void {
  const isOurs = message.length > 0 && message.length < 400 &&
    ![...message].some((character) => character < " ");
  if (!isOurs) throw new Error(`no sentence of ours: ${JSON.stringify(message.slice(0, 400))}`);
}

/** Throws an error with the message `what` unless `holds`. */
export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
