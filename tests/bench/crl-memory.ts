/**
 * Memory of the server while clients request checks of hosts whose certificates name long CRLs:
 *
 *     deno run -A tests/bench/crl-memory.ts [--clients=6] [--seconds=30] [--rest=60] [--lists=right,slow]
 *
 * A host has four addresses with another end-entity certificate at each. Every certificate names its
 * own CRLs of 8 MiB: "junk" contains noise after its first octets, "right" has the right issuer and a
 * wrong signature, and "slow" stops after half a MiB without closing the connection. The hosts run in
 * this process; the server's threads and network run in a child, whose memory is measured.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Busy } from "../../api/compute/schedule.ts";
import { threadedCompute } from "../../api/compute/threads.ts";
import { createNetwork } from "../../api/network/network.ts";
import { chainAnalyzeUrl } from "../../core/chain/contract.ts";
import { csrDecode } from "../../core/csr/contract.ts";
import { exampleOf } from "../../core/example-inputs.ts";
import { element, integer, objectIdentifier } from "../../core/x509/asn1/der-write.ts";
import { runProgram } from "../support/programs.ts";

const MIB = 1024 * 1024;
const LENGTH = 8 * MIB - 1024;
const ADDRESSES = ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"];
/** The requests of one client that the schedule allows at once and the rate limit per minute. */
const PARALLEL = 16;
const PER_MINUTE = 100;

const { values } = parseArgs({
  args: Deno.args,
  options: {
    clients: { type: "string", default: "1" },
    seconds: { type: "string", default: "30" },
    rest: { type: "string", default: "60" },
    /** The kinds of the CRLs that a certificate names, in order: junk, right or slow. */
    lists: { type: "string", default: "junk,right,slow" },
    /** Set for the child: ports of the hosts. */
    tls: { type: "string" },
    http: { type: "string" },
  },
});

/** The hosts, and a child that is attacked. */
async function measure(): Promise<void> {
  const folder = await Deno.makeTempDir();
  const chains = await makeChains(folder);
  const listeners = listen(chains);
  const lists = new Map([
    ["junk", junk()],
    ...chains.issuers.map(({ name }) => [name, list(name)] as const),
  ]);
  const http = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const [, issuer, kind] = new URL(request.url).pathname.split("/");
    if (kind === "slow") return new Response(slowly(lists.get(issuer)!));
    return new Response(lists.get(kind === "junk" ? "junk" : issuer)!);
  });
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", import.meta.filename!, ...Deno.args],
      ...[`--tls=${(listeners[0].addr as Deno.NetAddr).port}`, `--http=${http.addr.port}`],
    ],
  }).spawn();
  await child.status;
  for (const listener of listeners) listener.close();
  await http.shutdown();
  await Deno.remove(folder, { recursive: true });
}

