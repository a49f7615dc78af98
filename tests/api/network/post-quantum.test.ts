/** Post-quantum key agreement, and the timestamps that a server sends in its handshake. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { postQuantum, presentedChain } from "../../../api/network/tls/presented-chain.ts";
import { needs } from "../../support/programs.ts";
import {
  access,
  drain,
  HOST,
  never,
  path,
  pem,
  startDenoTls,
  startOpenssl,
  startRaw,
} from "./support.ts";

const X25519MLKEM768 = 0x11ec;
const EC = ["-cert", path("leaf.pem"), "-key", path("leaf.key")];

async function selected(port: number, parts: Parameters<typeof access>[1] = {}) {
  const question = { hostname: HOST, address: "127.0.0.1" };
  return (await postQuantum(question, access(port, parts), never())).selected;
}

const uint16 = (value: number) => [value >> 8, value & 0xff];

/** A HelloRetryRequest (RFC 8446, 4.1.4) that selects a group. */
function retryRequest(group: number): Uint8Array<ArrayBuffer> {
  const random = new Uint8Array(
    Uint8Array.fromHex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c"),
  );
  const extensions = [...[0, 43, 0, 2, 3, 4], ...[0, 51, 0, 2, ...uint16(group)]];
  const body = [3, 3, ...random, 0, 0x13, 1, 0, ...uint16(extensions.length), ...extensions];
  const message = [2, 0, ...uint16(body.length), ...body];
  return Uint8Array.from([22, 3, 3, ...uint16(message.length), ...message]);
}

/** The answer to a server that sends these bytes, and what the client sent. */
async function answerTo(...chunks: Uint8Array<ArrayBuffer>[]) {
  let hello = new Uint8Array();
  await using server = startRaw(async (connection) => {
    const buffer = new Uint8Array(4096);
    hello = buffer.slice(0, await connection.read(buffer) ?? 0);
    for (const chunk of chunks) await connection.write(chunk);
    await drain(connection);
  });
  return { answer: await selected(server.port), hello };
}

describe("network: post-quantum key agreement", () => {
  it(
    "is found with a server that has it, and not with one without it",
    needs("openssl"),
    async () => {
      await using rustls = startDenoTls(pem("leaf.pem"));
      assert.equal(await selected(rustls.port), true);
      // The groups are set, because OpenSSL has X25519MLKEM768 since version 3.5.
      await using openssl = await startOpenssl(...EC, "-groups", "X25519:P-256");
      assert.equal(await selected(openssl.port), false);
      await using older = await startOpenssl(...EC, "-tls1_2");
      assert.equal(await selected(older.port), null);
    },
  );

  it("is read from a HelloRetryRequest, in any pieces", async () => {
    const whole = retryRequest(X25519MLKEM768);
    const { answer, hello } = await answerTo(whole);
    assert.equal(answer, true);
    assert.equal(
      (await answerTo(whole.slice(0, 3), whole.slice(3, 50), whole.slice(50))).answer,
      true,
    );
    const octets = Array.from(whole, (octet) => Uint8Array.of(octet));
    assert.equal((await answerTo(...octets)).answer, true);
    assert.equal((await answerTo(retryRequest(29))).answer, false);
    // One record with TLS 1.3 only; the group is the first, and there is no key share.
    const text = hello.toHex();
    assert.match(text, /^160301/);
    assert.match(text, /000a000a000811ec001d00170018/);
    assert.match(text, /002b0003020304/);
    assert.match(text, /003300020000$/);
  });

  it("is not known after any other answer", async () => {
    const request = retryRequest(X25519MLKEM768);
    const changed = (place: number, value: number) => {
      const copy = new Uint8Array(request);
      copy[place] = value;
      return copy;
    };
    const alert = Uint8Array.of(21, 3, 3, 0, 2, 2, 40);
    const cases: [string, Uint8Array<ArrayBuffer>][] = [
      ["an alert", alert],
      ["HTTP", new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n")],
      ["a ServerHello", changed(12, 0)],
      ["a longer session id", changed(43, 0xff)],
      ["longer extensions", changed(48, 0xff)],
      ["a long record", Uint8Array.of(22, 3, 3, 0xff, 0xff)],
    ];
    for (const [name, bytes] of cases) assert.equal((await answerTo(bytes)).answer, null, name);
  });

  it("is not known if the server closes or is silent, and if its address is not allowed", async () => {
    await using closing = startRaw(() => Promise.resolve());
    assert.equal(await selected(closing.port), null);
    await using silent = startRaw(drain);
    const limits = { connectMs: 200, handshakeMs: 200 };
    assert.equal(await selected(silent.port, { limits }), null);
    await using unseen = startRaw(drain);
    assert.equal(await selected(unseen.port, { guard: () => false }), null);
    assert.equal(unseen.accepted, 0);
  });
});

describe("network: timestamps of the handshake", () => {
  const LIST = Uint8Array.of(0, 4, 0, 2, 1, 2);

  async function presentedBy(...args: string[]) {
    await using server = await startOpenssl(
      ...EC,
      "-tls1_2",
      "-cipher",
      "AES128-SHA256:ECDHE-ECDSA-AES128-SHA256",
      ...args,
    );
    return await presentedChain(HOST, access(server.port), never());
  }

  it("are read up to TLS 1.2 as sent", needs("openssl"), async () => {
    const file = await Deno.makeTempFile();
    const info = Uint8Array.from([0, 18, 0, LIST.length, ...LIST]).toBase64();
    await Deno.writeTextFile(
      file,
      `-----BEGIN SERVERINFO FOR CT-----\n${info}\n-----END SERVERINFO FOR CT-----\n`,
    );
    try {
      assert.deepEqual((await presentedBy("-serverinfo", file)).timestamps, LIST);
    } finally {
      await Deno.remove(file);
    }
    assert.equal((await presentedBy()).timestamps, null);
  });
});
