/** Fetching CRLs: the cache, and that slow hosts do not block others. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { Deadlines } from "../../../api/network/limits.ts";
import { lookUpRevocation } from "../../../api/network/revocation/look-up.ts";
import { revocationFetcher } from "../../../api/network/revocation/fetch.ts";
import { ProvenCrls } from "../../../api/network/revocation/fetch.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { readCrl } from "../../../core/x509/revocation/crl.ts";
import { noMaterial } from "../../../core/x509/revocation/material.ts";
import { crlBytes, now, pathOf } from "../../core/x509/revocation/support.ts";
import { access, never, startHttp } from "./support.ts";

const A = "http://crl.example/a.crl";
const B = "http://crl.example/b.crl";

/** A fetcher, and the paths that it requested in order. `answer` returns the response to a path. */
function startFetcher(
  answer: (path: string) => Response | Promise<Response>,
  at: () => number = () => now,
  limits: Partial<Deadlines> = {},
) {
  const asked: string[] = [];
  const http = startHttp((request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return answer(pathname);
  });
  const fetcher = revocationFetcher(access(http.port, { limits }), { now: at });
  return {
    asked,
    crl: (url: string, signal = never()) => fetcher({ url, request: null }, signal),
    prove: (receipt: number) => fetcher({ url: "", request: null, proven: receipt }, never()),
    fetcher,
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}

describe("network: cache of CRLs", () => {
  it("has verified CRLs until their nextUpdate", async () => {
    let clock = now;
    await using host = startFetcher(() => new Response(crlBytes("part-a")), () => clock);
    const first = await host.crl(A);
    // A CRL that was not verified is fetched again each time.
    const { receipt } = await host.crl(A);
    assert.deepEqual(host.asked, ["/a.crl", "/a.crl"]);
    assert.notEqual(first.receipt, receipt);
    await host.prove(receipt!);
    const kept = await host.crl(A);
    assert.deepEqual([kept.bytes, kept.receipt], [first.bytes, undefined]);
    assert.equal(host.asked.length, 2);
    // A receipt is valid only for the CRL of its own URL.
    await host.crl(B);
    assert.equal(host.asked.at(-1), "/b.crl");
    clock += 1;
    await host.prove(4711);
  });

  it("does not have expired CRLs", async () => {
    await using host = startFetcher(() => new Response(crlBytes("expired")));
    await host.prove((await host.crl(A)).receipt!);
    await host.crl(A);
    assert.equal(host.asked.length, 2);
  });

  it("does not evict CRLs for unverified ones", () => {
    const cache = new ProvenCrls(() => now);
    cache.keep(cache.offer(A, crlBytes("part-a"), now + 60_000));
    for (let i = 0; i < 100; i++) cache.offer(`${B}?${i}`, new Uint8Array(1 << 20), now + 60_000);
    assert.deepEqual(cache.get(A), crlBytes("part-a"));
    assert.equal(cache.get(`${B}?99`), null);
  });

  for (const trusted of [true, false]) {
    it(`gets CRLs from an analysis ${trusted ? "under" : "not under"} a trusted root`, async () => {
      await using host = startFetcher((path) =>
        path.endsWith(".crl")
          ? new Response(crlBytes("part-a"))
          : new Response(null, { status: 404 })
      );
      const chain = ["stapled", "ca"].map((name) => ({
        certificate: Deno.readTextFileSync(pathOf(`${name}.pem`)),
        source: "server" as const,
        signedByNext: true,
      }));
      for (let i = 0; i < 2; i++) {
        const context = { budget: createContext().budget, now };
        const [found] = await lookUpRevocation(
          { chain, unused: [], trusted },
          noMaterial(),
          context,
          host.fetcher,
          never(),
        );
        assert.equal(found.status, "revoked");
      }
      assert.equal(host.asked.filter((path) => path === "/a.crl").length, trusted ? 1 : 2);
    });
  }
});

describe("network: CRLs with an unusable head", () => {
  /** Sends the octets and keeps the connection open: only the first 4 KiB are needed. */
  const begun = (bytes: Uint8Array<ArrayBuffer>) => () =>
    new Response(new ReadableStream({ start: (controller) => controller.enqueue(bytes) }));
  const noise = new Uint8Array(5000).fill(0x5a);
  noise.set([0x30, 0x84, 0, 0x7f, 0xff, 0xf0]);
  const tooLong = new Uint8Array(5000);
  tooLong.set([0x30, 0x84, 0, 0x80, 0, 0]);
  const real = new Uint8Array(5000);
  real.set(crlBytes("part-a"));
  const pem = new TextEncoder().encode(
    `-----BEGIN X509 CRL-----\n${real.toBase64().match(/.{1,64}/g)!.join("\n")}\n`,
  );
  const own = readCrl(crlBytes("part-a"), createContext().budget).issuerKey;
  const cases: [string, Uint8Array<ArrayBuffer>, string[], string][] = [
    ["noise", noise, [own], "unreadable"],
    ["a CRL of more than 8 MiB", tooLong, [own], "unreadable"],
    ["a page", new TextEncoder().encode("<!doctype html>".padEnd(5000)), [own], "unreadable"],
    ["a CRL of another issuer", real, ["another"], "other_issuer"],
    ["a CRL of another issuer in PEM", pem, ["another"], "other_issuer"],
    [
      "PEM with invalid base64",
      pem.map((octet, at) => at > 30 ? 0x21 : octet),
      [own],
      "unreadable",
    ],
  ];
  for (const [name, bytes, issuers, problem] of cases) {
    it(`are not read to the end: ${name}`, async () => {
      await using host = startFetcher(begun(bytes), () => now, { issuerMs: 3_600_000 });
      const question = { url: A, request: null, issuers };
      assert.deepEqual(await host.fetcher(question, never()), { bytes: null, problem });
    });
  }

  for (const [name, bytes] of [["DER", real], ["PEM", pem]] as const) {
    it(`do not include one of the issuer in ${name}`, async () => {
      await using host = startFetcher(() => new Response(bytes));
      const question = { url: A, request: null, issuers: ["another", own] };
      assert.equal((await host.fetcher(question, never())).problem, null);
    });
  }
});

describe("network: hosts that send CRLs slowly", () => {
  it("block neither short CRLs nor long ones of other hosts", async () => {
    const long = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            const begun = new Uint8Array(300 * 1024);
            begun.set(crlBytes("part-a"));
            controller.enqueue(begun);
          },
        }),
      );
    const whole = new Uint8Array(400 * 1024);
    whole.set(crlBytes("part-a"));
    await using host = startFetcher(
      (path) =>
        path === "/whole.crl"
          ? new Response(whole)
          : path === "/a.crl"
          ? new Response(crlBytes("part-a"))
          : long(),
      () => now,
      { issuerMs: 60_000, longCrlMs: 300 },
    );
    const slow = [1, 2, 3, 4].map((i) => host.crl(`http://crl.example/slow-${i}.crl`));
    const short = await host.crl(A);
    assert.equal(short.problem, null);
    // It waits for a place and gets one, although the fetches before it never end by themselves.
    const other = await host.crl("http://crl.example/whole.crl");
    assert.equal(other.bytes?.length, whole.length);
    for (const { problem } of await Promise.all(slow)) assert.equal(problem, "timeout");
  });
});
