/**
 * The address guard applies to CRLs, OCSP responders and further readings. These tests connect to
 * nothing outside this machine.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createNetwork } from "../../../api/network/network.ts";
import type { AskedFor } from "../../../api/network/tls/further-readings.ts";
import { crlBytes } from "../../core/x509/revocation/support.ts";
import { never, startHttp } from "./support.ts";

const PUBLIC = { allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] };
/** Bytes in place of an OCSP request; the tests do not read them. */
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

/** The results for a CRL and for an OCSP response at the URL. */
async function outcomes(url: string, addresses: readonly string[]) {
  const lookups: string[] = [];
  const network = createNetwork(PUBLIC, {
    resolve: (name) => {
      lookups.push(name);
      return Promise.resolve(addresses);
    },
  });
  const ask = (request: string | null) => network.fetchRevocation({ url, request }, never());
  return { found: [await ask(null), await ask(REQUEST)], lookups };
}

const refused = { bytes: null, problem: "refused" };

describe("network: internal CRLs and responders", () => {
  for (const address of INSIDE) {
    it(`refuses a name with the address ${address}, also if it has a public one too`, async () => {
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
    it(`refuses ${url} without a look-up`, async () => {
      const { found, lookups } = await outcomes(url, ["93.184.215.14"]);
      assert.deepEqual(found, [refused, refused]);
      assert.deepEqual(lookups, []);
    });
  }

  it("does not reach a name whose address changes after the check", async () => {
    await using http = startHttp(() => new Response(crlBytes("part-a")));
    let lookups = 0;
    const network = createNetwork(PUBLIC, {
      // The first look-up gives an allowed address, each later one an internal address.
      resolve: () => Promise.resolve([lookups++ === 0 ? "127.0.0.1" : "10.0.0.1"]),
      guard: (address) => address === "127.0.0.1",
      connectPort: () => http.port,
    });
    const question = { url: "http://crl.example/a.crl", request: null };
    const first = await network.fetchRevocation(question, never());
    assert.deepEqual(first.bytes, crlBytes("part-a"));
    assert.equal(lookups, 1);
    const second = await network.fetchRevocation(question, never());
    assert.deepEqual(second, refused);
  });

  it("looks up and checks the name in a redirect", async () => {
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
    const question = { url: "http://crl.example/a.crl", request: null };
    assert.deepEqual(await network.fetchRevocation(question, never()), refused);
    assert.deepEqual(asked, ["crl.example/a.crl"]);
  });

  it("stops following redirects after three requests", async () => {
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
      const question = { url: "http://crl.example/a.crl", request };
      const { problem } = await network.fetchRevocation(question, never());
      assert.deepEqual([asked, problem], [3, "moved"]);
    }
  });
});

describe("network: further readings", () => {
  it("connects to no address that the guard refuses", async () => {
    const network = createNetwork(PUBLIC, {
      resolve: () => Promise.reject(new Error("nothing is looked up")),
    });
    const question = { hostname: "www.example.com", tlsVersion: "TLSv1.3", addresses: INSIDE };
    const kinds: AskedFor[][] = [["as clients do"], ["no server name", "RSA", "ECDSA"]];
    for (const asked of kinds) {
      const found = await network.readFurther({ ...question, asked }, never());
      assert.deepEqual(found, []);
    }
  });
});
