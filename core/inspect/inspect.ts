/** inspect: returns the objects in texts, their relations and their problems. */
import { withoutRepetition } from "../x509/repeated-messages.ts";
import type { Context } from "../kernel/context.ts";
import type { InputOf, OutputOf } from "../kernel/contract.ts";
import type { Operation } from "../kernel/execute.ts";
import { certificateInfo, loadFingerprintDigests } from "../x509/objects/certificate-info.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { Collection } from "./collection.ts";
import type { inspect as inspectContract } from "./contract.ts";
import { findingsOf } from "./findings.ts";
import { relate } from "./relations.ts";
import { rowOf } from "./rows.ts";
import { inspectedSets } from "./inspected-sets.ts";
import { Sets } from "./sets.ts";
import { withoutContents } from "./signed/findings.ts";
import { verdictOf } from "./verdict/whole.ts";

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
    for (const object of collection.objects) {
      if (object.kind === "private-key") object.privateKey?.dispose();
    }
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
  const related = await relate(collection, { now, budget: context.budget });
  const found = await findingsOf(collection, related, { now, judgeAs, budget: context.budget });
  const { findings, judged, revocations, messages, notes } = found;
  related.chains = found.chains;
  const digests = await loadFingerprintDigests();
  const rows = new Map(
    [...collection.objects].map((object) => [
      object.id,
      rowOf(object, {
        standing: related.standings.get(object.id),
        findings: findings.get(object.id),
        judgedAs: judged.get(object.id),
        revocation: revocations.get(object.id),
        message: messages.get(object.id),
      }),
    ]),
  );
  const objects = [...collection.objects].map((object) => ({
    ...rows.get(object.id)!,
    certificate: object.kind === "certificate" && object.certificate
      ? certificateInfo(object.certificate, now, digests)
      : null,
    subject: object.kind === "request" ? object.request?.subject ?? null : null,
  }));
  const sets = inspectedSets(collection, new Sets(collection, related), related.chains, rows);
  const picture = {
    links: related.links,
    chains: related.chains,
    leftovers: related.leftovers,
    notes: [...related.notes, ...notes],
    setAside: withoutContents(collection.skipped, messages),
    sets,
  };
  return {
    objects,
    ...picture,
    setAside: withoutRepetition(
      picture.setAside,
      ({ file, message, id }) => JSON.stringify([file, message, id]),
    ),
    verdict: verdictOf({ rows, skipped: picture.setAside, ...picture }),
    evaluatedAt: formatTime(now - now % 1000),
  };
}
