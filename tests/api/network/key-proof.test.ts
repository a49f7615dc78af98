/**
 * Whether a server has the private key of its certificate: openssl's server, also behind a proxy that
 * flips a bit of the signature in its handshake.
 */
import assert from "node:assert/strict";
import { afterAll, describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { createNetwork } from "../../../api/network/network.ts";
import { type ClearHandshake, provesKey } from "../../../api/network/tls/key-proof.ts";
import { readInTheClear } from "../../../api/network/tls/clear-handshake.ts";
import { presentedChain } from "../../../api/network/tls/presented-chain.ts";
import { apiOperations } from "../../../api/operations.ts";
import * as schema from "../../../core/chain/schema.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { concatenate } from "../../../core/kernel/octets.ts";
import { needs, runProgram } from "../../support/programs.ts";
import {
  access,
  close,
  ders,
  HOST,
  type Listening,
  never,
  path,
  pem,
  startOpenssl,
  startRaw,
} from "./support.ts";

const LIMITS = { connectMs: 60_000, exchangeMs: 60_000 };

/** Server arguments for a fixture's certificate. */
const fixture = (name: string) => [
  ...["-cert", path(`${name}.pem`), "-key", path(`${name}.key`)],
  ...["-cert_chain", path("ca.pem")],
];

const SERVER_KEY_EXCHANGE = 12;

/** Forwards all bytes, and passes the server's records through `change`. */
function startProxy(
  port: number,
  change: (record: Uint8Array) => void,
  at = { hostname: "127.0.0.1", port: 0 },
): Listening {
  return startRaw(async (client) => {
    const server = await Deno.connect({ hostname: "127.0.0.1", port });
    // The end of one side ends both.
    const up = client.readable.pipeTo(server.writable).catch(() => {});
    let pending = new Uint8Array();
    const records = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        pending = Uint8Array.of(...pending, ...chunk);
        for (let end; pending.length >= (end = 5 + (pending[3] << 8 | pending[4]));) {
          const record = pending.slice(0, end);
          change(record);
          controller.enqueue(record);
          pending = pending.slice(end);
        }
      },
    });
    const down = server.readable.pipeThrough(records).pipeTo(client.writable).catch(() => {});
    await Promise.race([up, down]);
    for (const side of [client, server]) close(side);
    await Promise.all([up, down]);
  }, at);
}

/** Flips a bit of the signature. openssl puts each message of the handshake into its own record. */
function flipSignature(record: Uint8Array): void {
  if (record[0] === 22 && record[5] === SERVER_KEY_EXCHANGE) record[record.length - 1] ^= 1;
}

async function analyze(port: number, resolve = ["127.0.0.1"]) {
  const network = createNetwork(
    { allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] },
    {
      resolve: () => Promise.resolve(resolve),
      guard: () => true,
      connectPort: (wanted) => wanted === 443 ? port : 1,
    },
  );
  const input = { url: HOST, roots: pem("root.pem") };
  const operations = apiOperations(network);
  const outcome = await execute(operations, "chain/analyze-url", input, createContext());
  assert(outcome.ok, JSON.stringify(outcome));
  return v.parse(schema.chainUrlResponse, outcome.value);
}

/** Reads the server in the clear. Returns its cipher suite, and whether its signature is valid. */
async function readAndVerify(port: number) {
  const target = { address: "127.0.0.1", port, hostname: HOST, startTls: null };
  const { clear, certificates } = await readInTheClear(target, LIMITS, never());
  return { clear, proven: await provesKey(clear, certificates[0], createContext().budget) };
}

const anything = (cipher = "ALL") => ["-cipher", `${cipher}:@SECLEVEL=0`];

