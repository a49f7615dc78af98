/** The addresses of a host: those that were read as clients do, and those that were silent. */
import type { Everywhere } from "../../../../core/chain/contract.ts";

export type Reading = Everywhere["readings"][number];

export function addressesOf({ readings }: Pick<Everywhere, "readings">) {
  const usual = readings.filter(({ asked }) => asked === "as clients do");
  return {
    read: usual.filter(({ presentation }) => presentation !== null),
    silent: usual.filter(({ presentation }) => presentation === null),
  } satisfies Record<string, Reading[]>;
}
