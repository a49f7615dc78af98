/** All targets. */
import type { AnyTarget } from "./target.ts";
import { wrappers } from "./targets/wrappers.ts";
import { keyContainers } from "./targets/key-containers.ts";
import { operations } from "./targets/operations.ts";
import { readers } from "./targets/readers.ts";
import { revocation } from "./targets/revocation.ts";
import { roundTrips } from "./targets/round-trips.ts";
import { signatures } from "./targets/signatures.ts";
import { signed } from "./targets/signed.ts";
import { texts } from "./targets/texts.ts";
import { verifier } from "./targets/verifier.ts";

export const targets: readonly AnyTarget[] = [
  ...readers,
  ...keyContainers,
  ...wrappers,
  ...texts,
  ...revocation,
  ...verifier,
  ...signatures,
  ...signed,
  ...operations,
  ...roundTrips,
];

/** The target of this name. */
export function targetNamed(name: string): AnyTarget {
  const target = targets.find((target) => target.name === name);
  if (!target) throw new Error(`There is no target ${name}`);
  return target;
}
