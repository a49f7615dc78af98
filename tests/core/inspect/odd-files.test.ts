/** Files in odd forms: stores of Windows (.sst), damaged files, keys and certificates that are written in an odd way. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { concatenate } from "../../../core/kernel/octets.ts";
import { certificateBytes } from "../../fixtures/certificates/index.ts";
import { chainText } from "../../fixtures/chain/index.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { inspectFiles, textFile } from "./support.ts";

const ascii = (text: string) => new TextEncoder().encode(text);

function element(id: number, value: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(12));
  [id, 1, value.length].forEach((number, at) => head.setUint32(4 * at, number, true));
  return concatenate([new Uint8Array(head.buffer), value]);
}

const FRIENDLY_NAME = 11;
const [CERTIFICATE, END] = [32, 0];

/** A store with these certificates, each with a friendly name. */
const storeOf = (...certificates: Uint8Array[]): Uint8Array<ArrayBuffer> =>
  concatenate([
    concatenate([new Uint8Array(4), ascii("CERT")]),
    ...certificates.flatMap((bytes) => [
      element(FRIENDLY_NAME, ascii("w\0e\0b\0")),
      element(CERTIFICATE, bytes),
    ]),
    element(END, new Uint8Array()),
  ]);

const chain = readPem(chainText("plain")).map(({ bytes }) => bytes!);

describe("a certificate store of Windows", () => {
  it("is read with all its certificates, also in base64", async () => {
    const store = storeOf(...chain);
    for (const file of [{ name: "a.sst", bytes: store }, textFile(store.toBase64(), "a.sst")]) {
      const { rows, related } = await inspectFiles([file]);
      assert.deepEqual(
        rows.map(({ kind, places: [{ form }] }) => `${kind} ${form}`),
        chain.map(() => "certificate SST"),
      );
      assert.equal(related.chains[0].certificates.length, 3);
    }
  });

  it("is called cut off or empty", async () => {
    const messageOf = async (bytes: Uint8Array<ArrayBuffer>) =>
      (await inspectFiles([{ name: "a.sst", bytes }])).collection.skipped[0].message;
    const store = storeOf(chain[0]);
    assert.match(await messageOf(store.slice(0, -40)), /\(SST\) that is cut off/);
    assert.match(await messageOf(storeOf()), /\(SST\) without certificates/);
    const long = element(CERTIFICATE, new Uint8Array());
    new DataView(long.buffer).setUint32(8, 0xffffffff, true);
    assert.match(
      await messageOf(concatenate([storeOf().slice(0, 8), long])),
      /\(SST\) that is cut off/,
    );
  });
});

describe("files that are named because they are not read", () => {
  for (
    const [name, start, message] of [
      ["a binary property list", "bplist00", /plutil -convert xml1/],
      ["a key of Windows (CNG)", "RSA2\0\x08\0\0", /private key of Windows \(CNG\).*PFX/],
      ["a keychain", "kych\0\x01\0\0", /Keychain Access/],
    ] as const
  ) {
    it(`are ${name}`, async () => {
      const bytes = concatenate([ascii(start), new Uint8Array(64)]);
      const { verdict } = await inspectFiles([{ name: "file", bytes }]);
      assert.match(verdict.cause, message);
    });
  }

  it("are not texts that begin with the same letters", async () => {
    const { verdict } = await inspectFiles([textFile("RSA2048 keys are long enough")]);
    assert.match(verdict.cause, /No certificates or keys were found/);
  });
});

it("a binary file that a program took for text is called damaged", async () => {
  const damaged = new TextEncoder().encode(new TextDecoder().decode(chain[0]));
  for (const bytes of [damaged, concatenate([Uint8Array.of(0xfe), damaged])]) {
    const { verdict } = await inspectFiles([{ name: "a.der", bytes }]);
    assert.match(verdict.cause, /took the file for text .*EF BF BD/);
  }
  // As UTF-8 of Latin-1, and with only seven bits of each octet.
  const encoded = new TextEncoder().encode(String.fromCharCode(...chain[0]));
  const stripped = chain[0].map((octet) => octet & 0x7f);
  for (
    const [bytes, message] of [[encoded, /two \(UTF-8\)/], [stripped, /7F became others/]] as const
  ) {
    const { verdict } = await inspectFiles([{ name: "a.der", bytes }]);
    assert.match(verdict.cause, message);
  }
  const other = await inspectFiles([{ name: "a.bin", bytes: Uint8Array.of(1, 2, 3, 4) }]);
  assert.match(other.verdict.cause, /the type of the file is unknown/);
});

it("a file with other line ends is called damaged, not locked", async () => {
  for (const file of ["pfx-held-dup-certs-keys.pfx", "java-keystore.jks"]) {
    const whole = Deno.readFileSync(
      new URL(`../../fixtures/pfx/reported/${file}`, import.meta.url),
    );
    const bytes = Uint8Array.from(
      [...whole].flatMap((octet) => octet === 0x0a ? [0x0d, 0x0a] : [octet]),
    );
    const { rows: [row], verdict } = await inspectFiles([{ name: "a", bytes }]);
    assert(!row.locked);
    assert.match(verdict.cause, /a carriage return was added/);
  }
});

it("a PFX file that is cut off is not called locked", async () => {
  const whole = Deno.readFileSync(
    new URL("../../fixtures/pfx/reported/pfx-latin1-pbes2.pfx", import.meta.url),
  );
  const isLocked = async (bytes: Uint8Array<ArrayBuffer>) =>
    (await inspectFiles([{ name: "a.pfx", bytes }])).rows[0].locked;
  assert.equal(await isLocked(whole), true);
  assert.equal(await isLocked(whole.slice(0, -9)), false);
});

it("a JSON Web Key with padding has a note, as in key/convert", async () => {
  const jwk = JSON.stringify({ kty: "OKP", crv: "Ed25519", x: `${"A".repeat(43)}=` });
  const { verdict } = await inspectFiles([textFile(jwk)]);
  assert.match(verdict.cause, /has padding or signs that Base64url does not have/);
});

it("an end that does not exist is not called a date of expiry", async () => {
  const { verdict } = await inspectFiles([{
    name: "a.cer",
    bytes: certificateBytes("date-impossible"),
  }]);
  assert.doesNotMatch(verdict.cause, /expires on/);
});

it("a certificate in BER has a finding", async () => {
  const der = certificateBytes("ec-leaf");
  const ber = concatenate([Uint8Array.of(0x30, 0x80), der.subarray(4), new Uint8Array(2)]);
  const { codes } = await inspectFiles([{ name: "ber.cer", bytes: ber }, {
    name: "der.cer",
    bytes: der,
  }]);
  assert(codes("ber.cer").includes("encoding_not_der"));
});
