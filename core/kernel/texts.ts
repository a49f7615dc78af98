/** Messages that any operation may end with. */
import { counted } from "./formatting.ts";

/** A specified text (core/specified-texts.ts). */
export const inputTooComplex = "INPUT TOO COMPLEX";
const smallerParts = "Split it into smaller parts";
const ownDevice =
  "This is too much work for the server: send it in smaller parts, or run the tool on your own device";
export const tooComplex = `${inputTooComplex}. ${smallerParts}`;
export const tooComplexForServer = `${inputTooComplex}. ${ownDevice}`;
/** The messages that are a specified text with advice, and their two parts. */
export const ADVISED: ReadonlyMap<string, readonly [specified: string, advice: string]> = new Map([
  [tooComplex, [inputTooComplex, smallerParts]],
  [tooComplexForServer, [inputTooComplex, ownDevice]],
]);
/** `what` is the label of the field, or "The password". */
export const passwordTooLong = (what: string) => `${what} is too long: at most 1,024 octets`;
export const moreIssues = (others: number) => `And ${counted(others, "more error")}`;
export const inputObject = "Input must be a JSON object";
/** `size` and `limit` are in MiB. */
export const tooLarge = (what: string, size: number, limit: number) =>
  `${what} is too large: ${size.toFixed(1)} MiB, at most ${limit} MiB`;

/**
 * A message as `error` of the API: the specified text of a message with advice, or all of it in capitals. There is
 * no full stop.
 */
export const inCapitals = (message: string): string =>
  (ADVISED.get(message)?.[0] ?? message).replace(/\.$/, "").toUpperCase();
