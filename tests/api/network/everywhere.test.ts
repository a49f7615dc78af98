/**
 * chain/analyze-url at every address of a host, and asked in other ways, against openssl's and
 * Deno's servers.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { createNetwork } from "../../../api/network/network.ts";
import type { TlsAccess } from "../../../api/network/presented-chain.ts";
import { apiOperations } from "../../../api/operations.ts";
import * as schema from "../../../core/chain/schema.ts";
import * as TEXT from "../../../core/texts.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { needs } from "../../support/programs.ts";
import * as revocation from "../../core/x509/revocation/support.ts";
import { HOST, type Listening, path, pem, startDenoTls, startOpenssl } from "./support.ts";

const LOOPBACK = ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"];

async function analyze(addresses: string[], port: number, parts: Partial<TlsAccess> = {}) {
  const network = createNetwork(
    { allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] },
    {
      resolve: () => Promise.resolve(addresses),
      guard: (address) => address.startsWith("127.0.0.") || address === "::1",
      connectPort: (wanted) => wanted === 443 ? port : 1,
      ...parts,
    },
  );
  const input = { url: HOST };
  const outcome = await execute(
    apiOperations(network),
    "chain/analyze-url",
    input,
    createContext(),
  );
  assert(outcome.ok, JSON.stringify(outcome));
  return v.parse(schema.chainUrlResponse, outcome.value);
}

/** TLS servers of Deno's own on one port of several addresses, each with its certificates. */
function startOn(addresses: Record<string, string>): Listening {
  const servers = new AsyncDisposableStack();
  let port = 0;
  for (const [hostname, cert] of Object.entries(addresses)) {
    ({ port } = servers.use(startDenoTls(cert, undefined, { hostname, port })));
  }
  return { port, [Symbol.asyncDispose]: () => servers.disposeAsync() };
}

const LEAF = pem("leaf.pem");
const CA = pem("ca.pem");
const ROOT = pem("root.pem");

