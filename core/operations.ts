/** THE registry: one line an operation, its code loaded when it is first called. */
import { bind, type Registry, registry } from "./execute.ts";
import { csrDecode } from "./csr/contract.ts";

export const operations: Registry = registry([
  bind(csrDecode, async () => (await import("./csr/decode.ts")).decode),
]);
