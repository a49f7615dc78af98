/** One fuzzing thread: it gives each target a share of the time, round after round. */
import { preferLarge } from "./der-mutations.ts";
import { Fuzzer } from "./fuzzer.ts";
import { HEADER_BYTES, LENGTH, type Message, RUNS, type Start, TARGET } from "./protocol.ts";
import { targetNamed, targets } from "./targets.ts";

/** The longest time of a round in seconds, and so between two reports. */
const ROUND = 60;

const scope = self as unknown as {
  onmessage: (event: MessageEvent<Start>) => void;
  postMessage(message: Message): void;
};

scope.onmessage = ({ data }) => {
  fuzz(data).then(
    () => scope.postMessage({ type: "done" }),
    (thrown) => scope.postMessage({ type: "failed", message: String(thrown?.stack ?? thrown) }),
  );
};
// Messages that are sent before the modules above have loaded would be lost.
scope.postMessage({ type: "ready" });

async function fuzz({ only, seed, seconds, large, current }: Start): Promise<void> {
  if (large) preferLarge();
  const numbers = new Int32Array(current, 0, HEADER_BYTES / 4);
  const bytes = new Uint8Array(current, HEADER_BYTES);
  const chosen = only.length === 0 ? targets : only.map(targetNamed);
  const fuzzers = chosen.map((target, index) => {
    const place = targets.indexOf(target);
    return new Fuzzer(target, seed + 7919 * index, (input) => {
      Atomics.add(numbers, RUNS, 1);
      numbers[TARGET] = place;
      numbers[LENGTH] = Math.min(input.length, bytes.length);
      bytes.set(input.length > bytes.length ? input.subarray(0, bytes.length) : input);
    });
  });
  const weight = chosen.reduce((sum, target) => sum + target.weight, 0);
  const end = performance.now() + seconds * 1000;
  for (let isFirst = true; isFirst || performance.now() < end; isFirst = false) {
    const round = Math.min(ROUND * 1000, Math.max(0, end - performance.now()));
    for (const fuzzer of fuzzers) {
      if (isFirst) await fuzzer.runSeeds();
      await fuzzer.run(round * fuzzer.target.weight / weight);
      for (const find of fuzzer.finds.splice(0)) scope.postMessage({ type: "find", find });
      scope.postMessage({ type: "report", report: { ...fuzzer.report } });
    }
  }
}