/** Runs in the child: the clients' requests, and this process's memory during and after them. */
async function attack(tls: number, http: number): Promise<void> {
  const clients = Number(values.clients);
  const until = performance.now() + Number(values.seconds) * 1000;
  const network = createNetwork(
    { allowPrivateNetwork: false, denyNetworks: [], dnsServers: [] },
    {
      resolve: () => Promise.resolve(ADDRESSES),
      guard: () => true,
      connectPort: (port) => port === 443 ? tls : http,
    },
  );
  const script = import.meta.resolve("../../api/compute/worker.ts");
  const compute = await threadedCompute({
    threads: 2,
    network,
    spawn: () => new Worker(script, { type: "module" }),
  });
  const { signal } = new AbortController();
  const ask = (
    contract: typeof chainAnalyzeUrl | typeof csrDecode,
    input: unknown,
    client: string,
  ) =>
    compute.run(contract, {
      body: new TextEncoder().encode(JSON.stringify(input)),
      client,
      signal: () => signal,
    });
  const fresh = memory();
  let most = 0;
  let answered = 0;
  let busy = 0;
  let slowest = 0;
  const problems = new Map<string, number>();
  const watch = setInterval(() => most = Math.max(most, memory()), 100);
  const hostile = Array.from({ length: clients * PARALLEL }, async (_, index) => {
    const client = `client ${index % clients}`;
    for (let sent = 0; performance.now() < until; sent++) {
      if (sent * PARALLEL >= PER_MINUTE) break;
      const answer = await ask(chainAnalyzeUrl, { url: `h${index}-${sent}.evil.com` }, client);
      if (answer instanceof Busy) {
        busy++;
        await pause(1000);
        continue;
      }
      answered++;
      const { data } = JSON.parse(new TextDecoder().decode(answer.body));
      for (const { problem, status } of data?.revocation ?? []) {
        const said = problem ?? status;
        problems.set(said, (problems.get(said) ?? 0) + 1);
      }
    }
  });
  const ordinary = async (end: number) => {
    while (performance.now() < end) {
      const from = performance.now();
      await ask(csrDecode, exampleOf(csrDecode), "ordinary");
      slowest = Math.max(slowest, performance.now() - from);
      await pause(100);
    }
  };
  await Promise.all([...hostile, ordinary(until)]);
  console.log(
    `${clients} client(s): fresh ${fresh} MiB, at most ${most} MiB in the attack; ` +
      `${answered} answers, ${busy} refused, slowest csr/decode ${Math.round(slowest)} ms`,
  );
  for (const [problem, count] of problems) console.log(`  ${count} ${problem}`);
  await ordinary(performance.now() + Number(values.rest) * 1000);
  console.log(`  ${memory()} MiB after ${values.rest} s of ordinary requests`);
  clearInterval(watch);
  compute.close();
  Deno.exit();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const memory = (): number => Math.round(Deno.memoryUsage().rss / MIB);

interface Chains {
  issuers: { name: string; pem: string }[];
  leaves: { pem: string; key: string }[];
}

/** A root, two CAs below it, and an end entity for each address. */
async function makeChains(folder: string): Promise<Chains> {
  const file = (name: string) => join(folder, name);
  const openssl = async (...args: string[]) => {
    const { code, stderr } = await runProgram("openssl", args);
    if (code !== 0) throw new Error(stderr);
  };
  const points = (issuer: string, own: string) =>
    "crlDistributionPoints=" + values.lists.split(",").map((kind) =>
      `URI:http://crl.evil.com/${issuer}/${kind}/${own}`
    ).join(",") + `\nauthorityInfoAccess=OCSP;URI:http://ocsp.evil.com/${issuer}/junk/${own}\n`;
  const make = async (name: string, issuer: string | null, extensions: string) => {
    await Deno.writeTextFile(file(`${name}.ext`), extensions);
    await openssl(
      ...["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
      ...["-keyout", file(`${name}.key`), "-out", file(`${name}.csr`), "-subj", `/CN=${name}`],
    );
    const signer = issuer === null
      ? ["-signkey", file(`${name}.key`)]
      : ["-CA", file(`${issuer}.pem`), "-CAkey", file(`${issuer}.key`), "-CAcreateserial"];
    await openssl(
      ...["x509", "-req", "-in", file(`${name}.csr`), "-days", "30", "-out", file(`${name}.pem`)],
      ...["-extfile", file(`${name}.ext`), ...signer],
    );
    return await Deno.readTextFile(file(`${name}.pem`));
  };
  const ca = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n";
  const issuers: Chains["issuers"] = [{ name: "root", pem: await make("root", null, ca) }];
  for (const [name, issuer] of [["one", "root"], ["two", "one"]]) {
    issuers.push({ name, pem: await make(name, issuer, ca + points(issuer, name)) });
  }
  const leaves: Chains["leaves"] = [];
  for (const [index] of ADDRESSES.entries()) {
    const name = `leaf-${index}`;
    const pem = await make(name, "two", "subjectAltName=DNS:*.evil.com\n" + points("two", name));
    leaves.push({ pem, key: await Deno.readTextFile(file(`${name}.key`)) });
  }
  return { issuers, leaves };
}

/** One TLS server for each address, all on one port. */
function listen({ issuers, leaves }: Chains): Deno.Listener<Deno.Conn>[] {
  const above = issuers.map(({ pem }) => pem).reverse().join("");
  let port = 0;
  return leaves.map(({ pem, key }, index) => {
    const listener = Deno.listenTls({ hostname: ADDRESSES[index], port, cert: pem + above, key });
    port = (listener.addr as Deno.NetAddr).port;
    serve(listener);
    return listener;
  });
}

async function serve(listener: Deno.TlsListener): Promise<void> {
  try {
    for await (const connection of listener) {
      connection.handshake().then(() => connection.read(new Uint8Array(64)))
        .catch(() => {}).finally(() => {
          try {
            connection.close();
          } catch { /* It is closed already. */ }
        });
    }
  } catch { /* It was closed. */ }
}

/** 30 84 and noise: the first octets could be those of a CRL. */
function junk(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(LENGTH).fill(0x5a);
  bytes.set([0x30, 0x84, 0, LENGTH - 6 >> 16, LENGTH - 6 >> 8 & 0xff, LENGTH - 6 & 0xff]);
  return bytes;
}

/** A CRL of the issuer with as many entries as fit and a wrong signature. */
function list(issuer: string): Uint8Array<ArrayBuffer> {
  const text = (tag: number, value: string) => element(tag, new TextEncoder().encode(value));
  const time = (value: string) => text(0x17, value);
  const ecdsa = element(0x30, objectIdentifier("1.2.840.10045.4.3.2"));
  const name = element(
    0x30,
    element(0x31, element(0x30, objectIdentifier("2.5.4.3"), text(0x0c, issuer))),
  );
  const day = (from: number) => {
    const at = new Date(Date.now() + from * 86_400_000).toISOString();
    return time(at.replace(/[-:T]/g, "").slice(2, 14) + "Z");
  };
  const entry = element(0x30, element(0x02, new Uint8Array(20).fill(0x11)), day(-2));
  const entries = new Uint8Array(entry.length * Math.floor((LENGTH - 512) / entry.length));
  for (let at = 0; at < entries.length; at += entry.length) entries.set(entry, at);
  const tbs = element(
    0x30,
    ...[integer(1), ecdsa, name, day(-1), day(1), element(0x30, entries)],
  );
  const signature = element(0x30, integer(1), integer(1));
  return element(0x30, tbs, ecdsa, element(0x03, new Uint8Array(1), signature));
}

/** The first half MiB at once, then nothing. */
function slowly(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ start: (controller) => controller.enqueue(bytes.slice(0, MIB / 2)) });
}

if (values.tls) await attack(Number(values.tls), Number(values.http));
else await measure();
