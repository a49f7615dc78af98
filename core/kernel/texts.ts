/** Messages that any operation may end with. */
import { counted } from "./formatting.ts";

/** A specified text (core/specified-texts.ts). */
export const inputTooComplex = "INPUT TOO COMPLEX";
export const tooComplex = `${inputTooComplex}. Split it into smaller parts`;
export const tooComplexForServer =
  `${inputTooComplex}. This is too much work for the server: send it in smaller parts, or run the tool on your own device`;
/** `what` is the label of the field, or "The password". */
export const passwordTooLong = (what: string) => `${what} is too long: at most 1,024 octets`;
export const moreIssues = (others: number) => `And ${counted(others, "more error")}`;
export const inputObject = "Input must be a JSON object";
/** `size` and `limit` are in MiB. */
export const tooLarge = (what: string, size: number, limit: number) =>
  `${what} is too large: ${size.toFixed(1)} MiB, at most ${limit} MiB`;
