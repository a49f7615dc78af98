/**
 * chain/analyze-url at every address of a host, and with other kinds of ClientHello, against servers
 * of openssl and Deno.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { hostClosed } from "../../../core/texts.ts";
import * as v from "valibot";
import type { Places } from "../../../api/network/everywhere.ts";
import { furtherReadings } from "../../../api/network/tls/further-readings.ts";
import { withRevocation } from "../../../api/network/revocation/elsewhere.ts";
import { createNetwork } from "../../../api/network/network.ts";
import type { TlsAccess } from "../../../api/network/tls/presented-chain.ts";
import { lookUpElsewhere } from "../../../api/network/revocation/elsewhere.ts";
import { apiOperations } from "../../../api/operations.ts";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import * as schema from "../../../core/chain/schema.ts";
import * as TEXT from "../../../core/texts.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { type RevocationVerdict, unknownStatus } from "../../../core/x509/revocation/verdict.ts";
import { hostVerdict } from "../../../core/verdict/chain.ts";
import { needs, runProgram } from "../../support/programs.ts";
import * as revocation from "../../core/x509/revocation/support.ts";
import {
  drain,
  HOST,
  type Listening,
  path,
  pem,
  startDenoTls,
  startHttp,
  startOpenssl,
  startRaw,
} from "./support.ts";

const LOOPBACK = ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"];

async function analyze(
  addresses: string[],
  port: number,
  parts: Parameters<typeof outcomeOf>[2] = {},
) {
  const outcome = await outcomeOf(addresses, port, parts);
  assert(outcome.ok, JSON.stringify(outcome));
  return v.parse(schema.chainUrlResponse, outcome.value);
}

async function outcomeOf(
  addresses: string[],
  port: number,
  { at, ...parts }: Partial<TlsAccess> & { at?: string } = {},
) {
  const network = createNetwork(
    { allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] },
    {
      resolve: () => Promise.resolve(addresses),
      guard: (address) => address.startsWith("127.0.0.") || address === "::1",
      connectPort: (wanted) => wanted === 443 ? port : 1,
      ...parts,
    },
  );
  const input = { url: HOST, roots: ROOT, at };
  return await execute(apiOperations(network), "chain/analyze-url", input, createContext());
}

/** Deno's TLS servers on one port of several addresses, each with its certificates. */
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

