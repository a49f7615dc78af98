/** What another worker does for an inspection beside it: it is given numbers and keeps nothing. */
import type { Session } from "../kernel/session.ts";
import { findShared } from "./key-findings.ts";
import type { HelperMethods } from "./session-contract.ts";

type Methods = {
  [Name in keyof HelperMethods]: (
    input: HelperMethods[Name]["input"],
  ) => HelperMethods[Name]["output"];
};

/** The methods of `HelperMethods`, for a worker of their own. */
export function createHelper(): Session {
  const methods: Methods = { sharedPrimes: ({ moduli }) => findShared(moduli) };
  return new Map(Object.entries(methods)) as Session;
}
