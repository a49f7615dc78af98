/** Looks up examples, for the documentation and for tests. No worker imports them. */
import { examples } from "./examples.generated.ts";
import type { Contract, RequestOf } from "./kernel/contract.ts";

/** Returns a working input of an operation. */
export function exampleOf<C extends Contract>({ name }: C): RequestOf<C> {
  return examples[name] as RequestOf<C>;
}
