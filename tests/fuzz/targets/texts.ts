/** The readers of text: PEM, CAA records, zones, host names, addresses. */
import fc from "fast-check";
import { findRecords, readZone } from "../../../core/caa/zone.ts";
import { parseRecord } from "../../../core/caa/record-text.ts";
import { formatGeneric, formatRecord } from "../../../core/caa/records.ts";
import {
  matchesDnsName,
  matchesReference,
  referenceFor,
} from "../../../core/names/service-identity.ts";
import { hostToConnect } from "../../../core/names/hosts.ts";
import { readDomainName } from "../../../core/names/domain-name.ts";
import { readAlternativeName } from "../../../core/names/alternative-name.ts";
import { readIpAddress } from "../../../core/names/ip-address.ts";
import { readEmailAddress } from "../../../core/names/email-address.ts";
import { fileBaseName } from "../../../core/file-names.ts";
import { kindOfBlock } from "../../../core/x509/pem/identify.ts";
import { decodeBase64, encodeBase64 } from "../../../core/x509/pem/base64.ts";
import { readPem, writePem } from "../../../core/x509/pem/pem.ts";
import { caaCheckFixtures, caaValidateFixtures } from "../../fixtures/caa/index.ts";
import { textsWith } from "../seeds.ts";
import {
  type AnyTarget,
  bytesTarget,
  must,
  mustBeSentence,
  refusal,
  sameBytes,
  squash,
  textTarget,
} from "../target.ts";

/** Texts of the given members of fixtures' inputs. */
const members = (fixtures: readonly { input: unknown }[], name: string) =>
  fixtures.map(({ input }) => (input as Record<string, unknown>)[name])
    .filter((text) => typeof text === "string");

const pem = textTarget({
  name: "pem",
  weight: 16,
  seeds: textsWith("-----BEGIN "),
  invented: fc.string({ unit: "binary", maxLength: 200 }),
  run(text) {
    let blocks;
    try {
      blocks = readPem(text);
    } catch (thrown) {
      return refusal(thrown, "too_complex");
    }
    const seen: string[] = [];
    let before = 0;
    for (const block of blocks) {
      const { label, bytes, offset, end, problem } = block;
      must(offset >= before && offset <= end && end <= text.length + 80, "place of a block");
      before = offset;
      must(bytes !== null || problem !== null, "a block without content or problem");
      if (problem !== null) mustBeSentence(problem);
      seen.push(`${kindOfBlock(block)} ${squash(problem ?? "")}`);
      if (bytes === null) continue;
      // A block that is written again reads as the same block.
      const [again] = readPem(writePem(label === "" ? "DATA" : label, bytes));
      must(again.problem === null && sameBytes(again.bytes!, bytes), "a block written anew");
      must(label === "" || again.label === label, "label of a rewritten block");
    }
    return [...new Set(seen)].slice(0, 6).join("|");
  },
});

