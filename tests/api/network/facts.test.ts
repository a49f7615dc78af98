/**
 * Operations that need the network run in threads without network access, and the main thread finds
 * the facts (api/compute/protocol.ts). The answer must be the same as on the main thread.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { Compute } from "../../../api/compute/compute.ts";
import { Busy, Schedule, scheduleLimits } from "../../../api/compute/schedule.ts";
import { FactFinder, HeldBytes } from "../../../api/compute/fact-finder.ts";
import { type Fact, type Fault, keyOf, type Question } from "../../../api/compute/protocol.ts";
import { threadedCompute, type ThreadsParts } from "../../../api/compute/threads.ts";
import type { Network } from "../../../api/network/network.ts";
import { apiOperations } from "../../../api/operations.ts";
import { caaLookup } from "../../../core/caa/contract.ts";
import { chainAnalyze, chainAnalyzeUrl } from "../../../core/chain/contract.ts";
import type { Contract } from "../../../core/kernel/contract.ts";
import { OperationError } from "../../../core/kernel/errors.ts";
import * as TEXT from "../../../core/texts.ts";
import { startServer } from "../../support/server.ts";
import type { FetchedRevocation } from "../../../api/network/revocation/fetch.ts";
import { readPem } from "../../../core/x509/pem/pem.ts";
import { bytesOf, crlBytes, pathOf } from "../../core/x509/revocation/support.ts";
import { bytes, ders, pem } from "./support.ts";

const LEAF = pem("leaf.pem");
const NOW = { at: "2026-06-01T00:00:00Z" };

/** A network in memory, which records its requests. */
function network(parts: Partial<Network> = {}): Network & { asked: unknown[] } {
  const asked: unknown[] = [];
  const note = <A>(subject: unknown, answer: A) => {
    asked.push(subject);
    return Promise.resolve(answer);
  };
  return {
    asked,
    overallMs: 5_000,
    fetchIssuer: (url) => {
      const name = new URL(url).pathname.slice(1);
      const certificates = [bytes(name)];
      return note(url, { certificates, problem: null });
    },
    readFurther: (question) => note(question, []),
    postQuantum: (question) => note(question, { selected: true }),
    fetchRevocation: (question) => note(question, { bytes: null, problem: "unreachable" }),
    presentedChain: (hostname) =>
      note(hostname, {
        certificates: ders(LEAF),
        addresses: ["192.0.2.1"],
        address: "192.0.2.1",
        failed: [],
        tlsVersion: "TLSv1.3",
        cipher: "TLS_AES_128_GCM_SHA256",
        alpn: null,
        ocspStapled: null,
        ocspResponse: null,
        timestamps: null,
        clientCertificateRequested: null,
        legacyProtocol: false,
        alpnRefused: false,
        clear: null,
      }),
    caa: {
      allowPrivateNetwork: false,
      lookUp: (name) =>
        note(
          name,
          name === "example.com"
            ? {
              status: "records",
              aliases: [],
              records: [{ flags: 0, tag: "issue", value: new TextEncoder().encode("ca.example") }],
            } as never
            : { status: "no_records", aliases: [] },
        ),
    },
    ...parts,
  };
}

async function withThreads(
  use: (compute: Compute) => Promise<void>,
  net: Network,
  parts: Partial<ThreadsParts> = {},
) {
  const script = import.meta.resolve("../../../api/compute/worker.ts");
  const compute = await threadedCompute({
    threads: 2,
    network: net,
    spawn: () => new Worker(script, { type: "module" }),
    ...parts,
  });
  try {
    await use(compute);
  } finally {
    compute.close();
  }
}

async function ask(compute: Compute, contract: Contract, input: unknown) {
  const { signal } = new AbortController();
  const body = new TextEncoder().encode(JSON.stringify(input));
  const answer = await compute.run(contract, { body, client: "a", signal: () => signal });
  assert(!(answer instanceof Busy));
  return { status: answer.status, body: JSON.parse(new TextDecoder().decode(answer.body)) };
}

