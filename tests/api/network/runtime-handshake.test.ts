/**
 * Undocumented behaviour of Deno that api/network/tls/runtime-handshake.ts depends on. If one of these
 * tests fails after an upgrade of Deno, adapt that file.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Broken } from "../../../api/network/tls/connection.ts";
import {
  alertOf,
  isProtocolRefused,
  isTooLong,
  runtimeHandshake,
} from "../../../api/network/tls/runtime-handshake.ts";
import { DEADLINES } from "../../../api/network/limits.ts";
import { ders, HOST, never, pem, startDenoTls, startRaw } from "./support.ts";

/** The version with which this behaviour was last checked by hand. */
const SEEN_WITH = "2.9.6";
const changed = `seen with Deno ${SEEN_WITH}, and this is Deno ${Deno.version.deno}`;

const LIMITS = { connectMs: DEADLINES.connectMs, exchangeMs: DEADLINES.handshakeMs };

function handshake(port: number, alpn?: string[]) {
  return runtimeHandshake(
    { address: "127.0.0.1", port, hostname: HOST, startTls: null },
    alpn,
    LIMITS,
    never(),
  );
}

async function broken(port: number, alpn?: string[]): Promise<Broken> {
  const fault = await handshake(port, alpn).then(() => null, (fault) => fault);
  assert(fault instanceof Broken, changed);
  return fault;
}

describe(`runtime handshake: behaviour of Deno ${SEEN_WITH}`, () => {
  it("reports that a server accepts none of the protocols", async () => {
    const credentials = { cert: pem("leaf.pem"), key: pem("leaf.key") };
    using listener = Deno.listenTls({
      hostname: "127.0.0.1",
      port: 0,
      ...credentials,
      alpnProtocols: ["acme-tls/1"],
    });
    const serving = listener.accept().then(async (connection) => {
      await connection.handshake().catch(() => {});
      connection.close();
    });
    const fault = await broken((listener.addr as Deno.NetAddr).port, ["h2"]);
    await serving;
    assert(isProtocolRefused(fault), `${changed}: ${fault.message}`);
    assert(!isTooLong(fault));
  });

  it("reports certificates that are longer than rustls reads", async () => {
    await using server = startDenoTls(pem("leaf.pem") + pem("ca.pem").repeat(999));
    const fault = await broken(server.port);
    assert(isTooLong(fault), `${changed}: ${fault.message}`);
    assert(!isProtocolRefused(fault));
  });

  it("reports the server's alert by its name", async () => {
    const record = Uint8Array.of(21, 3, 3, 0, 2, 2, 40);
    await using server = startRaw(async (connection) => {
      await connection.read(new Uint8Array(4096));
      await connection.write(record);
    });
    const fault = await broken(server.port);
    assert.equal(alertOf(fault), "handshake failure", `${changed}: ${fault.message}`);
  });

  it("has the bytes of certificates that cannot be parsed in the socket's handle", async () => {
    const unparsable = `-----BEGIN CERTIFICATE-----\n${btoa("no certificate")}\n` +
      "-----END CERTIFICATE-----\n";
    const sent = pem("leaf.pem") + unparsable;
    await using server = startDenoTls(sent);
    const { certificates } = await handshake(server.port);
    assert.deepEqual(certificates, ders(sent), changed);
  });
});
