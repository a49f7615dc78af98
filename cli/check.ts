/** The command `check`: the certificates of a live host, read from this computer. */
import { isIP } from "node:net";
import { START_TLS, type StartTls } from "../api/network/tls/start-tls-ports.ts";
import { listed } from "../core/kernel/formatting.ts";
import { AT, type Command, Misuse, timeOf, valueOf, type Values } from "./command.ts";
import { requireNetwork } from "./network.ts";
import { allFiles, textsOf } from "./operation.ts";
import type { Report } from "./report.ts";

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

async function check(hosts: readonly string[], values: Values): Promise<Report> {
  requireNetwork(values, "check");
  const startTls = startTlsOf(values);
  const address = valueOf(values, "address");
  if (address !== "" && isIP(address) === 0) {
    throw new Misuse(`--address is "${address}". It must be an IP address`);
  }
  const roots = valueOf(values, "roots");
  const input = { roots: roots === "" ? "" : textsOf(await allFiles([roots])), at: timeOf(values) };
  const { checkHosts } = await import("./live.ts");
  return await checkHosts(hosts, { startTls, address, input });
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
