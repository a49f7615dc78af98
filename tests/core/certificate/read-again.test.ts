/** certificate/read-again: what is compared, how a difference is reported, and where it ends. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { certificateReadAgain } from "../../../core/certificate/contract.ts";
import { compareReadings, type Reading } from "../../../core/certificate/readings.ts";
import { LIBRARY, readCertificateAgain } from "../../../core/certificate/second-reader.ts";
import { element } from "../../../core/x509/asn1/der-write.ts";
import { exampleCertificate } from "../../../core/examples.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { readAgainFixtures } from "../../fixtures/certificate/read-again.ts";
import { certificateBytes, certificateText } from "../../fixtures/certificates/index.ts";
import { csrFixtures } from "../../fixtures/csr/index.ts";

type Answer = OutputOf<typeof certificateReadAgain>;

const run = async (text: string) =>
  await execute(operations, certificateReadAgain.name, { text }, createContext());

async function answerTo(text: string): Promise<Answer> {
  const outcome = await run(text);
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as Answer;
}

const request = (wanted: string) => csrFixtures.find(({ name }) => name === wanted)!.input.csr;

const field = ({ fields }: Answer, name: string) => fields.find(({ field }) => field === name)!;

describe("certificate/read-again", () => {
  it("names the library with the version in deno.json", async () => {
    const { imports } = JSON.parse(
      await Deno.readTextFile(new URL("../../../deno.json", import.meta.url)),
    );
    assert.equal(imports[LIBRARY.name], `npm:${LIBRARY.name}@${LIBRARY.version}`);
    assert.deepEqual((await answerTo(exampleCertificate)).library, LIBRARY);
  });

  it("compares every field of a certificate", async () => {
    const { kind, agrees, problem, fields } = await answerTo(certificateText("every-extension"));
    assert.deepEqual([kind, agrees, problem], ["certificate", true, null]);
    assert.deepEqual(
      fields.map(({ field }) => field).filter((name) => name !== "extension"),
      [
        "subject",
        "issuer",
        "serialNumber",
        "notBefore",
        "notAfter",
        "publicKey",
        "signatureAlgorithm",
        "subjectAltName",
        "extensions",
      ],
    );
    const extensions = fields.filter(({ field }) => field === "extension");
    assert.equal(extensions.length, 31);
    assert(
      extensions.some(({ oid, ours }) =>
        oid === "2.5.29.19" && ours === "critical, 30060101FF020103"
      ),
    );
    for (const { agrees, ours, theirs, note } of fields) {
      if (agrees) assert.deepEqual([ours, note], [theirs, null]);
    }
  });

  it("compares every field of a CSR", async () => {
    const { kind, agrees, fields } = await answerTo(request("extensions"));
    assert.deepEqual([kind, agrees], ["request", true]);
    assert(fields.some(({ field, oid }) => field === "extension" && oid === "2.5.29.17"));
    assert(fields.every(({ field }) => field !== "issuer" && field !== "notAfter"));
  });

  it("gives a reason for every difference in the fixtures", async () => {
    for (const { name, input } of readAgainFixtures) {
      const outcome = await run(input.text);
      if (!outcome.ok) {
        assert.notEqual(outcome.error.code, "internal", name);
        continue;
      }
      const { agrees, problem, fields } = outcome.value as Answer;
      assert.equal(agrees === null, problem !== null, name);
      for (const { field, agrees, note } of fields) {
        assert.equal(note === null, agrees === true, `${name}: ${field}: ${note}`);
      }
    }
  });

  for (
    const [name, text, at, ours, theirs, note] of [
      [
        "a negative serial number",
        certificateText("serial-lowest"),
        "serialNumber",
        "-8000",
        "8000",
        /^Our reading is right: .*X\.690, 8\.3\.3/,
      ],
      [
        "a date without seconds",
        certificateText("dates-odd-forms"),
        "notBefore",
        "2026-01-01T00:00:00Z",
        "1899-11-30T00:00:00Z",
        /^Our reading is right: .*RFC 5280, 4\.1\.2\.5/,
      ],
      [
        "octets that are not UTF-8",
        request("name-malformed-utf8"),
        "subject",
        "commonName=a\ufffd\ufffdb",
        "commonName=aÿþb",
        /^Neither reading is right/,
      ],
    ] as const
  ) {
    it(`shows both readings and who is right: ${name}`, async () => {
      const answer = await answerTo(text);
      assert.equal(answer.agrees, false);
      const row = field(answer, at);
      assert.deepEqual([row.ours, row.theirs, row.agrees], [ours, theirs, false]);
      assert.match(row.note!, note);
    });
  }

  it("distinguishes a field that the library does not read from a difference", async () => {
    const answer = await answerTo(request("name-visible-string"));
    assert.equal(answer.agrees, true);
    const { agrees, theirs } = field(answer, "subject");
    assert.deepEqual([agrees, theirs], [null, "commonName=(not read)"]);
    const windows = await answerTo(request("microsoft-extension-request"));
    assert.deepEqual([windows.agrees, field(windows, "extensions").agrees], [true, null]);
    const refused = await answerTo(certificateText("issuer-broken"));
    assert.deepEqual([refused.agrees, refused.fields], [null, []]);
    assert.match(refused.problem!, /^The library does not read this certificate/);
  });

  it("cuts a long value to the part where the readings differ", async () => {
    const answer = await answerTo(certificateText("key-ml-dsa"));
    const { ours } = field(answer, "publicKey");
    assert.equal(ours!.length, 401);
  });

  it("rejects a certificate that is too large, and other texts, with a reason", async () => {
    for (
      const [text, code] of [
        [certificateText("san-10000"), "too_large"],
        ["hello", "unreadable"],
        [" ", "invalid_input"],
      ]
    ) {
      const outcome = await run(text);
      assert(!outcome.ok);
      assert.equal(outcome.error.code, code);
    }
  });
});

/** A certificate in PEM with the given parts. */
function certificateOf(
  { algorithm = [NULL], subject = NAME, extensions = [] as Bytes[] },
): string {
  const identifier = element(0x30, hex("06092a864886f70d01010b"), ...algorithm);
  const time = element(0x17, new TextEncoder().encode("260101000000Z"));
  const tbs = element(
    0x30,
    hex("a003020102020101"),
    identifier,
    NAME,
    element(0x30, time, time),
    subject,
    element(0x30, hex("300506032b6570"), element(3, new Uint8Array(33))),
    element(0xa3, element(0x30, ...extensions)),
  );
  const der = element(0x30, tbs, identifier, element(3, new Uint8Array(65)));
  return `-----BEGIN CERTIFICATE-----\n${der.toBase64()}\n-----END CERTIFICATE-----\n`;
}

