/** A call that makes a process or thread load the code of an operation, so that no client has to wait. */
import { exampleOf } from "../../core/example-inputs.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import { SERVER_LIMITS } from "../../core/kernel/context.ts";
import type { Contract } from "../../core/kernel/contract.ts";
import type { Call } from "./protocol.ts";

export function exampleCall(contract: Contract = csrDecode): Call {
  return {
    name: contract.name,
    body: new TextEncoder().encode(JSON.stringify(exampleOf(contract))),
    light: true,
    now: Date.now(),
    limits: SERVER_LIMITS,
    outside: { overallMs: 0, allowPrivateNetwork: false, facts: [], parts: [], ended: true },
  };
}
