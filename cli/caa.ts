/** The command `caa`: writes and reads the DNS records that name the permitted authorities. */
import { CAA_FORMATS, type CaaFormat, FORBIDDABLE, RECORD_TYPES } from "../core/caa/options.ts";
import { type Command, listOf, Misuse, valueOf, type Values } from "./command.ts";
import { requireNetwork } from "./network.ts";
import { answered, judged, textsOf } from "./operation.ts";
import type { Report } from "./report.ts";

export const caaCommand = {
  summary: "Write, read or look up the CAA records of a domain",
  arguments: "generate DOMAIN | validate FILE... | check DOMAIN...",
  options: {
    ca: {
      type: "string",
      value: "KEYS",
      help: "generate: the permitted CAs, such as sectigo,letsencrypt",
    },
    types: { type: "string", value: "TYPES", help: `generate: ${RECORD_TYPES.join(", ")}` },
    forbid: {
      type: "string",
      value: "TYPES",
      help: `generate: no CA may issue, ${FORBIDDABLE.join(", ")}`,
    },
    iodef: {
      type: "string",
      value: "ADDRESS",
      help: "generate: where CAs report refused requests",
    },
    critical: { type: "boolean", help: "generate: set the critical flag" },
    format: { type: "string", value: "FORMAT", help: `generate: ${CAA_FORMATS.join(", ")}` },
    domain: { type: "string", value: "NAME", help: "validate: the name to be certified" },
    authority: {
      type: "string",
      value: "CA",
      help: "validate: may this CA issue? A key or a domain",
    },
    dns: {
      type: "string",
      value: "SERVER",
      help: "check: ask this name server, 192.0.2.1 or 192.0.2.1:53",
    },
    purpose: { type: "string", value: "PURPOSE", help: "validate: tls, wildcard or email" },
  },
  examples: [
    {
      line: "ssl-tools caa generate shop.example --ca letsencrypt",
      help: "Zone lines that permit only this CA",
    },
    {
      line: "ssl-tools caa validate zone.txt --authority letsencrypt --domain shop.example",
      help: "Are the records valid, and may this CA issue?",
    },
    { line: "ssl-tools caa check shop.example", help: "Which records does DNS publish?" },
  ],
  run: async ([action, ...rest], values) => {
    if (rest.length === 0) throw new Misuse("caa needs an action and its argument");
    if (action === "generate") return await generate(rest, values);
    if (action === "validate") return await validate(rest, values);
    if (action === "check") return await checkLive(rest, values);
    throw new Misuse('The actions of caa are "generate", "validate" and "check"');
  },
} as const satisfies Command;

const switched = (names: readonly string[]): Record<string, true> | undefined =>
  names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, true as const]));

async function generate(domains: readonly string[], values: Values): Promise<Report> {
  if (domains.length > 1) throw new Misuse("caa generate takes one domain");
  const format = valueOf(values, "format") || "bind";
  if (!(CAA_FORMATS as readonly string[]).includes(format)) {
    throw new Misuse(`--format is "${format}". It must be one of ${CAA_FORMATS.join(", ")}`);
  }
  const [domain] = domains;
  const iodefEmail = valueOf(values, "iodef");
  const types = listOf(values, "types");
  const recordTypes = types.length > 0 || iodefEmail === ""
    ? types
    : ["issue", "issuewild", "iodef"];
  const report = await answered("caa", domain, "caa/generate", {
    domain,
    certificateAuthorities: switched(listOf(values, "ca")),
    recordTypes: switched(recordTypes),
    forbid: switched(listOf(values, "forbid")),
    iodefEmail,
    critical: values.critical === true,
  });
  const [one] = report.answered;
  if (one === undefined) return report;
  const { formats } = one.answer as { formats: Record<CaaFormat, string> };
  return { ...report, result: formats[format as CaaFormat] };
}

const validate = (paths: readonly string[], values: Values): Promise<Report> =>
  judged("caa", paths, "caa/check", (files) => ({
    records: textsOf(files),
    domain: valueOf(values, "domain"),
    authority: valueOf(values, "authority"),
    purpose: valueOf(values, "purpose") || undefined,
  }));

async function checkLive(domains: readonly string[], values: Values): Promise<Report> {
  requireNetwork(values, "caa check");
  const { lookUpCaa } = await import("./live.ts");
  return await lookUpCaa(domains, valueOf(values, "dns"));
}
