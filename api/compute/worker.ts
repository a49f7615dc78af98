/**
 * The script of a compute process and of a compute thread. The build bundles it into
 * dist/server/compute-worker.js, which runs without permissions: it cannot read files or the
 * environment, or use the network. A process calls `answer` (child.ts), a thread gets messages.
 */
/// <reference lib="deno.worker" />
import type { FetchedRevocation } from "../network/revocation/fetch.ts";
import { refusalAnswer } from "../http/envelope.ts";
import { BUILT_IN_TABLES } from "../../core/kernel/context.ts";
import { tablesOf } from "./tables.ts";
import { type Call, faultOf, type Reply, type Step } from "./protocol.ts";
import { perform } from "./perform.ts";

/** The newest tables that the server has sent. */
let tables = BUILT_IN_TABLES;

/** One turn of a call. Never rejects. */
export function answer(call: Call): Promise<Step> {
  if (call.lists) tables = tablesOf(call.lists);
  return perform(call, tables).catch((thrown): Step => ({
    type: "answer",
    answer: refusalAnswer({ code: "internal" }),
    faults: [faultOf(call.name, thrown)],
  }));
}

if (typeof self.postMessage === "function") {
  self.onmessage = async ({ data }: MessageEvent<Call>) => {
    const before = process.threadCpuUsage();
    const step = await answer(data);
    freeCrls(data);
    const { user, system } = process.threadCpuUsage(before);
    const reply: Reply = { ...step, used: (user + system) / 1000 };
    self.postMessage(reply, reply.type === "answer" ? [reply.answer.body.buffer] : []);
  };
}

/** Frees the memory of CRLs now: in an idle thread, garbage collection may be minutes away. */
function freeCrls({ outside: { facts } }: Call): void {
  for (const { question, outcome } of facts) {
    if (question.asked !== "fetchRevocation" || !outcome.ok) continue;
    (outcome.value as FetchedRevocation).bytes?.buffer.transfer(0);
  }
}
