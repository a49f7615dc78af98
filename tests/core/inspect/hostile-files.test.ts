/** Files that cost more than they look, and files at which a reader of ours fails. */
import assert from "node:assert/strict";
import { zipSync } from "fflate";
import { describe, it } from "@std/testing/bdd";
import { exampleCertificate } from "../../../core/examples.ts";
import { Collection } from "../../../core/inspect/collection.ts";
import { createContext, DEVICE_LIMITS, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { inspectReaderFailed } from "../../../core/texts.ts";
import { privateKeyIn } from "../../../core/x509/pem/private-key-in.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { textFile } from "./support.ts";

type Bytes = Uint8Array<ArrayBuffer>;
const utf8 = (text: string) => new TextEncoder().encode(text);

/** Reads one file. Returns the collection, and what was spent. */
async function read(bytes: Bytes, limits = SERVER_LIMITS) {
  const context = createContext({ limits });
  const options = { context: () => context, acceptPrivateKeys: true, tolerant: true };
  const collection = new Collection(options);
  await collection.add({ name: "a.zip", bytes });
  return { collection, work: context.budget.spent("work") };
}

/** A text that compression cannot make much smaller, so that no limit of its ratio applies. */
const noise = (octets: number) =>
  Array.from(
    { length: Math.ceil(octets / 1024) },
    () => `#${crypto.getRandomValues(new Uint8Array(512)).toHex().slice(1)}`,
  ).join("\n");

describe("an archive on a server", () => {
  it("is unpacked up to 4 MiB, and further on a device", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 6 }, (_, n) => [`${n}.txt`, utf8(noise(1 << 20))]),
    );
    const zip = zipSync(files) as Bytes;
    const refused = ({ skipped }: Collection) =>
      skipped.filter(({ message }) => /too large to be unpacked/.test(message)).length;
    assert.equal(refused((await read(zip)).collection), 3);
    assert.equal(refused((await read(zip, DEVICE_LIMITS)).collection), 0);
  });

  it("costs as much as reading it: bytes, and each object that is found", async () => {
    const text = `${noise(64 * 1024)}\n${exampleCertificate.repeat(2_000)}`;
    const { work } = await read(zipSync({ a: utf8(text) }) as Bytes);
    assert(work > text.length / 10 + 2_000 * 20, String(work));
  });

  it("may not expand to more than 200 times its size, whatever its size", async () => {
    for (const size of [64 * 1024, 1 << 20]) {
      const { collection } = await read(zipSync({ a: new Uint8Array(size) }) as Bytes);
      assert.match(collection.skipped[0].message, /more than 200 times/);
    }
    const { collection } = await read(zipSync({ a: new Uint8Array(10 * 1024) }) as Bytes);
    assert.doesNotMatch(collection.skipped.map(({ message }) => message).join(), /200 times/);
  });
});

describe("a text of many CAA records", () => {
  it("is read up to 1,000 of them, and says so", async () => {
    const lines = (count: number) =>
      utf8(Array.from({ length: count }, (_, n) => `a${n}.example CAA 0 issue "x"\n`).join(""));
    const whole = (await read(lines(1_000))).collection;
    assert.deepEqual([whole.size, whole.skipped.length], [1_000, 0]);
    const { collection } = await read(lines(20_000));
    assert.equal(collection.size, 1_000);
    assert.match(collection.skipped[0].message, /more than 1,000 CAA records/);
    const zipped = await read(zipSync({ a: lines(20_000) }) as Bytes);
    assert.match(zipped.collection.skipped[0].message, /more than 1,000 CAA records/);
  });
});

describe("JSON that is nested deeply or large", () => {
  const key = (other: string) => `{"kty":"RSA","n":"AQAB","e":"AQAB","x":${other}}`;
  const deep = (levels: number) => key("[".repeat(levels) + "]".repeat(levels));
  const large = key(JSON.stringify("x".repeat(1 << 20)));

  it("is not read, with the reason, and the other files are", async () => {
    for (
      const [text, reason] of [[deep(3_000), /more than 100 levels/], [large, /1 MiB/]] as const
    ) {
      const [block] = readPem(text);
      assert.equal(block.bytes, null);
      assert.match(block.problem!, reason);
      const { collection } = await read(utf8(text));
      assert.match(collection.skipped[0].message, reason);
      await collection.add(textFile(exampleCertificate, "b.pem"));
      assert.equal(collection.size, 1);
    }
    assert.notEqual(readPem(deep(50))[0].bytes, null);
  });

  it("hides no private key before it is sent", () => {
    for (const text of [deep(3_000), large]) {
      assert.notEqual(privateKeyIn(text.replace("{", '{"d":"jpsQnnGQmL",')), null);
    }
  });
});

/** Bytes at which a reader fails with an unexpected fault. */
class Faulty extends Uint8Array<ArrayBuffer> {
  #asked = 0;
  override get length(): number {
    if (this.#asked++ > 2) throw new RangeError("too much recursion");
    return super.length;
  }
}

describe("a file at which our reader fails", () => {
  const add = async (tolerant: boolean) => {
    const options = { context: () => createContext(), acceptPrivateKeys: true, tolerant };
    const collection = new Collection(options);
    await collection.add({ name: "bad", bytes: new Faulty(new ArrayBuffer(100)) });
    await collection.add(textFile(exampleCertificate, "b.pem"));
    return collection;
  };

  it("is skipped by name on a device, and the others are read", async () => {
    const { size, skipped } = await add(true);
    assert.deepEqual([size, skipped.map(({ file, message }) => [file, message])], [
      1,
      [["bad", inspectReaderFailed]],
    ]);
  });

  it("is a fault for the log on a server", async () => {
    await assert.rejects(add(false), (thrown) => !isOperationError(thrown));
  });
});