describe("fact finder", () => {
  const caa = (subject: string): Question => ({ asked: "lookUpCaa", subject });
  const none = { status: "no_records", aliases: [] } as const;
  const subjects = ({ facts }: { facts: Fact[] }) => facts.map(({ question }) => question.subject);

  it("asks each question once, even if a turn repeats it before its answer", async () => {
    const late = Promise.withResolvers<typeof none>();
    const asked: string[] = [];
    const lookUp = (name: string) => {
      asked.push(name);
      return name === "late.test" ? late.promise : Promise.resolve(none);
    };
    const net = network({ caa: { allowPrivateNetwork: false, lookUp } });
    const finder = new FactFinder(net, new AbortController().signal, "a", new HeldBytes());
    const first = await finder.next([caa("early.test"), caa("late.test")]);
    assert.deepEqual(subjects(first), ["early.test"]);
    // The turn with the first fact is running, and will ask the second question again.
    late.resolve(none);
    await late.promise;
    const second = await finder.next([caa("late.test")]);
    assert.deepEqual(subjects(second), ["early.test", "late.test"]);
    assert.equal(second.ended, false);
    assert.deepEqual(asked, ["early.test", "late.test"]);
    const third = await finder.next([caa("late.test")]);
    assert.deepEqual([third.ended, third.facts.length, asked.length], [true, 2, 2]);
  });
});

describe("bytes of CRLs that a request holds", () => {
  const MIB = 1024 * 1024;
  const crl = (url: string): Question => ({
    asked: "fetchRevocation",
    subject: { url, request: null },
  });
  /** A finder for this client whose CRLs all have this length. */
  const finderOf = (held: HeldBytes, bytes: number, client = "a") => {
    const net = network({
      fetchRevocation: () => Promise.resolve({ bytes: new Uint8Array(bytes), problem: null }),
    });
    return new FactFinder(net, new AbortController().signal, client, held);
  };
  /** For each CRL, the number of its bytes or the problem. */
  const found = async (finder: FactFinder, ...urls: string[]) => {
    const { facts } = await finder.next(urls.map(crl));
    return facts.map(({ outcome }) => {
      const { bytes, problem } = (outcome as { value: FetchedRevocation }).value;
      return bytes?.length ?? problem;
    });
  };

  it("are dropped after a turn has read them, and the CRL can be requested again", async () => {
    const held = new HeldBytes();
    const finder = finderOf(held, MIB);
    assert.deepEqual(await found(finder, "one", "two"), [MIB, MIB]);
    assert.equal(held.total, 2 * MIB);
    finder.drop([keyOf(crl("one"))]);
    assert.equal(held.total, MIB);
    assert.deepEqual(await found(finder, "one"), [MIB, MIB]);
    assert.equal(held.total, 2 * MIB);
    await finder.ended();
    assert.equal(held.total, 0);
  });

  it("are at most 16 MiB per client and 64 MiB in total, except for short CRLs", async () => {
    const held = new HeldBytes();
    const long = 8 * MIB;
    const finders = ["a", "b", "c", "d"].map((client) => finderOf(held, long, client));
    assert.deepEqual(await found(finders[0], "one", "two", "three"), [long, long, "busy"]);
    for (const finder of finders.slice(1)) await found(finder, "one", "two");
    assert.equal(held.total, 64 * MIB);
    assert.deepEqual(await found(finderOf(held, long, "e"), "one"), ["busy"]);
    const short = 256 * 1024;
    assert.deepEqual(await found(finderOf(held, short, "e"), "one"), [short]);
    await finders[0].ended();
    assert.deepEqual(await found(finderOf(held, long, "e"), "one"), [long]);
  });

  it("are those of only one CRL at a time", async () => {
    const held: number[] = [];
    const take = HeldBytes.prototype.take;
    using _ = {
      [Symbol.dispose]: () => void (HeldBytes.prototype.take = take),
    };
    HeldBytes.prototype.take = function (client, bytes) {
      const has = take.call(this, client, bytes);
      held.push(this.total);
      return has;
    };
    const stapled = ["stapled", "ca"].map((name) =>
      readPem(Deno.readTextFileSync(pathOf(`${name}.pem`)))
    );
    const net = network({
      presentedChain: () =>
        network().presentedChain("", new AbortController().signal).then(
          (presented) => ({ ...presented, certificates: stapled.map(([{ bytes }]) => bytes!) }),
        ),
      // Neither covers the certificate.
      fetchRevocation: ({ request }) =>
        Promise.resolve({
          bytes: request === null ? crlBytes("impostor") : bytesOf("good.ocsp"),
          problem: null,
        }),
    });
    await withThreads(async (compute) => {
      const { body } = await ask(compute, chainAnalyzeUrl, { url: "www.chain.test", ...NOW });
      assert.match(body.data.revocation[0].problem, /signed with another key/);
    }, net);
    const most = Math.max(crlBytes("impostor").length, bytesOf("good.ocsp").length);
    assert(held.length > 1 && Math.max(...held) <= most, held.join());
  });
});

