/** Entries of long and of unusual CRLs: found, counted, sliced, and paid for from the budget. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../../core/kernel/context.ts";
import { isOperationError } from "../../../../core/kernel/errors.ts";
import { element, objectIdentifier, setOf } from "../../../../core/x509/asn1/der-write.ts";
import { canonicalName, nameKey } from "../../../../core/x509/constraints/canonical-names.ts";
import { readCrl } from "../../../../core/x509/revocation/crl.ts";
import { findEntries } from "../../../../core/x509/revocation/crl-status.ts";
import { readPem } from "../../../../core/x509/pem/pem.ts";
import { needs, runProgram } from "../../../support/programs.ts";
import { crl } from "./support.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const text = (tag: number, value: string) => element(tag, new TextEncoder().encode(value));
const name = (commonName: string) =>
  element(
    0x30,
    setOf(element(0x30, objectIdentifier("2.5.4.3"), text(0x0c, commonName))),
  );
const extension = (oid: string, value: Bytes, isCritical = false) =>
  element(
    0x30,
    objectIdentifier(oid),
    ...(isCritical ? [element(0x01, Uint8Array.of(0xff))] : []),
    element(0x04, value),
  );
const entry = (serial: Bytes, ...extensions: Bytes[]) =>
  element(
    0x30,
    element(0x02, serial),
    text(0x17, "261101120000Z"),
    ...(extensions.length > 0 ? [element(0x30, ...extensions)] : []),
  );
const ALGORITHM = element(0x30, objectIdentifier("1.2.840.10045.4.3.2"));

/** An unsigned CRL, because only reading it is tested. */
function list(entries: Bytes[], ...extensions: Bytes[]): Bytes {
  const tbs = element(
    0x30,
    element(0x02, Uint8Array.of(1)),
    ALGORITHM,
    name("Example CA"),
    text(0x17, "261101120000Z"),
    text(0x17, "361101120000Z"),
    element(0x30, ...entries),
    ...(extensions.length > 0 ? [element(0xa0, element(0x30, ...extensions))] : []),
  );
  return element(0x30, tbs, ALGORITHM, element(0x03, Uint8Array.of(0, 1)));
}

const serial = (number: number) => Uint8Array.of(1, number >> 16, number >> 8, number);
const keyOf = (commonName: string) =>
  nameKey(canonicalName(
    {
      attributes: [{ rdn: 0, oid: "2.5.4.3", name: "commonName", value: commonName }],
    } as Parameters<typeof canonicalName>[0],
  ));