describe("network: every address of a host", () => {
  it("groups equal presentations and shows the one that differs", async () => {
    await using servers = startOn({
      "127.0.0.1": LEAF + CA + ROOT,
      "127.0.0.2": LEAF,
      "127.0.0.3": LEAF + CA + ROOT,
      "::1": LEAF + CA + ROOT,
    });
    const addresses = ["127.0.0.1", "127.0.0.2", "127.0.0.3", "::1"];
    const { everywhere, source, chain } = await analyze(addresses, servers.port);
    assert.equal(source.address, "127.0.0.1");
    assert.equal(chain.length, 3);
    assert.deepEqual(
      everywhere.presentations.map(({ certificates, isValid }) => [
        certificates.length,
        isValid,
      ]),
      [[3, true], [1, false]],
    );
    const usual = everywhere.readings.filter(({ asked }) => asked === "as clients do");
    assert.deepEqual(
      usual.map(({ address, presentation }) => [address, presentation]),
      [["127.0.0.1", 0], ["127.0.0.2", 1], ["127.0.0.3", 0], ["::1", 0]],
    );
    assert.deepEqual(everywhere.unread, []);
  });

  it("says why an address could not be read, and keeps the others", async () => {
    await using servers = startOn({ "127.0.0.1": LEAF + CA + ROOT });
    const { everywhere, validation } = await analyze(LOOPBACK.slice(0, 2), servers.port);
    assert.equal(validation.isValid, true);
    const other = everywhere.readings.find(({ address }) => address === "127.0.0.2")!;
    assert.deepEqual([other.presentation, other.problem], [
      null,
      "HOST COULD NOT BE REACHED ON PORT 443",
    ]);
  });

  it("reads eight addresses and names the rest", async () => {
    await using servers = startOn({ "127.0.0.1": LEAF + CA + ROOT });
    const addresses = Array.from({ length: 10 }, (_, i) => `127.0.0.${i + 1}`);
    const { everywhere } = await analyze(addresses, servers.port);
    const read = everywhere.readings.filter(({ asked }) => asked === "as clients do");
    assert.equal(read.length, 8);
    assert.deepEqual(everywhere.unread, ["127.0.0.9", "127.0.0.10"]);
  });

  it("is not held up by an address that says nothing", async () => {
    using silent = Deno.listen({ hostname: "127.0.0.2", port: 0 });
    await using servers = startDenoTls(LEAF + CA + ROOT, undefined, {
      port: (silent.addr as Deno.NetAddr).port,
    });
    const answer = await analyze(LOOPBACK.slice(0, 2), servers.port, {
      deadlines: { ...(await import("../../../api/network/limits.ts")).DEADLINES, furtherMs: 300 },
    });
    assert.equal(answer.validation.isValid, true);
    const other = answer.everywhere.readings.find(({ address }) => address === "127.0.0.2")!;
    assert.equal(other.problem, "HOST DID NOT ANSWER IN TIME ON PORT 443");
  });

  it("tells what is presented without a server name, and for each kind of key", async () => {
    if (!needs("openssl")) return;
    await using server = await startOpenssl(
      ...["-cert", path("leaf.pem"), "-key", path("leaf.key"), "-cert_chain", path("ca.pem")],
      ...["-dcert", path("rsa-2048.pem"), "-dkey", path("rsa-2048.key")],
      ...["-servername", HOST, "-cert2", path("leaf.pem"), "-key2", path("leaf.key")],
    );
    const { everywhere } = await analyze(["127.0.0.1"], server.port);
    const kinds = new Map(everywhere.readings.map(({ asked, presentation }) => [
      asked,
      presentation === null ? null : everywhere.presentations[presentation].publicKey.algorithm,
    ]));
    assert.equal(kinds.get("ECDSA"), "EC");
    assert.equal(kinds.get("no server name"), "EC");
    assert.equal(kinds.size, 4);
  });

  it("asks a server of TLS 1.3 alone without a name, and says that kinds of keys cannot be asked for", async () => {
    if (!needs("openssl")) return;
    // This server presents one certificate to clients that name it, and another to those that do
    // not.
    await using server = await startOpenssl(
      ...["-tls1_3", "-cert", path("rsa-2048.pem"), "-key", path("rsa-2048.key")],
      ...["-servername", HOST, "-cert2", path("leaf.pem"), "-key2", path("leaf.key")],
    );
    const { everywhere, source } = await analyze(["127.0.0.1"], server.port);
    assert.equal(source.tlsVersion, "TLSv1.3");
    assert.deepEqual(
      everywhere.readings.map(({ asked, presentation, problem }) => [
        asked,
        presentation === null ? null : everywhere.presentations[presentation].publicKey.algorithm,
        problem,
      ]),
      [
        ["as clients do", "EC", null],
        ["no server name", "RSA", null],
        ["RSA", null, TEXT.hostOnlyEncrypted],
        ["ECDSA", null, TEXT.hostOnlyEncrypted],
      ],
    );
  });

  it("tells of RSA and ECDSA certificates where a server has both", async () => {
    if (!needs("openssl")) return;
    await using server = await startOpenssl(
      ...["-cert", path("leaf.pem"), "-key", path("leaf.key")],
      ...["-dcert", path("rsa-2048.pem"), "-dkey", path("rsa-2048.key")],
    );
    const { everywhere } = await analyze(["127.0.0.1"], server.port);
    const kinds = new Map(everywhere.readings.map(({ asked, presentation }) => [
      asked,
      presentation === null ? null : everywhere.presentations[presentation].publicKey.algorithm,
    ]));
    assert.deepEqual([kinds.get("RSA"), kinds.get("ECDSA")], ["RSA", "EC"]);
  });

  it("says of a stapled response what it says, and that one is asked for", async () => {
    if (!needs("openssl")) return;
    const key = revocation.pathOf("stapled.key");
    const serve = (...args: string[]) =>
      startOpenssl(
        ...["-cert", revocation.pathOf("stapled.pem"), "-key", key],
        ...["-cert_chain", revocation.pathOf("ca.pem"), ...args],
      );
    await using revoked = await serve("-status_file", revocation.pathOf("stapled.ocsp"));
    const answer = await analyze(["127.0.0.1"], revoked.port);
    assert.deepEqual(answer.stapling, { required: true, stapled: true });
    assert.equal(answer.revocation![0].status, "revoked");
    assert.equal(answer.validation.isValid, false);
    await using without = await serve();
    const bare = await analyze(["127.0.0.1"], without.port);
    assert.deepEqual(bare.stapling, { required: true, stapled: false });
    assert.equal(bare.revocation![0].problem, "THE CRL: IT COULD NOT BE REACHED");
  });
});
