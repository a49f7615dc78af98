/** THE registry: one line a tool. An operation's code is loaded when it is first called. */
import { caaOperations } from "./caa/operations.ts";
import { certificateOperations } from "./certificate/operations.ts";
import { chainOperations } from "./chain/operations.ts";
import { csrOperations } from "./csr/operations.ts";
import { inspectOperations } from "./inspect/operations.ts";
import { type Binding, type Registry, registry } from "./kernel/execute.ts";
import { keyOperations } from "./key/operations.ts";
import { matchOperations } from "./match/operations.ts";
import { passwordOperations } from "./password/operations.ts";
import { pfxOperations } from "./pfx/operations.ts";

/** Every operation that there is, in the order of the documentation. */
const all: readonly Binding[] = [
  ...csrOperations,
  ...chainOperations,
  ...matchOperations,
  ...pfxOperations,
  ...caaOperations,
  ...inspectOperations,
  ...certificateOperations,
  ...keyOperations,
  ...passwordOperations,
];

/** Those whose code is here: of an operation that needs a socket it is in the API. */
export const operations: Registry = registry(
  all.filter(({ contract }) => contract.runs !== "network"),
);

/** Those that the API offers. */
export const offered: readonly Binding[] = all.filter(({ contract }) => contract.runs !== "device");
