/** Live hosts and DNS, read with the readers of the API from this computer. Loaded only for commands about hosts. */
import { lookup } from "node:dns/promises";
import { analyzeUrlOperation } from "../api/network/analyze.ts";
import { Semaphore } from "../api/network/concurrency.ts";
import { caaLookupOperation, lookUpWith } from "../api/network/dns/caa.ts";
import { readDnsServer } from "../api/network/dns/query.ts";
import { NotResolved, type Resolve } from "../api/network/dns/resolve.ts";
import { createNetwork } from "../api/network/network.ts";
import { START_TLS, type StartTls } from "../api/network/tls/start-tls-ports.ts";
import { caaLookup } from "../core/caa/contract.ts";
import * as caaSchema from "../core/caa/schema.ts";
import { chainAnalyzeUrl, type ServerSource } from "../core/chain/contract.ts";
import * as chainSchema from "../core/chain/schema.ts";
import { bind, registry } from "../core/kernel/execute.ts";
import { TLS_PORT } from "../core/names/hosts.ts";
import { readReferenceName } from "../core/names/service-identity.ts";
import { Misuse } from "./command.ts";
import { answered, together } from "./operation.ts";
import type { Report } from "./report.ts";

/** Hosts that are read at once. */
const AT_ONCE = 8;

/** The rules for addresses: a person at a terminal may ask for hosts of the own network. */
const ACCESS = { allowPrivateNetwork: true, denyNetworks: [], dnsServers: [] };

/** The addresses of a name as all programs of this computer see them, with its hosts file. */
const systemResolve: Resolve = async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (thrown) {
    const { code = "" } = thrown as { code?: string };
    if (code === "ENOTFOUND") return [];
    throw new NotResolved(code);
  }
};

/** Checks hosts. `address`: the one to connect to; "" for those of the name. */
export async function checkHosts(
  hosts: readonly string[],
  { startTls, address, input }: {
    startTls: StartTls | null;
    address: string;
    input: Record<string, unknown>;
  },
): Promise<Report> {
  const few = new Semaphore(AT_ONCE);
  const { signal } = new AbortController();
  const reports = hosts.map((text) => [text, hostOf(text, startTls)] as const)
    .map(([text, host]) => few.run(() => checkOne(text, host, address, input), signal));
  return together("check", await Promise.all(reports));
}

/** Asks DNS for the CAA records of domains. `typed`: the name server; "" for those of this computer. */
export async function lookUpCaa(domains: readonly string[], typed: string): Promise<Report> {
  const server = typed === "" ? null : readDnsServer(typed);
  if (typed !== "" && server === null) {
    throw new Misuse(`--dns is "${typed}". It must be an IP address, with or without a port`);
  }
  const operation = caaLookupOperation({
    allowPrivateNetwork: true,
    lookUp: lookUpWith(server === null ? [] : [server]),
  });
  const only = registry([bind(caaLookup, caaSchema.caaLookup, () => Promise.resolve(operation))]);
  const reports = domains.map((domain) =>
    answered("caa", domain, caaLookup.name, { domain }, only)
  );
  return together("caa", await Promise.all(reports));
}

interface Host {
  readonly name: string;
  readonly port: number;
  readonly startTls: StartTls | null;
}

async function checkOne(
  text: string,
  host: Host,
  address: string,
  input: Record<string, unknown>,
): Promise<Report> {
  const { name, port, startTls } = host;
  const network = createNetwork(ACCESS, {
    service: { port, startTls },
    resolve: (asked, signal) =>
      address !== "" && asked === name ? Promise.resolve([address]) : systemResolve(asked, signal),
  });
  const operation = analyzeUrlOperation(network, () => name);
  const only = registry([
    bind(chainAnalyzeUrl, chainSchema.chainAnalyzeUrl, () => Promise.resolve(operation)),
  ]);
  const report = await answered("check", text, chainAnalyzeUrl.name, { ...input, url: name }, only);
  const [one] = report.answered;
  if (one === undefined) return report;
  // The operation of the API knows only HTTPS.
  const { source, ...answer } = one.answer as { source: ServerSource };
  const url = `${startTls ?? "https"}://${name}${port === TLS_PORT ? "" : `:${port}`}`;
  return {
    ...report,
    answered: [{ ...one, answer: { ...answer, source: { ...source, url, port, startTls } } }],
  };
}

/** The host of an argument: a name or an address, also of an internal network, in a URL or with a port. */
function hostOf(text: string, startTls: StartTls | null): Host {
  const typed = text.trim().replace(/^[a-z]{1,10}:\/\//i, "").replace(/[/?#].*$/s, "");
  const [, host, digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(typed) ?? [, typed];
  const port = digits === undefined
    ? startTls === null ? TLS_PORT : START_TLS[startTls]
    : Number(digits);
  const reference = readReferenceName(host ?? "");
  if (reference === null || port < 1 || port > 65535) {
    throw new Misuse(
      `"${text}" is not a host. A host is shop.example, shop.example:8443 or [::1]:443`,
    );
  }
  const name = reference.type === "DNS" ? reference.name : host!;
  return { name, port, startTls };
}
