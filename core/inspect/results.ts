/** Relates and judges the objects of a collection. One answer and a session have the same result. */
import { wholeSecond } from "../x509/validity.ts";
import type { Budget } from "../kernel/context.ts";
import { formatTime } from "../x509/asn1/time.ts";
import type { Profile } from "../x509/rules/rule.ts";
import type { Collection } from "./collection.ts";
import type { InspectedSet, ObjectRow, Relations, SkippedPart, Verdict } from "./contract.ts";
import { type Comparing, findingsOf } from "./findings.ts";
import { inspectedSets } from "./inspected-sets.ts";
import type { PlaceOptions } from "./placing.ts";
import { relate } from "./relations.ts";
import { rowOf } from "./rows.ts";
import { Sets } from "./sets.ts";
import { withoutContents } from "./signed/findings.ts";
import { verdictOf } from "./verdict/whole.ts";

interface Results extends Relations {
  /** By the object's id, in the order of the files. */
  rows: ReadonlyMap<number, ObjectRow>;
  sets: InspectedSet[];
  skipped: SkippedPart[];
  verdict: Verdict;
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
  const picture = {
    rows,
    links,
    chains,
    leftovers,
    sets: inspectedSets(collection, members, chains, rows),
    skipped: [...withoutContents(collection.skipped, found.messages), ...unread],
    notes: [...related.notes, ...found.notes],
  };
  return {
    ...picture,
    members,
    verdict: verdictOf({ ...picture, crlsOfKnown: found.crlsOfKnown }),
    evaluatedAt: formatTime(wholeSecond(now)),
  };
}
