/** Relates and judges the objects of a collection. One answer and a session have the same result. */
import { wholeSecond } from "../x509/validity.ts";
import type { Budget } from "../kernel/context.ts";
import type { OutputOf } from "../kernel/contract.ts";
import { certificateInfo, type FingerprintDigests } from "../x509/objects/certificate-info.ts";
import { withoutRepetition } from "../x509/repeated-messages.ts";
import { formatTime } from "../x509/asn1/time.ts";
import type { Profile } from "../x509/rules/rule.ts";
import type { Collection } from "./collection.ts";
import type {
  inspect,
  InspectedSet,
  InspectedVerdict,
  ObjectRow,
  Relations,
  SkippedPart,
} from "./contract.ts";
import { type Comparing, findingsOf } from "./findings.ts";
import { comparedSets, inspectedSets } from "./inspected-sets.ts";
import type { PlaceOptions } from "./placing.ts";
import { relate } from "./relations.ts";
import { rowOf } from "./rows.ts";
import { Sets } from "./sets.ts";
import { withoutContents } from "./signed/findings.ts";
import { filesVerdict, setVerdicts } from "../verdict/inspect.ts";
import type { FilesFacts } from "../verdict/judge/inspect/facts.ts";

export interface Results extends Relations {
  /** By the object's id, in the order of the files. */
  rows: ReadonlyMap<number, ObjectRow>;
  sets: InspectedSet[];
  skipped: SkippedPart[];
  verdict: InspectedVerdict;
  /** The facts from which everything was judged. */
  facts: FilesFacts;
  evaluatedAt: string;
  /** The sets as they are saved. */
  members: Sets;
}

interface ResultsOptions extends PlaceOptions {
  budget: Budget;
  judgeAs?: Profile | "auto";
  /** The search for shared primes, if the caller has started it. */
  comparing?: Comparing;
  /** Rows that were made before, without what the other objects decide. */
  rowBefore?: (id: number) => ObjectRow | undefined;
  /** Files that were not read at all. */
  unread?: readonly SkippedPart[];
}

/** The result for all objects of the collection. Dates are checked at `now`. */
export async function resultsOf(
  collection: Collection,
  { judgeAs, comparing, rowBefore, unread = [], ...options }: ResultsOptions,
): Promise<Results> {
  const { now, budget, progress } = options;
  let step: [done: number, total: number] = [0, 1];
  const related = await relate(collection, {
    ...options,
    ...progress && {
      progress: (...placed) => {
        step = placed;
        return progress(...placed);
      },
    },
  });
  const found = await findingsOf(collection, related, {
    now,
    budget,
    judgeAs,
    comparing,
    progress: progress && (() => progress(...step)),
  });
  const rows = new Map([...collection.objects].map((object) => [
    object.id,
    rowOf(object, {
      standing: related.standings.get(object.id),
      findings: found.findings.get(object.id),
      judgedAs: found.judged.get(object.id),
      revocation: found.revocations.get(object.id),
      message: found.messages.get(object.id),
    }, rowBefore?.(object.id)),
  ]));
  related.chains = found.chains;
  const { links, chains, leftovers } = related;
  const members = new Sets(collection, related);
  const compared = comparedSets(collection, members);
  const picture = {
    rows,
    links,
    chains,
    leftovers,
    skipped: [...withoutContents(collection.skipped, found.messages), ...unread],
    notes: [...related.notes, ...found.notes],
  };
  const { crlsOfKnown, because } = found;
  const judged = new Map(
    [...rows].map((
      [id, row],
    ) => [id, because.has(id) ? { ...row, because: because.get(id) } : row]),
  );
  const facts: FilesFacts = { ...picture, rows: judged, crlsOfKnown, sets: compared, now };
  return {
    ...picture,
    sets: inspectedSets(compared, setVerdicts(facts)),
    facts,
    members,
    verdict: filesVerdict(facts),
    evaluatedAt: formatTime(wholeSecond(now)),
  };
}

/** The answer of the operation, and the JSON that a session exports. */
export function answerOf(
  collection: Collection,
  { rows, members: _, facts: __, skipped, ...results }: Results,
  now: number,
  digests: FingerprintDigests,
): OutputOf<typeof inspect> {
  const objects = [...collection.objects].map((object) => ({
    ...rows.get(object.id)!,
    certificate: object.kind === "certificate" && object.certificate
      ? certificateInfo(object.certificate, now, digests)
      : null,
    subject: object.kind === "request" ? object.request?.subject ?? null : null,
  }));
  return {
    objects,
    ...results,
    setAside: withoutRepetition(
      skipped,
      ({ file, message, id }) => JSON.stringify([file, message, id]),
    ),
  };
}
