/**
 * Fetched revocation: the lists and responders of a presented chain, well-behaved and hostile. What
 * they send was made by openssl (tests/fixtures/revocation/make.sh).
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { DEADLINES } from "../../../api/network/limits.ts";
import { createNetwork } from "../../../api/network/network.ts";
import { apiOperations } from "../../../api/operations.ts";
import * as schema from "../../../core/chain/schema.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { bytesOf, crlBytes, pathOf } from "../../core/x509/revocation/support.ts";
import { HOST, startDenoTls, startHttp } from "./support.ts";

type Answers = Record<string, (request: Request) => Response | Promise<Response>>;

const pem = (name: string) => Deno.readTextFileSync(pathOf(name));

/** A TLS server with the certificate that names http://ocsp.example/ and http://crl.example/a.crl. */
const startTls = () => startDenoTls(pem("stapled.pem") + pem("ca.pem"), pem("stapled.key"));

/** What the analysis says of revocation, with answers by host; `asked` in its order. */
async function analyzed(answers: Answers, times = 1, deadlines = DEADLINES) {
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
    outcome = await execute(operations, "chain/analyze-url", { url: HOST }, createContext());
  }
  assert(outcome!.ok, JSON.stringify(outcome));
  const { revocation, validation } = v.parse(schema.chainUrlResponse, outcome!.value);
  assert.equal(revocation!.length, 1);
  return { ...revocation![0], isValid: validation.isValid, asked };
}

const ocsp = (name: string) => () => new Response(bytesOf(`${name}.ocsp`));
const crl = (name: string) => () => new Response(crlBytes(name));
const OCSP = "POST ocsp.example/";
const CRL = "GET crl.example/a.crl";

describe("network: revocation", () => {
  it("asks the responder, about this certificate, and believes what its issuer signed", async () => {
    let request: Uint8Array | null = null;
    const found = await analyzed({
      "ocsp.example": async (asked) => {
        request = new Uint8Array(await asked.arrayBuffer());
        assert.equal(asked.headers.get("content-type"), "application/ocsp-request");
        return new Response(bytesOf("stapled.ocsp"));
      },
    });
    assert.deepEqual([found.status, found.by, found.reason], ["revoked", "ocsp", "superseded"]);
    assert.equal(found.isValid, false);
    assert.deepEqual(found.asked, [OCSP]);
    // Its serial number.
    assert(request!.toHex().includes("02021006"));
  });

  const unhelpful: [string, Answers[string]][] = [
    ["answers with an error", () => new Response(null, { status: 500 })],
    ["answers for another certificate", ocsp("good")],
    ["refuses", ocsp("refused")],
    ["sends no OCSP response", () => new Response("<html>")],
    ["sends without end", () => new Response(endless())],
    ["redirects", () => Response.redirect("http://ocsp.example/again")],
  ];
  for (const [name, answer] of unhelpful) {
    it(`reads the list where the responder ${name}`, async () => {
      const found = await analyzed({ "ocsp.example": answer, "crl.example": crl("part-a") });
      assert.deepEqual([found.status, found.by], ["revoked", "crl"]);
      assert.deepEqual([found.asked[0], found.asked.at(-1)], [OCSP, CRL]);
    });
  }

  const untold: [string, Answers[string], RegExp][] = [
    ["is missing", () => new Response(null, { status: 404 }), /ANSWERED WITH AN ERROR/],
    ["has no end", () => new Response(endless()), /SENT MORE THAN IS READ/],
    ["is signed by somebody else", crl("impostor"), /SIGNED WITH ANOTHER KEY/],
    ["leads inside", () => Response.redirect("http://10.0.0.1/a.crl"), /NOT ONE THAT IS ASKED/],
    ["goes round", () => Response.redirect("http://crl.example/a.crl"), /REDIRECTED TOO OFTEN/],
    ["is no list", () => new Response(readPem(pem("ca.pem"))[0].bytes!), /CANNOT BE READ/],
  ];
  for (const [name, answer, problem] of untold) {
    it(`keeps the verdict where the list ${name}, and says why`, async () => {
      const found = await analyzed({ "crl.example": answer });
      assert.equal(found.status, "unknown");
      assert.match(found.problem!, problem);
      assert.equal(found.isValid, true);
    });
  }

  it("keeps the verdict where nobody answers in time", async () => {
    const silent = () => new Promise<Response>((resolve) => late.push(resolve));
    const late: ((response: Response) => void)[] = [];
    const asking = analyzed(
      {
        "ocsp.example": silent,
        "crl.example": () => {
          // Both have been waited for: the server may go.
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
    assert.match(found.problem!, /DID NOT ANSWER IN TIME|ANSWERED WITH AN ERROR/);
  });

  it("asks for a list once until it ends, and for one that has ended each time", async () => {
    const twice = await analyzed({ "crl.example": crl("part-a") }, 2);
    assert.deepEqual(twice.asked, [OCSP, CRL, OCSP]);
    assert.equal(twice.status, "revoked");
    const ended = await analyzed({ "crl.example": crl("expired") }, 2);
    assert.deepEqual(ended.asked, [OCSP, CRL, OCSP, CRL]);
  });
});

/** More than any limit here. */
function endless(): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(64 * 1024).fill(0x30);
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
}
