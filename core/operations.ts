/** The operations that a caller can run, by where their code is. */
import { bindings } from "./bindings.generated.ts";
import { type Binding, type Registry, registry } from "./kernel/execute.ts";

/** The operations with code in `core`. One that needs a socket has its code in `api`. */
export const operations: Registry = registry(
  bindings.filter(({ contract }) => contract.runs !== "network"),
);

/** The operations that the API offers, in the order of the documentation. */
export const offered: readonly Binding[] = bindings.filter(({ contract }) =>
  contract.runs !== "device"
);
