/**
 * The one address guard, before CRLs, OCSP responders and further readings. Nothing here leaves the
 * machine.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createNetwork } from "../../../api/network/network.ts";
import { crlBytes } from "../../core/x509/revocation/support.ts";
import { never, startHttp } from "./support.ts";

const PUBLIC = { allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] };
/** An OCSP request of no meaning. */
const REQUEST = new Uint8Array(20).toBase64();

const INSIDE = [
  "127.0.0.1",
  "10.0.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "0.0.0.0",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "2001:0:7f00:1::",
  "fe80::1",
  "fc00::1",
];

/** The outcomes for a CRL and for a responder at the address. */
async function outcomes(url: string, addresses: readonly string[]) {
  const lookups: string[] = [];
  const network = createNetwork(PUBLIC, {
    resolve: (name) => {
      lookups.push(name);
      return Promise.resolve(addresses);
    },
  });
  const ask = (request: string | null) =>
    network.fetchRevocation(JSON.stringify({ url, request }), never());
  return { found: [await ask(null), await ask(REQUEST)], lookups };
}

const refused = { bytes: null, problem: "refused" };

describe("network: lists and responders inside", () => {
  for (const address of INSIDE) {
    it(`${address} is refused, by name and beside a public address`, async () => {
      for (const addresses of [[address], ["93.184.215.14", address]]) {
        const { found } = await outcomes("http://crl.example/a.crl", addresses);
        assert.deepEqual(found, [refused, refused]);
      }
    });
  }

  const urls = [
    "http://127.0.0.1/a.crl",
    "http://2130706433/a.crl",
    "http://0x7f.1/a.crl",
    "http://0177.0.0.1/a.crl",
    "http://[::1]/a.crl",
    "http://[::ffff:127.0.0.1]/a.crl",
    "http://[::ffff:a9fe:a9fe]/latest/meta-data",
    "http://crl.example:8080/a.crl",
    "http://user:word@crl.example/a.crl",
    "ldap://crl.example/a.crl",
    "file:///etc/passwd",
    "gopher://crl.example/a.crl",
  ];
  for (const url of urls) {
    it(`${url} is refused, and nothing is looked up`, async () => {
      const { found, lookups } = await outcomes(url, ["93.184.215.14"]);
      assert.deepEqual(found, [refused, refused]);
      assert.deepEqual(lookups, []);
    });
  }

  it("are not reached by a name that changes after the check", async () => {
    await using http = startHttp(() => new Response(crlBytes("part-a")));
    let lookups = 0;
    const network = createNetwork(PUBLIC, {
      // The first look-up gives an allowed address, each later one an internal address.
      resolve: () => Promise.resolve([lookups++ === 0 ? "127.0.0.1" : "10.0.0.1"]),
      guard: (address) => address === "127.0.0.1",
      connectPort: () => http.port,
    });
    const question = JSON.stringify({ url: "http://crl.example/a.crl", request: null });
    const first = await network.fetchRevocation(question, never());
    assert.deepEqual(first.bytes, crlBytes("part-a"));
    assert.equal(lookups, 1);
    const second = await network.fetchRevocation(question, never());
    assert.deepEqual(second, refused);
  });

  it("are not reached through a redirect, whose name is looked up and checked too", async () => {
    const asked: string[] = [];
    await using http = startHttp(({ url, headers }) => {
      asked.push(`${headers.get("host")}${new URL(url).pathname}`);
      return Response.redirect("http://inside.example/secret", 302);
    });
    const network = createNetwork(PUBLIC, {
      resolve: (name) => Promise.resolve([name === "crl.example" ? "127.0.0.1" : "10.0.0.1"]),
      guard: (address) => address === "127.0.0.1",
      connectPort: () => http.port,
    });
    const question = JSON.stringify({ url: "http://crl.example/a.crl", request: null });
    assert.deepEqual(await network.fetchRevocation(question, never()), refused);
    assert.deepEqual(asked, ["crl.example/a.crl"]);
  });

  it("redirects end after three requests, whatever was asked", async () => {
    let asked = 0;
    await using http = startHttp(({ url }) => {
      asked++;
      return Response.redirect(`http://crl.example${new URL(url).pathname}?${asked}`, 307);
    });
    const network = createNetwork(PUBLIC, {
      resolve: () => Promise.resolve(["127.0.0.1"]),
      guard: (address) => address === "127.0.0.1",
      connectPort: () => http.port,
    });
    for (const request of [null, REQUEST, new Uint8Array(400).toBase64()]) {
      asked = 0;
      const question = JSON.stringify({ url: "http://crl.example/a.crl", request });
      const { problem } = await network.fetchRevocation(question, never());
      assert.deepEqual([asked, problem], [3, "moved"]);
    }
  });
});

describe("network: further readings", () => {
  it("reach no address that the guard does not allow, whoever asks", async () => {
    const network = createNetwork(PUBLIC, {
      resolve: () => Promise.reject(new Error("nothing is looked up")),
    });
    const question = { hostname: "www.example.com", tlsVersion: "TLSv1.3", addresses: INSIDE };
    for (const asked of [["as clients do"], ["no server name", "RSA", "ECDSA"]]) {
      const found = await network.readFurther(JSON.stringify({ ...question, asked }), never());
      assert.deepEqual(found, []);
    }
  });
});
