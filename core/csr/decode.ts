/** csr/decode: placeholder until the reader stands. */
import type { Operation } from "../execute.ts";
import type { csrDecode } from "./contract.ts";

export const decode: Operation<typeof csrDecode> = () => ({
  valid: false,
  error: "NOT BUILT YET",
  findings: [],
});
