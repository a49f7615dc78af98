/**
 * Fetched revocation: the CRLs and responders that a presented chain names, well-behaved and
 * hostile. openssl made what they send (tests/fixtures/revocation/make.sh).
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { DEADLINES } from "../../../api/network/limits.ts";
import { createNetwork } from "../../../api/network/network.ts";
import { apiOperations } from "../../../api/operations.ts";
import * as schema from "../../../core/chain/schema.ts";
import {
  Budget,
  createContext,
  DEVICE_LIMITS,
  INLINE_LIMITS,
  type Limits,
} from "../../../core/kernel/context.ts";
import { Der } from "../../../core/x509/asn1/der.ts";
import { element, objectIdentifier } from "../../../core/x509/asn1/der-write.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { bytesOf, crlBytes, pathOf } from "../../core/x509/revocation/support.ts";
import { HOST, startDenoTls, startHttp } from "./support.ts";

type Answers = Record<string, (request: Request) => Response | Promise<Response>>;

const pem = (name: string) => Deno.readTextFileSync(pathOf(name));

/** A TLS server with the certificate that names http://ocsp.example/ and http://crl.example/a.crl. */
const startTls = () => startDenoTls(pem("stapled.pem") + pem("ca.pem"), pem("stapled.key"));

/** The revocation in the analysis, with responses by host. `asked` has the requests in order. */
async function analyzed(
  answers: Answers,
  times = 1,
  deadlines = DEADLINES,
  limits: Limits = DEVICE_LIMITS,
) {
  const asked: string[] = [];
  await using tls = startTls();
  await using http = startHttp(async (request) => {
    const host = request.headers.get("host")!;
    asked.push(`${request.method} ${host}${new URL(request.url).pathname}`);
    return await answers[host]?.(request) ?? new Response(null, { status: 404 });
  });
  const network = createNetwork({ allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] }, {
    resolve: () => Promise.resolve(["127.0.0.1"]),
    guard: (address) => address === "127.0.0.1",
    connectPort: (port) => port === 443 ? tls.port : http.port,
    deadlines,
  });
  const operations = apiOperations(network);
  let outcome;
  for (let i = 0; i < times; i++) {
    outcome = await execute(
      operations,
      "chain/analyze-url",
      { url: HOST },
      createContext({ limits }),
    );
  }
  assert(outcome!.ok, JSON.stringify(outcome));
  const { revocation, validation, everywhere } = v.parse(
    schema.chainUrlResponse,
    outcome!.value,
  );
  assert.equal(revocation!.length, 1);
  // A responder or CRL that fails does not affect other parts of the answer.
  assert.equal(everywhere.readings[0].problem, null);
  return { ...revocation![0], isValid: validation.isValid, asked };
}

const ocsp = (name: string) => () => new Response(bytesOf(`${name}.ocsp`));
const crl = (name: string) => () => new Response(crlBytes(name));
const CRL = "GET crl.example/a.crl";
const isOcsp = (asked: string) => /^(?:GET ocsp\.example\/ME|POST ocsp\.example\/$)/.test(asked);

