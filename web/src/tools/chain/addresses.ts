/** The addresses of a host as they are counted: read as clients do, silent, and other than the first. */
import type { Everywhere } from "../../../../core/chain/contract.ts";
import { day } from "../../lib/dates.ts";

type Reading = Everywhere["readings"][number];

export function addressesOf({ readings }: Pick<Everywhere, "readings">) {
  const usual = readings.filter(({ asked }) => asked === "as clients do");
  return {
    read: usual.filter(({ presentation }) => presentation !== null),
    silent: usual.filter(({ presentation }) => presentation === null),
  } satisfies Record<string, Reading[]>;
}

/** What the verdict adds about addresses: "1 of 4 addresses presents …"; null where all agree. */
export function differing({ presentations, readings }: Everywhere): string | null {
  const { read, silent } = addressesOf({ readings });
  const all = read.length + silent.length;
  const invalid = read.filter(({ presentation }) => {
    const { isValid, hostnameMatches } = presentations[presentation!];
    return isValid === false || !hostnameMatches;
  });
  if (invalid.length > 0) {
    const verb = invalid.length === 1 ? "presents" : "present";
    return `${invalid.length} of ${all} addresses ${verb} a chain that is not valid for this host.`;
  }
  if (silent.length > 0) return `${silent.length} of ${all} addresses could not be read.`;
  const others = read.filter(({ presentation }) => presentation !== 0);
  if (others.length === 0) return null;
  return `${others.length} of ${all} addresses ${
    others.length === 1 ? "presents" : "present"
  } another chain.`;
}

/** Where all addresses that were read present one chain: until when it is valid there; "" for one. */
export function agreeing({ presentations: [first], readings, unread }: Everywhere): string {
  const read = addressesOf({ readings }).read.length;
  const all = read + unread.length;
  if (all <= 1) return "";
  const until = `addresses until ${day(first.notAfter)}`;
  if (unread.length === 0) return `Valid on all ${all} ${until}.`;
  const verb = unread.length === 1 ? "was" : "were";
  return `Valid on ${read} of ${all} ${until}; ${unread.length} ${verb} not read.`;
}