/** A self-signed RSA certificate of the host and its key, made with these further arguments of `openssl req`. */
async function rsaCertificate(...more: string[]) {
  const folder = await Deno.makeTempDir();
  const [key, certificate] = ["rsa.key", "rsa.pem"].map((name) => `${folder}/${name}`);
  await runProgram("openssl", [
    ...["req", "-x509", "-nodes", "-newkey", "rsa:2048", "-subj", `/CN=${HOST}`],
    ...["-addext", `subjectAltName=DNS:${HOST}`, ...more, "-keyout", key, "-out", certificate],
  ]);
  return {
    key,
    certificate,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

describe("network: parallel readings", () => {
  it("all end before an internal fault is reported", async () => {
    const begun = Promise.withResolvers<void>();
    const events: string[] = [];
    const target = { hostname: HOST, port: 1, startTls: null };
    const limits = { connectMs: 60_000, exchangeMs: 60_000 };
    const read = async ({ address }: { address: string }, signal: AbortSignal) => {
      if (address === "127.0.0.2") {
        await begun.promise;
        throw new TypeError("a fault of ours");
      }
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      events.push("closed");
      throw signal.reason;
    };
    await assert.rejects(
      furtherReadings({
        ...{ target, limits, read, tlsVersion: null, addresses: ["127.0.0.1", "127.0.0.2"] },
        ...{ asked: ["as clients do"], furtherMs: 60_000, describe: (fault) => fault },
      }, new AbortController().signal),
      TypeError,
    );
    assert.deepEqual(events, ["closed"]);
  });
});

describe("network: revocation of other addresses", () => {
  it("is looked up for all of them, even if one fails", async () => {
    const verified = Promise.withResolvers<void>();
    let begun = 0;
    let isOver = false;
    const pathOf = (fingerprint: string) => ({
      chain: [fingerprint, "root"].map((fingerprint) => ({
        ...{ certificate: "", source: "server", signedByNext: true, fingerprint } as const,
      })),
      ...{ unused: [], trusted: true, staple: null },
    });
    const paths = ["one", "two"].map(pathOf);
    const readings = paths.map((_, presentation) => ({ presentation, asked: "as clients do" }));
    const places = { everywhere: { readings }, paths } as unknown as Places;
    const known = { chain: [], validation: { hasRoot: false } } as unknown as ChainResponse;
    const lookUp = async () => {
      if (++begun === 1) throw new Error("not known yet");
      await verified.promise;
      return [];
    };
    const ended = lookUpElsewhere(places, known, lookUp).finally(() => isOver = true);
    ended.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 0));
    assert.deepEqual([begun, isOver], [2, false]);
    verified.resolve();
    await assert.rejects(ended, /not known yet/);
  });
});

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

  it("reports why an address could not be read, and keeps the others", async () => {
    await using servers = startOn({ "127.0.0.1": LEAF + CA + ROOT });
    const { everywhere, validation } = await analyze(LOOPBACK.slice(0, 2), servers.port);
    assert.equal(validation.isValid, true);
    const other = everywhere.readings.find(({ address }) => address === "127.0.0.2")!;
    assert.deepEqual([other.presentation, other.problem], [
      null,
      "The host could not be reached on port 443",
    ]);
  });

  const http = async (connection: Deno.Conn) => {
    await connection.read(new Uint8Array(4096));
    await connection.write(new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n"));
  };
  const broken: [string, (connection: Deno.Conn) => Promise<void>, string, string][] = [
    [
      "closes",
      () => Promise.resolve(),
      "host_without_tls",
      hostClosed(443),
    ],
    ["speaks HTTP", http, "host_without_tls", "The host does not speak TLS on port 443"],
    ["is silent", drain, "host_timeout", "The host did not answer in time on port 443"],
  ];
  for (const [name, talk, code, problem] of broken) {
    it(`reads the other addresses if the first one ${name}`, async () => {
      await using first = startRaw(talk);
      const tls = { port: first.port };
      await using _ = startDenoTls(LEAF + CA + ROOT, undefined, { ...tls, hostname: "127.0.0.2" });
      await using __ = startDenoTls(LEAF + CA + ROOT, undefined, { ...tls, hostname: "127.0.0.3" });
      const addresses = LOOPBACK.slice(0, 3);
      const { source, validation, everywhere } = await analyze(addresses, first.port);
      assert.deepEqual(source.addresses, addresses);
      assert.equal(source.address, "127.0.0.2");
      assert.equal(validation.isValid, true);
      const usual = everywhere.readings.filter(({ asked }) => asked === "as clients do")
        .map(({ address, presentation, code, problem }) => [address, presentation, code, problem])
        .sort();
      assert.deepEqual(usual, [
        ["127.0.0.1", null, code, problem],
        ["127.0.0.2", 0, null, null],
        ["127.0.0.3", 0, null, null],
      ]);
    });
  }

  it("names each address and its outcome if none can be read", async () => {
    await using first = startRaw(http);
    const outcome = await outcomeOf(LOOPBACK.slice(0, 2), first.port);
    assert(!outcome.ok);
    assert.equal(outcome.error.code, "host_without_tls");
    assert.equal(
      outcome.error.message,
      "No address of the host sent a certificate. " +
        "127.0.0.1: The host does not speak TLS on port 443. " +
        "127.0.0.2: The host could not be reached on port 443.",
    );
  });

  it("tries eight addresses before it gives up", async () => {
    await using servers = startOn({ "127.0.0.8": LEAF + CA + ROOT });
    const addresses = Array.from({ length: 9 }, (_, i) => `127.0.0.${i + 1}`);
    const { source, everywhere } = await analyze(addresses, servers.port);
    assert.equal(source.address, "127.0.0.8");
    const failed = everywhere.readings.filter(({ code }) => code === "host_unreachable");
    assert.deepEqual(failed.map(({ address }) => address), addresses.slice(0, 7));
    assert.deepEqual(everywhere.unread, ["127.0.0.9"]);
  });

  it("reads eight addresses and names the rest", async () => {
    await using servers = startOn({ "127.0.0.1": LEAF + CA + ROOT });
    const addresses = Array.from({ length: 10 }, (_, i) => `127.0.0.${i + 1}`);
    const { everywhere } = await analyze(addresses, servers.port);
    const read = everywhere.readings.filter(({ asked }) => asked === "as clients do");
    assert.equal(read.length, 8);
    assert.deepEqual(everywhere.unread, ["127.0.0.9", "127.0.0.10"]);
  });

  it("is not delayed by a silent address", async () => {
    using silent = Deno.listen({ hostname: "127.0.0.2", port: 0 });
    await using servers = startDenoTls(LEAF + CA + ROOT, undefined, {
      port: (silent.addr as Deno.NetAddr).port,
    });
    const answer = await analyze(LOOPBACK.slice(0, 2), servers.port, {
      deadlines: { ...(await import("../../../api/network/limits.ts")).DEADLINES, furtherMs: 300 },
    });
    assert.equal(answer.validation.isValid, true);
    const other = answer.everywhere.readings.find(({ address }) => address === "127.0.0.2")!;
    assert.equal(other.problem, "The host did not answer in time on port 443");
  });

  const revocations: [string, Uint8Array<ArrayBuffer> | null, Record<string, unknown>][] = [
    ["revoked", revocation.crlBytes("part-a"), {
      ...{ isValid: false, status: "revoked", problem: null },
      errors: ["It was revoked on 1 Nov 2026, 12:00:00 UTC (superseded)."],
    }],
    ["not asked with success", null, {
      ...{ isValid: true, status: "unknown", problem: "The CRL: It answered with an error" },
      errors: [],
    }],
  ];
  for (const [name, crl, expected] of revocations) {
    it(`looks up the revocation of a certificate of another address: ${name}`, async () => {
      const asked: string[] = [];
      await using http = startHttp((request) => {
        const host = request.headers.get("host")!;
        asked.push(host);
        return host === "crl.example" && crl !== null
          ? new Response(crl)
          : new Response(null, { status: 404 });
      });
      await using tls = startDenoTls(LEAF + CA + ROOT);
      const other = ["stapled.pem", "ca.pem"].map((name) =>
        Deno.readTextFileSync(revocation.pathOf(name))
      ).join("");
      const key = Deno.readTextFileSync(revocation.pathOf("stapled.key"));
      const on = (hostname: string) => startDenoTls(other, key, { hostname, port: tls.port });
      await using _ = on("127.0.0.2");
      await using __ = on("127.0.0.3");
      const { everywhere, validation } = await analyze(LOOPBACK.slice(0, 3), tls.port, {
        connectPort: (port) => port === 443 ? tls.port : http.port,
      });
      assert.equal(validation.isValid, true);
      const { isValid, errors, revocation: found } = everywhere.presentations[1];
      const { status, problem } = found!;
      assert.deepEqual({ isValid, errors, status, problem }, expected);
      // Two addresses present it, but it is looked up only once.
      assert.deepEqual(asked.filter((host) => host === "crl.example").length, 1);
    });
  }

  it(
    "reports the certificates without a server name, and for each key type",
    needs("openssl"),
    async () => {
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
    },
  );

  it(
    "reads a TLS 1.3 server without a name, and reports that it cannot choose key types",
    needs("openssl"),
    async () => {
      // This server presents one certificate to clients that send its name, and another to those that do
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
    },
  );

  it("reports RSA and ECDSA certificates if a server has both", needs("openssl"), async () => {
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

  it(
    "leads to a headline about the expired certificate for another key type",
    needs("openssl"),
    async () => {
      await using rsa = await rsaCertificate("-days", "1");
      await using server = await startOpenssl(
        ...["-cert", path("leaf.pem"), "-key", path("leaf.key"), "-cert_chain", path("ca.pem")],
        ...["-dcert", rsa.certificate, "-dkey", rsa.key],
      );
      const at = new Date(Date.now() + 2 * 86_400_000).toISOString();
      const answer = await analyze(["127.0.0.1"], server.port, { at });
      assert.equal(answer.validation.isValid, true);
      const [, second] = answer.everywhere.presentations;
      assert.equal(second.isValid, false);
      assert(second.errors.some((error) => error.startsWith("It expired on ")));
      assert.equal(hostVerdict(answer).title, "The RSA certificate expired");
    },
  );

  it(
    "reports the verdict of a stapled response, and that one is required",
    needs("openssl"),
    async () => {
      const key = revocation.pathOf("stapled.key");
      const serve = (...args: string[]) =>
        startOpenssl(
          ...["-cert", revocation.pathOf("stapled.pem"), "-key", key],
          ...["-cert_chain", revocation.pathOf("ca.pem"), ...args],
        );
      await using revoked = await serve("-status_file", revocation.pathOf("stapled.ocsp"));
      const answer = await analyze(["127.0.0.1"], revoked.port);
      assert.deepEqual(answer.stapling, { required: true, stapled: true, problem: null });
      assert.equal(answer.revocation![0].status, "revoked");
      assert.equal(answer.validation.isValid, false);
      const missing = (problems: { code: string }[]) =>
        problems.filter(({ code }) => code === "staple_missing");
      assert.deepEqual(missing(answer.problems), []);
      await using without = await serve();
      const bare = await analyze(["127.0.0.1"], without.port);
      const [problem] = missing(bare.problems) as typeof bare.problems;
      assert.deepEqual([problem.severity, problem.kind, problem.index], ["error", "policy", 0]);
      assert.equal(
        problem.message,
        "The certificate requires a stapled OCSP response, and the server sends none.",
      );
      assert.equal(bare.validation.isValid, true);
      assert.deepEqual(bare.stapling, { required: true, stapled: false, problem: null });
      assert.equal(bare.revocation![0].problem, "The CRL: It could not be reached");
    },
  );

  it("reports that a stapled response cannot be used, and why", needs("openssl"), async () => {
    const folder = await Deno.makeTempDir();
    try {
      const unreadable = `${folder}/unreadable.ocsp`;
      // OCSPResponse (RFC 6960, 4.2.1) that is successful, with a BasicOCSPResponse of one octet.
      await Deno.writeFile(
        unreadable,
        Uint8Array.fromHex("30150a0100a010300e06092b0601050507300101040100"),
      );
      for (
        const [file, problem] of [
          [revocation.pathOf("good.ocsp"), "The OCSP response is for another certificate"],
          [unreadable, "The OCSP response cannot be read"],
        ]
      ) {
        await using server = await startOpenssl(
          ...["-cert", revocation.pathOf("stapled.pem"), "-key", revocation.pathOf("stapled.key")],
          ...["-cert_chain", revocation.pathOf("ca.pem"), "-status_file", file],
        );
        const { stapling, problems, validation } = await analyze(["127.0.0.1"], server.port);
        assert.deepEqual(stapling, { required: true, stapled: true, problem });
        assert.equal(validation.isValid, true);
        assert.equal(
          problems.find(({ code }) => code === "staple_missing")?.message,
          "The certificate requires a stapled OCSP response, and the one that the server sends " +
            "cannot be used.",
        );
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });

  it(
    "reports that the certificate for another key type lacks its stapled response",
    needs("openssl"),
    async () => {
      await using rsa = await rsaCertificate("-addext", "tlsfeature=status_request");
      await using server = await startOpenssl(
        ...["-cert", path("leaf.pem"), "-key", path("leaf.key"), "-dcert", rsa.certificate],
        ...["-dkey", rsa.key],
      );
      const { everywhere, stapling } = await analyze(["127.0.0.1"], server.port);
      assert.equal(stapling.required, false);
      assert.deepEqual(
        everywhere.presentations.map(({ stapling, errors }) => [
          stapling!.required,
          stapling!.stapled,
          errors.some((error) => error.includes("requires a stapled OCSP response")),
        ]),
        [[false, false, false], [true, false, true]],
      );
    },
  );

  it("names the issuer of another address that was revoked", () => {
    const chain = ["www.example.com", "Example CA 1", "Example Root"]
      .map((name) => ({ name, fingerprint: name }));
    const places = {
      everywhere: { presentations: [{ isValid: true, errors: [] }], readings: [], unread: [] },
      paths: [{ chain }],
    } as unknown as Places;
    const verdict: RevocationVerdict = {
      ...unknownStatus(""),
      ...{ status: "revoked", revokedAt: "2026-11-01T12:00:00Z" },
    };
    const { presentations: [{ isValid, errors }] } = withRevocation(
      places,
      { chain: [] },
      [],
      [["Example CA 1", verdict]],
    );
    assert.equal(isValid, false);
    assert.deepEqual(errors, ['"Example CA 1": It was revoked on 1 Nov 2026, 12:00:00 UTC.']);
  });

  it("reports plain HTTP, silence, another family and a revoked certificate", async () => {
    const addresses = ["127.0.0.2", "127.0.0.3", "::1", "127.0.0.4"];
    await using tls = startDenoTls(LEAF + CA + ROOT, undefined, { hostname: "::1" });
    const { port } = tls;
    await using _ = startRaw(http, { hostname: "127.0.0.2", port });
    await using __ = startRaw(drain, { hostname: "127.0.0.3", port });
    const other = ["stapled.pem", "ca.pem"].map((name) =>
      Deno.readTextFileSync(revocation.pathOf(name))
    ).join("");
    const key = Deno.readTextFileSync(revocation.pathOf("stapled.key"));
    await using ___ = startDenoTls(other, key, { hostname: "127.0.0.4", port });
    await using files = startHttp((request) =>
      request.headers.get("host") === "crl.example"
        ? new Response(revocation.crlBytes("part-a"))
        : new Response(null, { status: 404 })
    );
    const { DEADLINES } = await import("../../../api/network/limits.ts");
    const answers = [addresses, addresses.toReversed()].map((resolved) =>
      analyze(resolved, port, {
        resolve: (name) => Promise.resolve(name === HOST ? resolved : ["127.0.0.1"]),
        connectPort: (wanted) => wanted === 443 ? port : files.port,
        deadlines: { ...DEADLINES, handshakeMs: 1_000 },
      })
    );
    for (const [place, answer] of (await Promise.all(answers)).entries()) {
      const { everywhere, source } = answer;
      assert.equal(source.address, ["::1", "127.0.0.4"][place]);
      const usual = everywhere.readings.filter(({ asked }) => asked === "as clients do")
        .map(({ address, presentation, code }) => [
          address,
          presentation === null ? code : everywhere.presentations[presentation].revocation?.status,
        ]).sort();
      assert.deepEqual(usual, [
        ["127.0.0.2", "host_without_tls"],
        ["127.0.0.3", "host_timeout"],
        ["127.0.0.4", "revoked"],
        ["::1", "unknown"],
      ]);
      assert.deepEqual(
        everywhere.presentations.map(({ isValid }) => isValid).sort(),
        [false, true],
      );
    }
  });
});
