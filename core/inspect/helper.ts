/** Work for an inspection in another worker, which receives numbers but never files. */
import type { Session } from "../kernel/execute.ts";
import { ProductTree } from "../x509/keys/families/shared-factors.ts";
import { findShared } from "./key-findings.ts";
import type { HelperMethods } from "./session-contract.ts";

type Methods = {
  [Name in keyof HelperMethods]: (
    input: HelperMethods[Name]["input"],
  ) => HelperMethods[Name]["output"];
};

/** The methods of `HelperMethods`, for a worker of its own. */
export function createHelper(): Session {
  let early = new ProductTree();
  const methods: Methods = {
    multiply({ moduli }) {
      early.add(moduli);
      return null;
    },
    sharedPrimes({ moduli }) {
      const tree = early.isPrefixOf(moduli) ? early : new ProductTree();
      early = new ProductTree();
      return findShared(moduli, tree);
    },
  };
  return new Map(Object.entries(methods)) as Session;
}
