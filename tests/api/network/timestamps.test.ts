/** SCTs that only a later reading of a host shows, and what depends on them. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { analyzeUrlOperation } from "../../../api/network/analyze.ts";
import type { Network } from "../../../api/network/network.ts";
import type { FurtherReading } from "../../../api/network/tls/further-readings.ts";
import { type Part, Parts } from "../../../api/request-context.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { lasting } from "../../fixtures/transparency/index.ts";

const ADDRESS = "192.0.2.1";
const certificates = readPem(lasting).map(({ bytes }) => bytes!);
/** A list with one SCT that cannot be read. */
const LIST = Uint8Array.of(0, 4, 0, 2, 1, 2);

/** A host with TLS 1.3, whose handshake can be read only if an older version is requested. */
function network(timestamps: Uint8Array<ArrayBuffer> | null): Network {
  const reading: FurtherReading = {
    ...{ address: ADDRESS, asked: "ECDSA", certificates, tlsVersion: "TLSv1.2" },
    ...{ problem: null, code: null, ocspResponse: null, timestamps },
    clear: {
      ...{ tlsVersion: "TLSv1.2", cipher: "TLS_RSA_WITH_AES_128_CBC_SHA" },
      ...{ clientRandom: new Uint8Array(32), serverRandom: new Uint8Array(32), keyExchange: null },
    },
  };
  const isAskedFor = (asked: readonly string[]) => asked.includes("ECDSA");
  return {
    overallMs: 5_000,
    fetchIssuer: () => Promise.resolve({ certificates: [], problem: "unreachable" }),
    readFurther: ({ asked }) => Promise.resolve(isAskedFor(asked) ? [reading] : []),
    postQuantum: () => Promise.resolve({ selected: true }),
    fetchRevocation: () => Promise.resolve({ bytes: null, problem: "unreachable" }),
    presentedChain: () =>
      Promise.resolve({
        ...{ certificates, addresses: [ADDRESS], address: ADDRESS, failed: [] },
        ...{ tlsVersion: "TLSv1.3", cipher: "TLS_AES_128_GCM_SHA256", alpn: null },
        ...{ ocspStapled: null, ocspResponse: null, timestamps: null },
        ...{
          clientCertificateRequested: null,
          legacyProtocol: false,
          alpnRefused: false,
          clear: null,
        },
      }),
    caa: {
      allowPrivateNetwork: false,
      lookUp: () => Promise.resolve({ status: "no_records", aliases: [] }),
    },
  };
}

async function analyzed(timestamps: Uint8Array<ArrayBuffer> | null) {
  const parts: Part[] = [];
  const context = {
    ...createContext({ now: Date.parse("2026-09-01T00:00:00Z") }),
    parts: new Parts([], (part) => parts.push(part)),
  };
  const operation = analyzeUrlOperation(network(timestamps));
  const answer = await operation({ url: "www.fixture.example", judgeAs: "auto" }, context);
  const sent = parts.find(({ name }) => name === "revocation")!.sent!;
  return { answer, sent: JSON.parse(new TextDecoder().decode(sent)) };
}

describe("network: timestamps of a later reading", () => {
  it("are judged together with those of the certificate", async () => {
    const { answer, sent } = await analyzed(LIST);
    const { sources, timestamps } = answer.transparency!;
    assert.deepEqual(sources, { certificate: "read", handshake: "read", ocsp: "none" });
    assert.deepEqual(
      timestamps.map(({ source, verdict }) => `${source}: ${verdict}`),
      ["certificate: unknown", "certificate: invalid", "handshake: invalid"],
    );
    for (const field of ["transparency", "acceptance", "calendar", "validation"] as const) {
      assert.deepEqual(sent[field], JSON.parse(JSON.stringify(answer[field])), field);
    }
  });

  it("are known to be absent then", async () => {
    const { answer } = await analyzed(null);
    assert.equal(answer.transparency!.sources.handshake, "none");
    const [chrome] = answer.transparency!.policies;
    assert.match(chrome.message, /^Chrome refuses it, /);
  });
});
