/** The picture that the inspector's page has of files, computed in this process. */
import assert from "node:assert/strict";
import type { ObjectRow } from "../../core/inspect/contract.ts";
import type { InspectedFile } from "../../core/inspect/find.ts";
import { createInspection } from "../../core/inspect/session.ts";
import type { InspectMethods, Json, RelateMessage } from "../../core/inspect/session-contract.ts";
import { callSession } from "../../core/kernel/execute.ts";
import type { Picture } from "../../web/src/tools/inspect/inspection.ts";
import { resultsOf } from "../core/inspect/support.ts";

/** `at`: the time at which dates are checked (ISO 8601). */
export async function pictureOf(files: InspectedFile[], at: string): Promise<Picture> {
  const session = createInspection();
  const found: Json<ObjectRow[]>[] = [];
  const judged: RelateMessage[] = [];
  await callSession(session, "add", { files }, (message) => {
    found.push(message as Json<ObjectRow[]>);
    return Promise.resolve();
  });
  const outcome = await callSession(session, "relate", { now: Date.parse(at) }, (message) => {
    judged.push(message as RelateMessage);
    return Promise.resolve();
  });
  assert(outcome.ok);
  const { rows, links, chains, sets, leftovers } = resultsOf(found, judged);
  return {
    growing: false,
    ...{ rows, links, chains, sets, leftovers },
    ...outcome.value as InspectMethods["relate"]["output"],
  };
}
