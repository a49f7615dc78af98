/**
 * The script of a compute thread. The build bundles it into dist/server/compute-worker.js, which runs
 * without permissions: it cannot read files or the environment, or use the network.
 */
/// <reference lib="deno.worker" />
import { threadCpuUsage } from "node:process";
import type { FetchedRevocation } from "../network/revocation/fetch.ts";
import { refusalAnswer } from "../http/envelope.ts";
import { type Call, faultOf, type Reply, type Step } from "./protocol.ts";
import { perform } from "./perform.ts";

self.onmessage = async ({ data }: MessageEvent<Call>) => {
  const before = threadCpuUsage();
  const step = await perform(data).catch((thrown): Step => ({
    type: "answer",
    answer: refusalAnswer({ code: "internal" }),
    faults: [faultOf(data.name, thrown)],
  }));
  freeCrls(data);
  const { user, system } = threadCpuUsage(before);
  const reply: Reply = { ...step, used: (user + system) / 1000 };
  self.postMessage(reply, reply.type === "answer" ? [reply.answer.body.buffer] : []);
};

/** Frees the memory of CRLs now: in an idle thread, garbage collection may be minutes away. */
function freeCrls({ outside: { facts } }: Call): void {
  for (const { question, outcome } of facts) {
    if (question.asked !== "fetchRevocation" || !outcome.ok) continue;
    (outcome.value as FetchedRevocation).bytes?.buffer.transfer(0);
  }
}
