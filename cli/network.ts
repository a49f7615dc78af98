/** The commands' way to the network: the readers of the API, from this computer and with its resolver. */
import { lookup } from "node:dns/promises";
import { NotResolved, type Resolve } from "../api/network/dns/resolve.ts";
import { Misuse, type Option, type Values } from "./command.ts";

export const OFFLINE: Option = { type: "boolean", help: "Forbid every connection" };

/** Throws Misuse if --offline forbids what the command needs. */
export function requireNetwork({ offline }: Values, what: string): void {
  if (offline === true) throw new Misuse(`${what} needs the network, which --offline forbids`);
}

/** The rules for addresses: a person at a terminal may ask for hosts of the own network. */
export const ACCESS = { allowPrivateNetwork: true, denyNetworks: [], dnsServers: [] };

/** The addresses of a name as all programs of this computer see them, with its hosts file. */
export const systemResolve: Resolve = async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (thrown) {
    const { code = "" } = thrown as { code?: string };
    if (code === "ENOTFOUND") return [];
    throw new NotResolved(code);
  }
};
