/**
 * A set of CAA records in the forms that name servers and DNS providers take. The records come from
 * caa/generate: their values are printable ASCII without quote and backslash.
 */
import {
  CAA_TYPE,
  type CaaRecord,
  formatGeneric,
  formatRdata,
  formatRecord,
  toHex,
  toRdata,
} from "./records.ts";
import type { CaaFormat } from "./options.ts";

/** Seconds that resolvers may keep a record, where a format must name them. */
const TTL = 3600;

/** All formats of records that are at one name. */
export function formatAll(owner: string, records: readonly CaaRecord[]): Record<CaaFormat, string> {
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

/** tinydns-data's form: what is not a letter, digit, dot or hyphen as a backslash and three octal digits. */
function toOctal(octets: string): string {
  let text = "";
  for (let at = 0; at < octets.length; at++) {
    text += /[A-Za-z0-9.-]/.test(octets[at])
      ? octets[at]
      : "\\" + octets.charCodeAt(at).toString(8).padStart(3, "0");
  }
  return text;
}