describe("proof that a server has its private key", () => {
  const folder = Deno.makeTempDirSync();
  afterAll(() => Deno.remove(folder, { recursive: true }));

  /** A self-signed certificate with a new key. */
  async function own(...options: string[]): Promise<string[]> {
    const name = `${folder}/${options.join("-").replace(/[^\w-]/g, "_")}`;
    await runProgram("openssl", [
      ...["req", "-x509", "-nodes", "-subj", "/CN=www.chain.test", "-newkey", ...options],
      ...["-keyout", `${name}.key`, "-out", `${name}.pem`],
    ]);
    return ["-cert", `${name}.pem`, "-key", `${name}.key`];
  }
  const curve = (name: string) => () => own("ec", "-pkeyopt", `ec_paramgen_curve:${name}`);
  const leaf = (name: string) => () => Promise.resolve(fixture(name));

  const signed: [name: string, certificate: () => Promise<string[]>, ...server: string[]][] = [
    ["RSA PKCS#1, TLS 1.2", leaf("rsa-2048"), "-tls1_2", "-sigalgs", "RSA+SHA256"],
    ["RSA PKCS#1 with SHA-1, TLS 1.2", leaf("rsa-2048"), "-tls1_2", "-sigalgs", "RSA+SHA1"],
    ["RSA PSS, TLS 1.2", leaf("rsa-2048"), "-tls1_2", "-sigalgs", "rsa_pss_rsae_sha384"],
    ["an RSA-PSS key", () => own("rsa-pss"), "-tls1_2"],
    ["RSA of 1024 bits", leaf("rsa-1024"), "-tls1_2"],
    ["RSA, TLS 1.2 with DHE", leaf("rsa-2048"), "-tls1_2", "-cipher", "DHE:@SECLEVEL=0"],
    ["RSA, TLS 1.1", leaf("rsa-2048"), "-tls1_1"],
    ["RSA, TLS 1.0", leaf("rsa-2048"), "-tls1"],
    ["RSA, TLS 1.0 with DHE", leaf("rsa-2048"), "-tls1", "-cipher", "DHE:@SECLEVEL=0"],
    ["ECDSA P-256, TLS 1.2", leaf("leaf"), "-tls1_2"],
    ["ECDSA P-256, TLS 1.0", leaf("leaf"), "-tls1"],
    ["ECDSA P-384, TLS 1.2", curve("P-384"), "-tls1_2"],
    ["ECDSA P-384, TLS 1.1", curve("P-384"), "-tls1_1"],
    ["ECDSA P-521, TLS 1.2", curve("P-521"), "-tls1_2"],
    ["Ed25519, TLS 1.2", () => own("ed25519"), "-tls1_2"],
    ["Ed448, TLS 1.2", () => own("ed448"), "-tls1_2"],
  ];
  for (const [name, certificate, ...server] of signed) {
    it(`verifies ${name}`, needs("openssl"), async () => {
      const cipher = server.includes("-cipher") ? [] : anything();
      await using running = await startOpenssl(...await certificate(), ...server, ...cipher);
      assert.equal((await readAndVerify(running.port)).proven, true);
      await using proxy = startProxy(running.port, flipSignature);
      assert.equal((await readAndVerify(proxy.port)).proven, false);
    });
  }

  it(
    "cannot verify RSA key exchange, where the server signs nothing",
    needs("openssl"),
    async () => {
      await using server = await startOpenssl(
        ...fixture("rsa-2048"),
        "-tls1_2",
        ...anything("AES128-GCM-SHA256"),
      );
      const { source, validation, problems, everywhere } = await analyze(server.port);
      assert.deepEqual([source.keyProven, source.legacy], [null, true]);
      assert.equal(validation.isValid, true);
      assert(!problems.some(({ code }) => code === "key_not_proven"));
      assert.deepEqual(everywhere.presentations.map(({ isValid }) => isValid), [true]);
    },
  );

  it(
    "rejects the signature or the parameters of another handshake, and a missing signature",
    needs("openssl"),
    async () => {
      await using server = await startOpenssl(...fixture("leaf"), "-tls1_2", ...anything());
      const { clear } = await readAndVerify(server.port);
      const [certificate] = ders(pem("leaf.pem"));
      const proves = (parts: Partial<ClearHandshake>) =>
        provesKey({ ...clear, ...parts }, certificate, createContext().budget);
      const changed = (bytes: Uint8Array<ArrayBuffer>, at: number) =>
        bytes.map((octet, place) => place === at ? octet ^ 1 : octet);
      const exchange = clear.keyExchange!;
      assert.equal(await proves({}), true);
      assert.equal(await proves({ clientRandom: changed(clear.clientRandom, 0) }), false);
      assert.equal(await proves({ serverRandom: changed(clear.serverRandom, 31) }), false);
      assert.equal(await proves({ keyExchange: null }), false);
      assert.equal(await proves({ keyExchange: exchange.slice(0, -1) }), false);
      assert.equal(await proves({ keyExchange: Uint8Array.of(...exchange, 0) }), false);
      // The type of the curve, the curve, its point, the scheme, lengths: each octet counts.
      for (const at of exchange.keys()) {
        assert.equal(await proves({ keyExchange: changed(exchange, at) }), false, `octet ${at}`);
      }
      for (let length = 0; length < 80; length++) {
        assert.equal(await proves({ keyExchange: exchange.slice(0, length) }), false);
      }
      const other = provesKey(clear, ders(pem("rsa-2048.pem"))[0], createContext().budget);
      assert.equal(await other, false);
      assert.equal(await provesKey(clear, Uint8Array.of(1), createContext().budget), null);
    },
  );

  it("fails for parameters of Diffie-Hellman that are as long as a handshake allows", async () => {
    const [certificate] = ders(pem("rsa-2048.pem"));
    const number = (
      length: number,
    ) => [Uint8Array.of(length >> 8, length & 0xff), new Uint8Array(length)];
    // A prime and a generator of almost 64 KiB each, a public value, the scheme and a signature.
    const keyExchange = concatenate([
      ...number(65_535),
      ...number(65_490),
      ...number(1),
      Uint8Array.of(4, 1),
      ...number(256),
    ]);
    const clear = {
      tlsVersion: "TLSv1.2",
      cipher: "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
      clientRandom: new Uint8Array(32),
      serverRandom: new Uint8Array(32),
      keyExchange,
    };
    assert.equal(await provesKey(clear, certificate, createContext().budget), false);
  });

  it("cannot be verified if the remaining budget is too small", needs("openssl"), async () => {
    await using server = await startOpenssl(...fixture("leaf"), "-tls1_2", ...anything());
    const { clear } = await readAndVerify(server.port);
    const { budget } = createContext();
    const [certificate] = ders(pem("leaf.pem"));
    assert.equal(await provesKey(clear, certificate, budget.part({ signatures: 0 })), null);
  });

  it("makes a good chain over TLS 1.2 invalid if it fails", needs("openssl"), async () => {
    await using server = await startOpenssl(...fixture("leaf"), "-tls1_2");
    await using proxy = startProxy(server.port, flipSignature);
    const { source, validation, problems, everywhere } = await analyze(proxy.port);
    assert.equal(source.tlsVersion, "TLSv1.2");
    assert.match(source.cipher!, /^TLS_ECDHE_ECDSA_WITH_.*_(GCM|POLY1305)_/);
    assert.deepEqual([source.keyProven, source.legacy], [false, false]);
    assert.equal(validation.isValid, false);
    const [{ code, index, severity, message }] = problems;
    assert.deepEqual([code, index, severity], ["key_not_proven", 0, "error"]);
    assert.equal(
      message,
      "The signature of the TLS handshake does not match the key of the certificate.",
    );
    const [first] = everywhere.presentations;
    assert.deepEqual([first.isValid, first.errors[0]], [false, message]);
    assert.equal(everywhere.readings[0].keyProven, false);
  });

  it("is missing if the server has another key, also over TLS 1.3", needs("openssl"), async () => {
    // A private key with the public part of the certificate, which is all that openssl compares.
    const [block] = ders(pem("leaf.key"));
    block[50] ^= 1;
    const key = `${folder}/other.key`;
    await Deno.writeTextFile(
      key,
      `-----BEGIN PRIVATE KEY-----\n${block.toBase64()}\n-----END PRIVATE KEY-----\n`,
    );
    const chain = ["-cert", path("leaf.pem"), "-key", key, "-cert_chain", path("ca.pem")];
    await using both = await startOpenssl(...chain);
    const answer = await analyze(both.port);
    assert.deepEqual([answer.source.keyProven, answer.validation.isValid], [false, false]);
    await using newer = await startOpenssl(...chain, "-tls1_3");
    await assert.rejects(
      presentedChain(HOST, access(newer.port), never()),
      { code: "host_without_tls", message: "The TLS handshake with the host failed" },
    );
  });

  it(
    "is verified for each address: equal certificates without it are another presentation",
    needs("openssl"),
    async () => {
      await using server = await startOpenssl(...fixture("leaf"), "-tls1_2");
      const { port } = server;
      await using _ = startProxy(port, flipSignature, { hostname: "127.0.0.2", port });
      const { everywhere, validation } = await analyze(port, ["127.0.0.1", "127.0.0.2"]);
      assert.equal(validation.isValid, true);
      assert.deepEqual(everywhere.presentations.map(({ isValid }) => isValid), [true, false]);
      const usual = everywhere.readings.filter(({ asked }) => asked === "as clients do")
        .map(({ address, keyProven, presentation }) => [address, keyProven, presentation]);
      assert.deepEqual(usual, [["127.0.0.1", true, 0], ["127.0.0.2", false, 1]]);
      const [{ fingerprint }, other] = everywhere.presentations;
      assert.equal(other.fingerprint, fingerprint);
    },
  );

  it("is verified for each key type", needs("openssl"), async () => {
    await using server = await startOpenssl(
      ...fixture("leaf"),
      ...["-dcert", path("rsa-2048.pem"), "-dkey", path("rsa-2048.key"), "-tls1_2"],
    );
    // Only the RSA signature is wrong: it has 256 octets, an ECDSA signature at most 72.
    await using proxy = startProxy(server.port, (record) => {
      if (record.length > 256) flipSignature(record);
    });
    const { everywhere, validation, source } = await analyze(proxy.port);
    assert.deepEqual([validation.isValid, source.keyProven], [true, true]);
    const proofs = everywhere.readings.map(({ asked, keyProven, presentation }) => [
      asked,
      keyProven,
      everywhere.presentations[presentation!].isValid,
    ]);
    assert.deepEqual(proofs, [
      ["as clients do", true, true],
      ["no server name", true, true],
      ["RSA", false, false],
      ["ECDSA", true, true],
    ]);
  });
});
