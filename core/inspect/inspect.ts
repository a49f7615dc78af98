/** inspect: returns the objects in texts, their relations and their problems. */
import type { Context } from "../kernel/context.ts";
import type { InputOf, OutputOf } from "../kernel/contract.ts";
import type { Operation } from "../kernel/execute.ts";
import { loadFingerprintDigests } from "../x509/objects/certificate-info.ts";
import { Collection } from "./collection.ts";
import type { inspect as inspectContract } from "./contract.ts";
import { answerOf, resultsOf } from "./results.ts";

/**
 * Returns the distinct objects of the texts. Throws only `too_complex`; an object that cannot be read has a
 * `problem`.
 */
export const inspect: Operation<typeof inspectContract> = async (input, context) => {
  const collection = new Collection({
    context: () => context,
    acceptPrivateKeys: input.acceptPrivateKeys,
    tolerant: false,
  });
  try {
    return await inspected(collection, input, context);
  } finally {
    collection.dispose();
  }
};

async function inspected(
  collection: Collection,
  { texts, judgeAs, at }: InputOf<typeof inspectContract>,
  context: Context,
): Promise<OutputOf<typeof inspectContract>> {
  const encoder = new TextEncoder();
  for (const { name, text } of texts) {
    if (text.trim() === "") continue;
    await collection.add({ name, bytes: encoder.encode(text) });
  }
  const now = at ?? context.now;
  const results = await resultsOf(collection, { now, judgeAs, budget: context.budget });
  return answerOf(collection, results, now, await loadFingerprintDigests());
}
