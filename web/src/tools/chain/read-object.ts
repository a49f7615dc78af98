/** Reads one certificate of a chain in a worker, as the inspector does: its verdict, its fields and its bytes. */
import type { InspectMethods } from "../../../../core/inspect/session-contract.ts";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import { createSession } from "../../../../workers/session-client.ts";

export interface ReadObject {
  readonly details: InspectMethods["details"]["output"];
  readonly structure: InspectMethods["structure"]["output"];
}

/** `issuers`: the certificates above it, all in PEM. `at`: ISO 8601. Null if the worker gives no answer. */
export async function readObject(
  { pem, issuers, at }: { pem: string; issuers: string; at: string },
): Promise<ReadObject | null> {
  const { spawnWorker } = await import("../../run/worker-client.ts");
  const session = createSession({ spawn: spawnWorker, name: "inspect" });
  const call = async <Name extends keyof InspectMethods>(
    name: Name,
    input: InspectMethods[Name]["input"],
    onMessage?: (message: unknown) => void,
  ): Promise<InspectMethods[Name]["output"]> => {
    const outcome = await session.call(name, input, { onMessage });
    if (!outcome.ok) throw new Error(outcome.error.message);
    return outcome.value as InspectMethods[Name]["output"];
  };
  try {
    const rows: ObjectRow[] = [];
    const bytes = new TextEncoder().encode(`${pem}\n${issuers}`);
    await call("add", { files: [{ name: "chain.pem", bytes }] }, (message) => {
      if (typeof message === "string") rows.push(...JSON.parse(message));
    });
    await call("relate", { now: Date.parse(at) });
    const { id } = rows[0];
    return { details: await call("details", { id }), structure: await call("structure", { id }) };
  } catch {
    return null;
  } finally {
    session.close();
  }
}