describe("operations with facts in threads", () => {
  const cases: [Contract, Record<string, unknown>, number][] = [
    [chainAnalyze, { certificate: LEAF, ...NOW }, 2],
    [chainAnalyzeUrl, { url: "www.chain.test", ...NOW }, 5],
    [caaLookup, { domain: "a.www.example.com" }, 3],
    [caaLookup, { domain: "router.local" }, 0],
    [chainAnalyzeUrl, { url: "" }, 0],
  ];
  it("give the same answer as on the main thread, after the same requests in the same order", async () => {
    const net = network();
    await withThreads(async (compute) => {
      for (const [contract, input, questions] of cases) {
        const direct = network();
        await using inline = await startServer({ operations: apiOperations(direct) });
        const response = await fetch(`${inline.origin}/api/${contract.name}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(input),
        });
        const expected = { status: response.status, body: await response.json() };
        const what = `${contract.name} of ${JSON.stringify(input).slice(0, 40)}`;
        assert.deepEqual(await ask(compute, contract, input), expected, what);
        const asked = net.asked.splice(0);
        assert.deepEqual(asked, direct.asked, what);
        assert.equal(asked.length, questions, what);
      }
    }, net);
  });

  it("verify the signature of a handshake in the thread", async () => {
    const host = await network().presentedChain("www.chain.test", new AbortController().signal);
    const clear = {
      ...{ tlsVersion: "TLSv1.2", cipher: "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256" },
      ...{ clientRandom: new Uint8Array(32), serverRandom: new Uint8Array(32) },
      // x25519, a point of one octet, ecdsa_secp256r1_sha256, a signature of one octet.
      keyExchange: Uint8Array.of(3, 0, 29, 1, 0, 4, 3, 0, 1, 0),
    };
    const unproven = network({ presentedChain: () => Promise.resolve({ ...host, clear }) });
    await withThreads(async (compute) => {
      const { body } = await ask(compute, chainAnalyzeUrl, { url: "www.chain.test", ...NOW });
      assert.equal(body.data.source.keyProven, false);
      assert.equal(body.data.problems[0].code, "key_not_proven");
    }, unproven);
  });

  it("report an error of the network as the operation's own", async () => {
    const refusing = network({
      presentedChain: () =>
        Promise.reject(new OperationError("host_unreachable", TEXT.hostUnreachable(443))),
    });
    await withThreads(async (compute) => {
      const answer = await ask(compute, chainAnalyzeUrl, { url: "www.chain.test" });
      assert.deepEqual([answer.status, answer.body.code], [502, "host_unreachable"]);
    }, refusing);
  });

  it("analyze the given certificates when the time is up", async () => {
    const silent = network({
      overallMs: 20,
      fetchIssuer: (_url, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    });
    await withThreads(async (compute) => {
      const answer = await ask(compute, chainAnalyze, { certificate: LEAF, ...NOW });
      assert.equal(answer.status, 200);
      assert.equal(answer.body.data.missing.length, 1);
    }, silent);
  });

  it("end without a fault when the client disconnects", async () => {
    const left = new AbortController();
    const faults: Fault[] = [];
    // The client disconnects while the analysis of a host waits for its first fact.
    const schedule = new class extends Schedule {
      override run: Schedule["run"] = (client, kind, ...rest) => {
        if (kind === "network") left.abort();
        return super.run(client, kind, ...rest);
      };
    }(scheduleLimits(2));
    const net = network();
    await withThreads(
      async (compute) => {
        const body = new TextEncoder().encode(JSON.stringify({ url: "www.chain.test" }));
        await compute.run(chainAnalyzeUrl, { body, client: "a", signal: () => left.signal });
        assert.deepEqual([faults, net.asked], [[], []]);
      },
      net,
      { schedule, onFault: (fault) => faults.push(fault) },
    );
  });

  it("take a network place but no thread while they wait for a host", async () => {
    const asking = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<never>();
    const waiting = network({
      presentedChain: () => {
        asking.resolve();
        return answer.promise;
      },
    });
    const schedule = new Schedule({ ...scheduleLimits(2), outbound: 1 });
    await withThreads(
      async (compute) => {
        const pending = ask(compute, chainAnalyzeUrl, { url: "www.chain.test" });
        await asking.promise;
        const counts = (["light", "compute", "network"] as const).map(compute.running);
        assert.deepEqual(counts, [0, 0, 1]);
        answer.reject(new OperationError("host_timeout", TEXT.hostTimeout(443)));
        assert.equal((await pending).status, 504);
        assert.equal(compute.running("network"), 0);
      },
      waiting,
      { schedule },
    );
  });
});
