/** The command `check`: the certificates of a live host, read from this computer. */
import { isIP } from "node:net";
import { analyzeUrlOperation } from "../api/network/analyze.ts";
import { Semaphore } from "../api/network/concurrency.ts";
import { createNetwork } from "../api/network/network.ts";
import { START_TLS, type StartTls } from "../api/network/tls/start-tls.ts";
import { chainAnalyzeUrl, type ServerSource } from "../core/chain/contract.ts";
import * as schema from "../core/chain/schema.ts";
import { bind, registry } from "../core/kernel/execute.ts";
import { listed } from "../core/kernel/formatting.ts";
import { TLS_PORT } from "../core/names/hosts.ts";
import { readReferenceName } from "../core/names/service-identity.ts";
import { AT, type Command, Misuse, timeOf, valueOf, type Values } from "./command.ts";
import { ACCESS, requireNetwork, systemResolve } from "./network.ts";
import { allFiles, answered, textsOf, together } from "./operation.ts";
import type { Report } from "./report.ts";

/** Hosts that are read at once. */
const AT_ONCE = 8;
const PROTOCOLS = Object.keys(START_TLS) as StartTls[];

export const checkCommand = {
  summary: "Check the certificates that a live host sends",
  arguments: "HOST[:PORT]...",
  options: {
    starttls: {
      type: "string",
      value: "PROTOCOL",
      help: `TLS begins later: ${listed(PROTOCOLS, "or")}`,
    },
    address: { type: "string", value: "IP", help: "Connect there, and not where DNS leads to" },
    roots: { type: "string", value: "FILE", help: "Accept the roots in FILE too" },
    at: AT,
  },
  examples: [
    { line: "ssl-tools check shop.example", help: "Will clients connect, and until when?" },
    {
      line: "ssl-tools check mail.example:587 --starttls smtp --expires-within 21d",
      help: "A mail server, for three more weeks",
    },
  ],
  run: check,
} as const satisfies Command;

interface Host {
  readonly name: string;
  readonly port: number;
  readonly startTls: StartTls | null;
}

async function check(hosts: readonly string[], values: Values): Promise<Report> {
  requireNetwork(values, "check");
  const startTls = startTlsOf(values);
  const address = valueOf(values, "address");
  if (address !== "" && isIP(address) === 0) {
    throw new Misuse(`--address is "${address}". It must be an IP address`);
  }
  const roots = valueOf(values, "roots");
  const input = { roots: roots === "" ? "" : textsOf(await allFiles([roots])), at: timeOf(values) };
  const few = new Semaphore(AT_ONCE);
  const { signal } = new AbortController();
  const reports = hosts.map((text) => [text, hostOf(text, startTls)] as const)
    .map(([text, host]) => few.run(() => checkOne(text, host, address, input), signal));
  return together("check", await Promise.all(reports));
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
    bind(chainAnalyzeUrl, schema.chainAnalyzeUrl, () => Promise.resolve(operation)),
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

function startTlsOf(values: Values): StartTls | null {
  const given = valueOf(values, "starttls");
  if (given === "") return null;
  const protocol = PROTOCOLS.find((name) => name === given);
  if (protocol === undefined) {
    throw new Misuse(`--starttls is "${given}". It must be one of ${PROTOCOLS.join(", ")}`);
  }
  return protocol;
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
