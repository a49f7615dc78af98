/** Messages that any operation may end with. */
import { counted } from "./formatting.ts";

export const tooComplex = "INPUT TOO COMPLEX: USE SMALLER PARTS OF IT";
export const tooComplexForServer =
  "INPUT TOO COMPLEX FOR THE SERVER: SEND SMALLER PARTS OF IT, OR USE THE TOOL ON YOUR OWN DEVICE";
export const moreIssues = (others: number) => `AND ${counted(others, "MORE FAULT")}`;
export const inputObject = "INPUT MUST BE A JSON OBJECT";
/** `size` and `limit` are in MiB. */
export const tooLarge = (what: string, size: number, limit: number) =>
  `${what} IS TOO LARGE: ${size.toFixed(1)} MiB, AT MOST ${limit} MiB`;