/** Against the engine's own base64. */
const base64 = bytesTarget({
  name: "base64",
  weight: 6,
  seeds: ["", "M", "Ma", "Man", "\0\0\0\0", "\u00ff\u00fe\u00fd"].map((text) =>
    Uint8Array.from(text, (character) => character.charCodeAt(0))
  ),
  invented: fc.uint8Array({ maxLength: 100 }) as fc.Arbitrary<Uint8Array<ArrayBuffer>>,
  run(bytes) {
    const text = encodeBase64(bytes);
    must(text === bytes.toBase64(), "another base64 than the engine's");
    const decoded = decodeBase64(text);
    if (bytes.length === 0) return String(decoded);
    must(typeof decoded !== "string" && sameBytes(decoded, bytes), "it does not come back");
    const bare = decodeBase64(text.replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_"));
    must(typeof bare !== "string" && sameBytes(bare, bytes), "base64url does not come back");
    return String(bytes.length % 3);
  },
});

const records = members(caaValidateFixtures, "record");
const zones = members(caaCheckFixtures, "records");

const caaRecord = textTarget({
  name: "caa-record",
  weight: 10,
  seeds: [...records, ...zones.flatMap((zone) => zone.split("\n")).filter((line) => line !== "")],
  invented: fc.tuple(fc.domain(), fc.integer({ min: -1, max: 300 }), fc.string(), fc.string())
    .map(([owner, flags, tag, value]) => `${owner}. IN CAA ${flags} ${tag} "${value}"`),
  run(text) {
    const { record, problem, tag, flags } = parseRecord(text);
    must(record !== null || problem !== null, "neither record nor problem");
    if (problem !== null) mustBeSentence(problem);
    if (record === null) return squash(problem!);
    must(flags === record.flags && tag === record.tag, "two readings of one record");
    for (const write of [formatRecord, formatGeneric]) {
      const line = write(record);
      // A record has at most 65,535 octets; nothing needs to read a longer one.
      if (record.value.length > 0xff00) continue;
      const again = parseRecord(line);
      must(again.record !== null, `${write.name} is not read: ${again.problem}`);
      must(
        JSON.stringify(again.record) === JSON.stringify(record),
        `${write.name} gives another record`,
      );
      must(again.problem === problem, `${write.name} is judged otherwise`);
    }
    return `${squash(problem ?? "")} ${record.tag.length < 12 ? record.tag : ""}`;
  },
});

const zone = textTarget({
  name: "caa-zone",
  weight: 6,
  seeds: [...zones, ...records],
  run(text) {
    try {
      const zone = readZone(text);
      const { records, read, beside, ignored } = zone;
      const { status } = findRecords(zone, "a.example.com");
      const sizes = [records.size, read.length, beside.length, ignored];
      return `${status} ${sizes.map((n) => Math.min(n, 4)).join(" ")}`;
    } catch (thrown) {
      return refusal(thrown, "too_complex", "invalid_input");
    }
  },
});

const HOSTS = [
  "example.com",
  "https://example.com/path?query#fragment",
  "http://www.example.com:443/",
  "EXAMPLE.com.",
  "bücher.example",
  "xn--bcher-kva.example",
  "例え.テスト",
  "user:pass@example.com",
  "example.com:8443",
  "192.0.2.1",
  "[2001:db8::1]",
  "*.example.com",
  "localhost",
  "a@example.com",
  "::ffff:192.0.2.1",
  "１９２.0.2.1",
  "a_b.example.com",
];

const anyHost = fc.oneof(
  fc.domain(),
  fc.webUrl(),
  fc.ipV4Extended(),
  fc.ipV6(),
  fc.emailAddress(),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
);

const url = textTarget({
  name: "url",
  weight: 10,
  seeds: HOSTS,
  invented: anyHost,
  run(text) {
    let host;
    try {
      host = hostToConnect(text);
    } catch (thrown) {
      return refusal(thrown, "invalid_input");
    }
    must(/^[a-z0-9.-]{3,253}$/.test(host), "form of a host");
    must(hostToConnect(host) === host, "a host is another one when it is read again");
    must(referenceFor(host).type === "DNS", "a host that is an address");
    must(matchesDnsName(host, host), "a host does not match itself");
    return host.includes("xn--") ? "international" : "host";
  },
});

const names = textTarget({
  name: "typed-names",
  weight: 8,
  seeds: HOSTS,
  invented: anyHost,
  run(text) {
    const domain = readDomainName(text);
    if (domain !== null) {
      must(/^(\*\.)?[a-z0-9.-]{1,253}$/.test(domain), "form of a domain name");
      must(readDomainName(domain) === domain, "a domain name read again");
    }
    const email = readEmailAddress(text);
    if (email !== null) must(readEmailAddress(email) === email, "an e-mail address read again");
    const address = readIpAddress(text);
    if (address !== null) {
      const again = readIpAddress(address.text);
      must(again !== null && sameBytes(again.octets, address.octets), "an address read again");
      must(again.text === address.text, "text of an address");
      const reference = referenceFor(address.text);
      must(
        reference.type === "IP" && sameBytes(reference.bytes, address.octets),
        "two readers differ about an address",
      );
      const presented = [{ type: "IP" as const, bytes: address.octets }];
      must(matchesReference(presented, reference), "an address does not match itself");
    }
    const alternative = readAlternativeName(text);
    const file = fileBaseName(text, "file");
    must(/^[A-Za-z0-9._-]{1,60}$/.test(file), "form of a file name");
    return `${domain !== null} ${email !== null} ${address?.octets.length} ${alternative?.type}`;
  },
});

export const texts: readonly AnyTarget[] = [pem, base64, caaRecord, zone, url, names];