describe("entries of a CRL", () => {
  it("finds one of 200,000 entries, counts few elements and charges every octet", () => {
    const reason = extension("2.5.29.21", element(0x0a, Uint8Array.of(1)));
    const one = entry(serial(0), reason);
    const all = new Uint8Array(200_000 * one.length);
    for (let i = 0; i < 200_000; i++) {
      all.set(one, i * one.length);
      all.set(serial(i), i * one.length + 4);
    }
    const bytes = list([all]);
    const budget = new Budget();
    const read = readCrl(bytes, budget);
    assert.equal(read.entryCount, 200_000);
    // The frame's bytes are counted. Entries are paid for as time, and usual ones in no other way.
    assert(budget.spent("bytes") < 1_000, String(budget.spent("bytes")));
    assert(budget.spent("work") < bytes.length / 90, String(budget.spent("work")));
    const [last, none] = findEntries(
      read,
      [199_999, 200_000].map((number) => ({ serial: serial(number), issuerKey: read.issuerKey })),
      budget,
    );
    assert.deepEqual(last, {
      serialNumber: "01030D3F",
      revokedAt: "2026-11-01T12:00:00Z",
      reason: "keyCompromise",
      invalidityDate: null,
    });
    assert.equal(none, null);
    assert(budget.spent("nodes") < 100, String(budget.spent("nodes")));
    assert(budget.spent("work") > bytes.length / 60);
    assert.deepEqual(
      read.slice(150_000, 2, budget).map(({ serialNumber }) => serialNumber),
      ["010249F0", "010249F1"],
    );
    const last50 = new Budget();
    assert.deepEqual(read.slice(199_999, 50, last50).length, 1);
    assert(last50.spent("work") < 1_000, String(last50.spent("work")));
    // The entries are found in steps of 1,024, and no further step is paid for.
    const first50 = new Budget();
    assert.equal(read.slice(0, 50, first50).length, 50);
    const step = 1024 * one.length / 100;
    assert(first50.spent("work") < 1.5 * step, String(first50.spent("work")));
    assert.equal(read.slice(1000, 50, new Budget()).length, 50);
    assert.deepEqual(read.slice(200_000, 50, budget), []);
    assert.throws(
      () => readCrl(bytes, new Budget({ work: 1_000 })),
      (thrown) => isOperationError(thrown) && thrown.code === "too_complex",
    );
  });

  it("reads each entry of a long CRL written by openssl", needs("openssl"), async () => {
    const folder = await Deno.makeTempDir();
    const file = (name: string) => `${folder}/${name}`;
    try {
      const revoked = Array.from({ length: 5_000 }, (_, i) => (0x7f000000 + i * 7919).toString(16));
      await Deno.writeTextFile(
        file("index.txt"),
        revoked.map((serial) =>
          `R\t460101000000Z\t261101120000Z,superseded\t${serial.toUpperCase()}\tunknown\t/CN=x\n`
        ).join(""),
      );
      await Deno.writeTextFile(file("index.txt.attr"), "unique_subject = no\n");
      await Deno.writeTextFile(
        file("ca.cnf"),
        `[ca]\ndefault_ca = d\n[d]\ndatabase = ${file("index.txt")}\ndefault_md = sha256\n`,
      );
      await runProgram("openssl", [
        ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
        ...["-keyout", file("key"), "-subj", "/CN=Many", "-days", "30", "-out", file("pem")],
      ]);
      const { stdout } = await runProgram("openssl", [
        ...["ca", "-config", file("ca.cnf"), "-gencrl", "-keyfile", file("key")],
        ...["-cert", file("pem"), "-crldays", "30"],
      ]);
      const read = readCrl(readPem(stdout)[0].bytes!, new Budget());
      assert.deepEqual(
        read.slice(0, 6_000, new Budget()).map(({ serialNumber }) => serialNumber.toLowerCase())
          .sort(),
        revoked.sort(),
      );
      const wanted = revoked.map((hex) => ({
        serial: Uint8Array.fromHex(hex.startsWith("7") ? hex : `00${hex}`),
        issuerKey: read.issuerKey,
      }));
      const found = findEntries(read, wanted, new Budget());
      assert(found.every((entry) => entry?.reason === "superseded"));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });

  it("applies the certificate issuer of an indirect CRL to the following entries", () => {
    const indirect = extension(
      "2.5.29.28",
      element(0x30, element(0x84, Uint8Array.of(0xff))),
      true,
    );
    const issuer = extension(
      "2.5.29.29",
      element(0x30, element(0xa4, name("Other CA"))),
      true,
    );
    const entries = [entry(serial(1)), entry(serial(2), issuer), entry(serial(3))];
    const read = readCrl(list(entries, indirect), new Budget());
    assert.equal(read.unusable, null);
    const holds = (number: number, ca: string) =>
      findEntries(read, [{ serial: serial(number), issuerKey: keyOf(ca) }], new Budget())[0] !==
        null;
    assert.deepEqual([1, 2, 3].map((number) => holds(number, "Example CA")), [true, false, false]);
    assert.deepEqual([1, 2, 3].map((number) => holds(number, "Other CA")), [false, true, true]);
    assert.match(
      readCrl(list(entries), new Budget()).unusable!,
      /not an indirect CRL/,
    );
  });

  it("rejects a CRL with an entry that it cannot interpret", () => {
    const odd = extension("1.2.3.4", element(0x05), true);
    const read = readCrl(list([entry(serial(1)), entry(serial(2), odd)]), new Budget());
    assert.match(read.unusable!, /critical/);
    const harmless = extension("1.2.3.4", element(0x05));
    assert.equal(readCrl(list([entry(serial(2), harmless)]), new Budget()).unusable, null);
    const broken = readCrl(list([entry(serial(1)), element(0x30, element(0x05))]), new Budget());
    assert.match(broken.unusable!, /^An entry cannot be read/);
    assert.equal(broken.entryCount, 1);
  });

  it("reads CRL number, base number, key identifier and distribution point", () => {
    const delta = crl("delta");
    assert.deepEqual([delta.number, delta.baseNumber, delta.isDelta], ["12", "10", true]);
    assert.equal(crl("complete").isDelta, false);
    assert.match(crl("complete").keyIdentifier!, /^[0-9A-F]{40}$/);
    assert.deepEqual(crl("part-a").issuingPoint!.names.map(({ type, value }) => [type, value]), [
      ["URI", "http://crl.example/a.crl"],
    ]);
  });
});