describe("network: revocation", () => {
  it("requests by GET, and accepts a response that the certificate's issuer signed", async () => {
    let request = "";
    const found = await analyzed({
      "ocsp.example": ({ url, headers }) => {
        assert.equal(headers.get("accept"), "application/ocsp-response");
        request = decodeURIComponent(new URL(url).pathname.slice(1));
        return new Response(bytesOf("stapled.ocsp"));
      },
    });
    assert.deepEqual([found.status, found.by, found.reason], ["revoked", "ocsp", "superseded"]);
    assert.equal(found.isValid, false);
    assert.equal(found.asked.length, 1);
    // Its serial number.
    assert(Uint8Array.fromBase64(request).toHex().includes("02021006"));
  });

  const postOnly: [string, () => Response][] = [
    ["refuses GET", () => new Response(null, { status: 405 })],
    ["does not understand it", () => new Response(Uint8Array.fromHex("30030a0101"))],
    ["answers with a page", () => new Response("<html>")],
  ];
  for (const [name, byGet] of postOnly) {
    it(`requests by POST if the responder ${name}`, async () => {
      const found = await analyzed({
        "ocsp.example": async (request) => {
          if (request.method === "GET") return byGet();
          assert.equal(request.headers.get("content-type"), "application/ocsp-request");
          const asked = new Uint8Array(await request.arrayBuffer());
          assert(asked.toHex().includes("02021006"));
          return new Response(bytesOf("stapled.ocsp"));
        },
      });
      assert.equal(found.status, "revoked");
      assert.deepEqual(found.asked.map((asked) => asked.split(" ")[0]), ["GET", "POST"]);
    });
  }

  const unhelpful: [string, Answers[string]][] = [
    ["answers with an error", () => new Response(null, { status: 500 })],
    ["answers for another certificate", ocsp("good")],
    ["refuses", ocsp("refused")],
    ["sends no OCSP response", () => new Response("<html>")],
    ["sends too many elements", () => new Response(manyElements())],
    ["sends an endless response", () => new Response(endless())],
    ["redirects", ({ url }) => Response.redirect(`http://ocsp.example${new URL(url).pathname}`)],
    [
      "redirects by GET and fails",
      ({ method, url }) =>
        method === "POST"
          ? new Response(null, { status: 500 })
          : Response.redirect(`http://ocsp.example${new URL(url).pathname}`),
    ],
  ];
  for (const [name, answer] of unhelpful) {
    it(`reads the CRL if the responder ${name}`, async () => {
      const found = await analyzed({ "ocsp.example": answer, "crl.example": crl("part-a") });
      assert.deepEqual([found.status, found.by], ["revoked", "crl"]);
      assert.equal(found.asked.at(-1), CRL);
      const asked = found.asked.slice(0, -1);
      // GET, POST and redirects together.
      assert(asked.length >= 1 && asked.length <= 3 && asked.every(isOcsp), `${asked}`);
    });
  }

  const untold: [string, Answers[string], RegExp][] = [
    ["is missing", () => new Response(null, { status: 404 }), /answered with an error/],
    ["is endless", () => new Response(endless()), /sent more data than this tool reads/],
    ["is signed by another key", crl("impostor"), /signed with another key/],
    [
      "redirects to an internal address",
      () => Response.redirect("http://10.0.0.1/a.crl"),
      /not public, or not supported/,
    ],
    [
      "redirects in a loop",
      () => Response.redirect("http://crl.example/a.crl"),
      /too many redirects/,
    ],
    ["is not a CRL", () => new Response(readPem(pem("ca.pem"))[0].bytes!), /cannot be read/],
  ];
  for (const [name, answer, problem] of untold) {
    it(`keeps the verdict if the CRL ${name}, and reports why`, async () => {
      const found = await analyzed({ "crl.example": answer });
      assert.equal(found.status, "unknown");
      assert.match(found.problem!, problem);
      assert.equal(found.isValid, true);
    });
  }

  it("keeps the verdict if there is no answer in time", async () => {
    const silent = () => new Promise<Response>((resolve) => late.push(resolve));
    const late: ((response: Response) => void)[] = [];
    const asking = analyzed(
      {
        "ocsp.example": silent,
        "crl.example": () => {
          // Both have been waited for, so the server may stop.
          const answer = silent();
          for (const resolve of late) resolve(new Response(null, { status: 503 }));
          return answer;
        },
      },
      1,
      { ...DEADLINES, issuerMs: 200 },
    );
    const found = await asking;
    assert.deepEqual([found.status, found.isValid], ["unknown", true]);
    assert.match(found.problem!, /did not answer in time|answered with an error/);
  });

  it("keeps the verdict and the other parts if a CRL exceeds the budget", async () => {
    const long = manyEntries();
    assert(long.length > 7 * 1024 * 1024 && long.length < 8 * 1024 * 1024);
    const crl = () => new Response(long);
    const found = await analyzed({ "crl.example": crl }, 1, DEADLINES, INLINE_LIMITS);
    assert.deepEqual([found.status, found.isValid], ["unknown", true]);
    assert.match(
      found.problem!,
      /sent more data than this tool reads|could not be checked in time/,
    );
  });

  it("does not cache CRLs of an untrusted authority", async () => {
    const twice = await analyzed({ "crl.example": crl("part-a") }, 2);
    assert.deepEqual(twice.asked.filter((asked) => asked === CRL).length, 2);
    assert.equal(twice.status, "revoked");
  });
});

/** A response within the limit of octets, but with too many elements. */
function manyElements(): Uint8Array<ArrayBuffer> {
  const many = element(0x30, new Uint8Array(60_000).map((_, i) => i % 2 === 0 ? 0x05 : 0));
  const algorithm = element(0x30, objectIdentifier("1.2.840.10045.4.3.2"));
  const basic = element(0x30, element(0x30, many), algorithm, element(0x03, Uint8Array.of(0, 1)));
  const type = objectIdentifier("1.3.6.1.5.5.7.48.1.1");
  return element(
    0x30,
    element(0x0a, Uint8Array.of(0)),
    element(0xa0, element(0x30, type, element(0x04, basic))),
  );
}

/** A CRL of nearly 8 MiB whose entries all have extensions, which must be read. */
function manyEntries(): Uint8Array<ArrayBuffer> {
  const text = (tag: number, value: string) => element(tag, new TextEncoder().encode(value));
  const reason = element(
    0x30,
    objectIdentifier("2.5.29.21"),
    element(0x04, element(0x0a, Uint8Array.of(1))),
  );
  const entry = element(
    0x30,
    element(0x02, Uint8Array.of(1, 2, 3, 4)),
    text(0x17, "261101120000Z"),
    element(0x30, ...Array.from({ length: 2 }, () => reason)),
  );
  const count = Math.floor((8 * 1024 * 1024 - 1024) / entry.length);
  const entries = new Uint8Array(count * entry.length);
  for (let i = 0; i < count; i++) entries.set(entry, i * entry.length);
  const algorithm = element(0x30, objectIdentifier("1.2.840.10045.4.3.2"));
  const tbs = element(
    0x30,
    ...[element(0x02, Uint8Array.of(1)), algorithm, issuerName()],
    ...[text(0x17, "261101120000Z"), text(0x17, "361101120000Z"), element(0x30, entries)],
  );
  return element(0x30, tbs, algorithm, element(0x03, Uint8Array.of(0, 1)));
}

/** The issuer of the CRLs in DER. */
function issuerName(): Uint8Array<ArrayBuffer> {
  const bytes = crlBytes("part-a");
  const der = new Der(bytes, new Budget(DEVICE_LIMITS));
  der.next(0, bytes.length);
  der.next(der.body, der.end);
  const { end } = der;
  der.next(der.body, end);
  der.next(der.end, end);
  der.next(der.end, end);
  return bytes.slice(der.start, der.end);
}

/** A CRL of the issuer, followed by more octets than any limit. */
function endless(): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(64 * 1024).fill(0x30);
  return new ReadableStream({
    start: (controller) => controller.enqueue(crlBytes("part-a")),
    pull: (controller) => controller.enqueue(chunk),
  });
}
