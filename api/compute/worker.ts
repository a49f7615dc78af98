/**
 * What a thread that computes runs. The build makes one file of it (dist/server/compute-worker.js),
 * which starts without any permission: no file, no network, no environment.
 */
/// <reference lib="deno.worker" />
import { refusalAnswer } from "../envelope.ts";
import { type Call, faultOf, type Reply } from "./messages.ts";
import { perform } from "./perform.ts";

self.onmessage = async ({ data }: MessageEvent<Call>) => {
  const reply: Reply = await perform(data).catch((thrown): Reply => ({
    type: "answer",
    answer: refusalAnswer({ code: "internal" }),
    faults: [faultOf(data.name, thrown)],
  }));
  self.postMessage(reply, reply.type === "answer" ? [reply.answer.body.buffer] : []);
};