type Bytes = Uint8Array<ArrayBuffer>;
const hex = (digits: string): Bytes => Uint8Array.fromHex(digits);
const NULL = hex("0500");
/** CN=a */
const NAME = hex("300c310a300806035504030c0161");
/** cA FALSE; then the same with bytes after extnValue. */
const BASIC = hex("30090603551d1304023000");
const BASIC_AND_MORE = hex("300b0603551d13040230000500");

describe("certificate/read-again: faults that the library ignores", () => {
  for (
    const [name, parts, at, note] of [
      [
        "a NULL with content",
        { algorithm: [hex("050101")] },
        "signatureAlgorithm",
        /X\.690, 8\.8\.2/,
      ],
      [
        "a large number in an object identifier",
        { subject: hex("301531133011060c2a81ffffffffffffffffff7f0c0161") },
        "subject",
        /X\.690, 8\.19\.2/,
      ],
      [
        "bytes after an attribute of a name",
        { subject: hex("300e310c300a06035504030c01610500") },
        "subject",
        /a name is malformed/,
      ],
      ["bytes after an extension", { extensions: [BASIC_AND_MORE] }, "extensions", /is malformed/],
    ] as const
  ) {
    it(name, async () => {
      const answer = await answerTo(certificateOf(parts as Parameters<typeof certificateOf>[0]));
      const row = field(answer, at);
      assert.equal(row.agrees, false, JSON.stringify(row));
      assert.match(row.note!, note);
    });
  }

  it("finds no fault in the same certificate without one", async () => {
    const { agrees, fields } = await answerTo(certificateOf({ extensions: [BASIC] }));
    assert.equal(agrees, true);
    assert(fields.length > 0 && fields.every(({ agrees }) => agrees));
  });

  it("writes an IP address of a wrong length as we do", async () => {
    const names = hex("30140603551d11040d300b8709abcdefabcdefabcdef");
    const { agrees, fields } = await answerTo(certificateOf({ extensions: [names] }));
    assert.equal(agrees, true);
    assert(fields.some(({ ours }) => ours === "IP:ABCDEFABCDEFABCDEF"));
  });
});

describe("compareReadings", () => {
  const reading = (): Reading => readCertificateAgain(certificateBytes("every-extension"));
  /** The fields that differ after a change of one reading. */
  const differing = (changed: Partial<Reading>) =>
    compareReadings(reading(), { ...reading(), ...changed })
      .filter(({ agrees }) => agrees === false).map(({ field }) => field);

  it("finds a difference in each field", () => {
    const { subject, publicKey, signatureAlgorithm, extensions } = reading();
    const changes: readonly [Partial<Reading>, string][] = [
      [{ subject: subject.map((each) => ({ ...each, value: `${each.value}.` })) }, "subject"],
      // Two attributes of one RDN are another name than two RDNs (RFC 4514, 2.2).
      [{ issuer: subject.map((each) => ({ ...each, rdn: 0 })) }, "issuer"],
      [{ serialNumber: "00" }, "serialNumber"],
      [{ notBefore: "2026-01-01T00:00:01Z" }, "notBefore"],
      [{ notAfter: "2026-01-01T00:00:01Z" }, "notAfter"],
      [{ publicKey: { ...publicKey, parameters: "" } }, "publicKey"],
      [{ publicKey: { ...publicKey, key: `${publicKey.key}00` } }, "publicKey"],
      [{ signatureAlgorithm: { ...signatureAlgorithm, oid: "1.2.3" } }, "signatureAlgorithm"],
      [{ names: [] }, "subjectAltName"],
      [{ extensions: extensions!.slice(1) }, "extensions"],
      [{ extensions: extensions!.toReversed() }, "extensions"],
      [{ extensions: extensions!.with(0, { ...extensions![0], critical: false }) }, "extension"],
      [{ extensions: extensions!.with(0, { ...extensions![0], value: "0500" }) }, "extension"],
    ];
    for (const [change, expected] of changes) {
      assert.deepEqual(differing(change), [expected], JSON.stringify(change).slice(0, 200));
    }
    assert.deepEqual(differing({}), []);
  });

  it("does not confuse a separator with a value", () => {
    const oid = "2.5.4.3";
    const name = (...values: string[]) => ({
      subject: values.map((value, rdn) => ({ rdn, oid, value })),
    });
    const [row] = compareReadings({ ...reading(), ...name("a", "b") }, {
      ...reading(),
      ...name("a, commonName=b"),
    });
    assert.equal(row.agrees, false);
  });
});
