/**
 * What a thread that computes runs. The build makes one file of it (dist/server/compute-worker.js),
 * which starts without any permission: no file, no network, no environment.
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
  freeLists(data);
  const { user, system } = threadCpuUsage(before);
  const reply: Reply = { ...step, used: (user + system) / 1000 };
  self.postMessage(reply, reply.type === "answer" ? [reply.answer.body.buffer] : []);
};

/** Frees the CRLs of a call at once: the garbage collector of a thread that rests may take minutes. */
function freeLists({ outside: { facts } }: Call): void {
  for (const { asked, outcome } of facts) {
    if (asked !== "fetchRevocation" || !outcome.ok) continue;
    (outcome.value as FetchedRevocation).bytes?.buffer.transfer(0);
  }
}
