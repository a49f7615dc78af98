/** caa/generate: the records for one name, what they mean, and their forms for name servers. */
import * as TEXT from "../texts.ts";
import type { Operation } from "../kernel/execute.ts";
import { readEmailAddress } from "../names/email-address.ts";
import { OperationError } from "../kernel/errors.ts";
import { AUTHORITIES, type Authority, issuesSmime, notesOn } from "./authorities.ts";
import type { caaGenerate } from "./contract.ts";
import { type CaaFormat, RECORD_TYPES, repeatsIssue } from "./options.ts";
import { ownerName } from "../names/hosts.ts";
import { caaSentences, generatedVerdict, policyStatements } from "../verdict/caa.ts";
import { policyFacts, policyOf } from "./policy.ts";
import { remarksOn } from "./remarks.ts";
import {
  CAA_TYPE,
  type CaaRecord,
  CRITICAL,
  escapeWith,
  formatGeneric,
  formatRdata,
  formatRecord,
  readValue,
  toHex,
  toRdata,
} from "./records.ts";

type Type = typeof RECORD_TYPES[number];

/**
 * Returns the records of one name in the order of RECORD_TYPES, their meaning, and their forms for name
 * servers. Throws `invalid_input` if the domain is not a name.
 */
export const generate: Operation<typeof caaGenerate> = (input, context) => {
  context.budget.spend("bytes", input.domain.length + input.iodefEmail.length);
  const owner = ownerName(input.domain);
  if (owner === null) throw new OperationError("invalid_input", TEXT.domainNameInvalid, "domain");

  const flags = input.critical ? CRITICAL : 0;
  const chosen = AUTHORITIES.filter(({ key }) =>
    Object.hasOwn(input.certificateAuthorities, key) && input.certificateAuthorities[key]
  );
  const named = new Set<Authority>();
  const records: (CaaRecord & { tag: Type; description: string })[] = [];
  const add = (tag: Type, value: string, description: string) =>
    records.push({ owner, flags, tag, value, description });

  const withoutWild = input.fewestRecords && repeatsIssue(input.recordTypes, input.forbid);
  for (const type of RECORD_TYPES) {
    if (type === "issuewild" && withoutWild) continue;
    if (type === "iodef") {
      const address = readEmailAddress(input.iodefEmail);
      if (input.recordTypes.iodef && address !== null) {
        add(type, toMailto(address), `Authorities may report refused requests to ${address}.`);
      }
    } else if (input.forbid[type]) {
      add(type, ";", `No authority may issue ${kindOf(type, owner)}.`);
    } else if (input.recordTypes[type]) {
      for (const authority of chosen) {
        if (type === "issuemail" && !issuesSmime(authority)) continue;
        named.add(authority);
        add(
          type,
          authority.domains[0] + (type === "issuemail" ? "" : parametersOf(input)),
          `${authority.name} may issue ${kindOf(type, owner)}.`,
        );
      }
    }
  }

  const policy = policyFacts(policyOf(records));
  const remarks = records.flatMap((record) =>
    remarksOn(record, readValue(record.tag, record.value).issue)
  );
  const notes = notesOn({
    authorities: chosen,
    issuemail: Boolean(input.recordTypes.issuemail && !input.forbid.issuemail),
    domain: owner,
  });
  return {
    domain: owner,
    records: records.map((record) => ({
      type: record.tag,
      host: owner,
      value: record.value,
      description: record.description,
      raw: formatRecord(record),
    })),
    summary: {
      totalRecords: records.length,
      certificateAuthorities: [...named].map(({ key }) => key),
      recordTypes: new Set(records.map(({ tag }) => tag)).size,
    },
    explanation: caaSentences(policyStatements(policy, owner)),
    notes: [...notes, ...new Set(caaSentences(remarks))],
    formats: formatAll(owner, records),
    verdict: generatedVerdict({ domain: owner, records: records.length, policy, remarks }),
  };
};

function kindOf(type: Exclude<Type, "iodef">, owner: string): string {
  switch (type) {
    case "issue":
      return `TLS certificates for ${owner}`;
    case "issuewild":
      return `wildcard certificates for *.${owner}`;
    case "issuemail":
      return `S/MIME certificates for addresses at ${owner}`;
  }
}

/** RFC 8657 defines its parameters for issue and issuewild. */
function parametersOf(input: { accountUri: string; validationMethods: string[] }): string {
  const account = input.accountUri.trim();
  const methods = [...new Set(input.validationMethods)];
  return (account === "" ? "" : `; accounturi=${account}`) +
    (methods.length === 0 ? "" : `; validationmethods=${methods.join(",")}`);
}

/** The `mailto:` URI of an address, percent-encoded as RFC 6068, section 2 requires. */
function toMailto(address: string): string {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at).replace(
    /[^A-Za-z0-9._~!$'*+-]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
  return `mailto:${local}${address.slice(at)}`;
}

/** The time to live in seconds, for formats that require it. */
const TTL = 3600;

/** All formats of the records at one name. Their values are printable ASCII without quote and backslash. */
function formatAll(owner: string, records: readonly CaaRecord[]): Record<CaaFormat, string> {
  const lines = (format: (record: CaaRecord) => string) => records.map(format).join("\n") + "\n";
  return {
    bind: lines(formatRecord),
    rfc3597: lines(formatGeneric),
    tinydns: lines((record) => `:${owner}:${CAA_TYPE}:${toOctal(toRdata(record))}:${TTL}`),
    dnsmasq: lines((record) => `dns-rr=${owner},${CAA_TYPE},${toHex(toRdata(record))}`),
    powerdns: json({
      rrsets: [{
        name: `${owner}.`,
        type: "CAA",
        ttl: TTL,
        changetype: "REPLACE",
        records: records.map((record) => ({ content: formatRdata(record), disabled: false })),
      }],
    }),
    route53: json({
      Comment: `CAA records of ${owner}`,
      Changes: [{
        Action: "UPSERT",
        ResourceRecordSet: {
          Name: `${owner}.`,
          Type: "CAA",
          TTL,
          ResourceRecords: records.map((record) => ({ Value: formatRdata(record) })),
        },
      }],
    }),
    cloudflare: json({
      posts: records.map(({ flags, tag, value }) => ({
        type: "CAA",
        name: owner,
        ttl: TTL,
        data: { flags, tag, value },
      })),
    }),
  };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}

/** tinydns-data's escapes: a backslash and three octal digits, except for letters, digits, "." and "-". */
const toOctal = (octets: string): string =>
  escapeWith(octets, /[^A-Za-z0-9.-]/g, { mark: "\\", base: 8, digits: 3 });
