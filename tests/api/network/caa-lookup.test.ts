/**
 * caa/lookup: the climb through the parent names, and the DNS query to well-behaved and faulty
 * resolvers.
 */
import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { caaLookupOperation } from "../../../api/network/dns/caa.ts";
import { type CaaAnswer, decodeReply, encodeQuery } from "../../../api/network/dns/message.ts";
import { queryCaa, systemServers } from "../../../api/network/dns/query.ts";
import { isSameAddress } from "../../../api/network/dns/query.ts";
import { createNetwork } from "../../../api/network/network.ts";
import { caaLookup } from "../../../core/caa/contract.ts";
import * as schema from "../../../core/caa/schema.ts";
import { toRdata } from "../../../core/caa/records.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { bind, execute, registry } from "../../../core/kernel/execute.ts";
import { concatenate } from "../../../core/kernel/octets.ts";
import { Seeded } from "../../support/seeded.ts";

const record = (owner: string, tag: string, value: string) => ({ owner, flags: 0, tag, value });

/** Runs the operation with a zone of answers. Names that are not in it do not exist. */
async function lookUp(domain: string, zone: Record<string, CaaAnswer>, allowPrivate = false) {
  const asked: string[] = [];
  const operation = caaLookupOperation({
    allowPrivateNetwork: allowPrivate,
    lookUp: (name) => {
      asked.push(name);
      return Promise.resolve(zone[name] ?? { status: "no_such_name", aliases: [] });
    },
  });
  const operations = registry([
    bind(caaLookup, schema.caaLookup, () => Promise.resolve(operation)),
  ]);
  const outcome = await execute(operations, "caa/lookup", { domain }, createContext());
  if (!outcome.ok) return { error: outcome.error.message, asked };
  assert(v.is(schema.caaLookup.output, outcome.value));
  return { ...outcome.value as OutputOf<typeof caaLookup>, asked };
}

describe("caa/lookup", () => {
  it("climbs to the first name that has records", async () => {
    const answer = await lookUp("*.a.shop.example.com", {
      "shop.example.com": { status: "no_records", aliases: [] },
      "example.com": {
        status: "records",
        aliases: [],
        records: [record("example.com", "issue", "sectigo.com")],
      },
    });
    assert("status" in answer);
    assert.deepEqual(answer.asked, ["a.shop.example.com", "shop.example.com", "example.com"]);
    assert.deepEqual(answer.looked.map(({ status }) => status), [
      "no_such_name",
      "no_records",
      "records",
    ]);
    assert.equal(answer.status, "records");
    assert.equal(answer.foundAt, "example.com");
    assert.equal(answer.zone, 'example.com. IN CAA 0 issue "sectigo.com"\n');
    assert.equal(answer.records[0].isValid, true);
    assert.match(answer.explanation[0], /^Only Sectigo may issue TLS certificates/);
  });

  it("distinguishes missing records from a failure", async () => {
    const none = await lookUp("www.example.com", {
      "www.example.com": { status: "no_records", aliases: [] },
      "com": { status: "no_records", aliases: [] },
    });
    assert("status" in none);
    assert.equal(none.status, "none");
    assert.deepEqual(none.asked, ["www.example.com", "example.com", "com"]);
    assert.match(none.explanation[0], /any authority may issue/);

    const failed = await lookUp("www.example.com", {
      "www.example.com": { status: "no_records", aliases: [] },
      "example.com": { status: "failure", reason: "the resolver refuses to answer" },
    });
    assert("status" in failed);
    assert.equal(failed.status, "failure");
    assert.deepEqual(failed.asked, ["www.example.com", "example.com"]);
    assert.match(failed.explanation.join(" "), /refuses to answer.*refuses to issue/);
  });

  it("uses the records of an alias", async () => {
    const answer = await lookUp("www.example.com", {
      "www.example.com": {
        status: "records",
        aliases: ["web.example.net"],
        records: [record("web.example.net", "issue", ";")],
      },
    });
    assert("status" in answer);
    assert.equal(answer.foundAt, "www.example.com");
    assert.match(answer.explanation[0], /alias of web\.example\.net/);
  });

  it("does not trust a resolver that denies a public top-level domain", async () => {
    // A resolver without access to the public DNS reports that no name exists.
    const cutOff = await lookUp("www.example.com", {});
    assert("status" in cutOff);
    assert.equal(cutOff.status, "failure");
    assert.deepEqual(cutOff.asked, ["www.example.com", "example.com", "com"]);
    assert.match(cutOff.explanation[0], /the resolver says that com does not exist/);
    assert.doesNotMatch(cutOff.explanation.join(" "), /any authority/);
    // A name that does not exist under a top-level domain that does.
    const free = await lookUp("www.example.com", { "com": { status: "no_records", aliases: [] } });
    assert("status" in free);
    assert.equal(free.status, "none");
    assert.match(free.explanation[1], /does not exist/);
  });

  const INSIDE = [
    ...["db.corp", "nas.home", "router.lan", "vault.service.consul", "db.internal"],
    ...["printer.local", "a.test", "x.home.arpa", "5.0.0.10.in-addr.arpa", "1.e164.arpa"],
    ...["x.localhost", "x.invalid", "x.example", "x.alt", "duckduckgo.onion", "x.xn--inside"],
  ];
  for (const name of INSIDE) {
    it(`does not query ${name}, which has no public top-level domain`, async () => {
      const answer = await lookUp(name, {});
      assert("error" in answer);
      assert.equal(answer.error, "HOST NOT FOUND OR NOT PUBLIC");
      assert.deepEqual(answer.asked, []);
    });
  }

  it("queries names under every kind of public domain", async () => {
    for (const name of ["a.co.uk", "a.github.io", "x.xn--p1ai", "пример.рф", "a.ck", "A.ZIP"]) {
      assert((await lookUp(name, {})).asked.length > 0, name);
    }
  });

  it("reveals nothing about an internal name that an alias leads to", async () => {
    const inside = (status: "no_records" | "no_such_name"): CaaAnswer => ({
      status,
      aliases: ["www.example.net", "db.corp"],
    });
    const through: CaaAnswer = {
      status: "records",
      aliases: ["db.corp", "example.net"],
      records: [record("example.net", "issue", ";")],
    };
    const answers = [inside("no_records"), inside("no_such_name"), through];
    const told = await Promise.all(
      answers.map((answer) => lookUp("www.example.com", { "www.example.com": answer })),
    );
    for (const answer of told) {
      assert("status" in answer);
      assert.equal(answer.status, "failure");
      assert.doesNotMatch(JSON.stringify(answer), /corp/);
      assert.deepEqual(answer, told[0]);
    }
  });

  it("queries internal names if private networks are allowed", async () => {
    for (const name of ["db.corp", "router.lan", "db.internal", "printer.local", "x.home.arpa"]) {
      assert.deepEqual((await lookUp(name, {}, true)).asked[0], name);
    }
    for (const name of ["5.0.0.10.in-addr.arpa", "duckduckgo.onion", "x.localhost"]) {
      assert.deepEqual((await lookUp(name, {}, true)).asked, [], name);
    }
    const found = await lookUp("db.lan", { "lan": { status: "no_records", aliases: [] } }, true);
    assert("status" in found);
    assert.equal(found.status, "none");
    assert.match(found.explanation[0], /not a public top-level domain, so no public authority/);
    assert.doesNotMatch(found.explanation[0], /any authority/);
  });

  it("refuses invalid domain names", async () => {
    assert.equal((await lookUp("no name", {})).error, "INVALID DOMAIN NAME FORMAT");
    assert.equal((await lookUp(" ", {})).error, "DOMAIN OR SUBDOMAIN IS REQUIRED");
  });
});

interface Reply {
  rcode?: number;
  flags?: number;
  /** Resource records: owner, type, content. */
  answers?: [owner: string, type: number, data: Uint8Array<ArrayBuffer>][];
}

const octets = (text: string) => Uint8Array.from(text, (each) => each.charCodeAt(0));
const wireName = (name: string) =>
  octets(name.split(".").map((label) => String.fromCharCode(label.length) + label).join("") + "\0");
const caaData = (tag: string, value: string) =>
  octets(toRdata({ owner: null, flags: 0, tag, value }));

/** A complete reply to a query, with the question repeated. */
function replyTo(
  query: Uint8Array,
  { rcode = 0, flags = 0x8180, answers = [] }: Reply,
): Uint8Array<ArrayBuffer> {
  const head = query.slice();
  head[2] = flags >> 8;
  head[3] = flags & 0xf0 | rcode;
  head[7] = answers.length;
  const parts = [head];
  for (const [owner, type, data] of answers) {
    const fixed = new Uint8Array(10);
    const view = new DataView(fixed.buffer);
    view.setUint16(0, type);
    view.setUint16(2, 1);
    view.setUint32(4, 300);
    view.setUint16(8, data.length);
    parts.push(wireName(owner), fixed, data);
  }
  return concatenate(parts);
}

const TRUNCATED: Reply = { flags: 0x8380 };

/**
 * A resolver on loopback whose TCP connections the test handles. Over UDP, on the same port, it
 * answers `datagram`, which by default is a truncated reply.
 */
async function withResolver(
  serve: (connection: Deno.TcpConn) => Promise<void>,
  body: (server: { address: string; port: number }) => Promise<void>,
  datagram: Reply | null = TRUNCATED,
): Promise<void> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const socket = createSocket("udp4");
  await new Promise<void>((bound) => socket.bind(listener.addr.port, "127.0.0.1", () => bound()));
  socket.on("message", (query: Uint8Array, { address, port }) => {
    // The reply to another query comes first, and must be ignored.
    const stranger = replyTo(new Uint8Array(query), { rcode: 5 });
    stranger[0] ^= 0xff;
    socket.send(stranger, port, address);
    if (datagram) socket.send(replyTo(new Uint8Array(query), datagram), port, address);
  });
  const serving = (async () => {
    for await (const connection of listener) {
      try {
        await serve(connection);
      } finally {
        connection.close();
      }
    }
  })();
  try {
    await body({ address: "127.0.0.1", port: listener.addr.port });
  } finally {
    listener.close();
    await serving.catch(() => {});
    await new Promise<void>((closed) => socket.close(closed));
  }
}

async function readQuery(connection: Deno.TcpConn): Promise<Uint8Array> {
  const buffer = new Uint8Array(1024);
  let length = 0;
  while (length < 2 || length < 2 + (buffer[0] << 8 | buffer[1])) {
    length += await connection.read(buffer.subarray(length)) ?? 0;
  }
  return buffer.slice(2, length);
}

function framed(message: Uint8Array): Uint8Array {
  const all = new Uint8Array(2 + message.length);
  new DataView(all.buffer).setUint16(0, message.length);
  all.set(message, 2);
  return all;
}

const answering = (reply: Reply) => async (connection: Deno.TcpConn) => {
  await connection.write(framed(replyTo(await readQuery(connection), reply)));
};

const NAME = "www.example.com";

describe("DNS for CAA", () => {
  it("sends a well-formed query and reads records, also in several chunks", async () => {
    await withResolver(async (connection) => {
      const query = await readQuery(connection);
      assert.deepEqual([...query.subarray(2)], [
        ...[1, 0, 0, 1, 0, 0, 0, 0, 0, 0],
        ...wireName(NAME),
        ...[1, 1, 0, 1],
      ]);
      const reply = framed(replyTo(query, {
        answers: [
          [NAME, 257, caaData("issue", "sectigo.com")],
          ["other.example.com", 257, caaData("issue", "evil.example")],
          [NAME, 46, new Uint8Array(20)],
          [NAME, 257, octets("\x80\x05Issue\xff")],
        ],
      }));
      for (const byte of reply) await connection.write(Uint8Array.of(byte));
    }, async (server) => {
      assert.deepEqual(await queryCaa(NAME, { servers: [server], timeoutMs: 2000 }), {
        status: "records",
        aliases: [],
        records: [
          { owner: NAME, flags: 0, tag: "issue", value: "sectigo.com" },
          { owner: NAME, flags: 128, tag: "issue", value: "\xff" },
        ],
      });
    });
  });

  it("distinguishes no records, no such name and failure", async () => {
    const status = async (reply: Reply) => {
      let answer: CaaAnswer | undefined;
      await withResolver(answering(reply), async (server) => {
        answer = await queryCaa(NAME, { servers: [server], timeoutMs: 2000 });
      });
      return answer!.status;
    };
    assert.equal(await status({}), "no_records");
    assert.equal(await status({ rcode: 3 }), "no_such_name");
    assert.equal(await status({ rcode: 2 }), "failure");
    assert.equal(await status({ rcode: 5 }), "failure");
    // Neither authoritative nor recursive: this does not prove that there are no records.
    assert.equal(await status({ flags: 0x8000 }), "failure");
  });

  it("uses the UDP reply, or TCP if there is none", async () => {
    const overTcp: string[] = [];
    const counting = async (connection: Deno.TcpConn) => {
      overTcp.push("asked");
      await answering({ rcode: 3 })(connection);
    };
    const whole: Reply = { answers: [[NAME, 257, caaData("issue", "sectigo.com")]] };
    await withResolver(counting, async (server) => {
      const answer = await queryCaa(NAME, { servers: [server], timeoutMs: 2000 });
      assert.equal(answer.status, "records");
      assert.deepEqual(overTcp, []);
    }, whole);
    await withResolver(counting, async (server) => {
      const answer = await queryCaa(NAME, { servers: [server], timeoutMs: 400 });
      assert.equal(answer.status, "no_such_name");
      assert.deepEqual(overTcp, ["asked"]);
    }, null);
  });

  it("recognizes a resolver's address in every spelling", () => {
    const spellings: [string, string, boolean][] = [
      ["2620:00fe:0:0::FE", "2620:fe::fe", true],
      ["fe80::1%eth0", "fe80::1", true],
      ["::ffff:192.0.2.1", "::ffff:c000:201", true],
      ["192.0.2.1", "192.0.2.1", true],
      ["2620:fe::fe", "2620:fe::9", false],
      ["192.0.2.1", "192.0.2.2", false],
      ["::ffff:192.0.2.1", "192.0.2.1", false],
    ];
    for (const [one, other, same] of spellings) {
      assert.equal(isSameAddress(one, other), same, `${one} ${other}`);
    }
  });

  it("accepts the reply of a resolver whose address is not in its shortest form", async () => {
    const socket = createSocket("udp6");
    await new Promise<void>((bound) => socket.bind(0, "::1", () => bound()));
    socket.on("message", (query: Uint8Array, { address, port }) => {
      socket.send(replyTo(new Uint8Array(query), { rcode: 3 }), port, address);
    });
    const server = { address: "0:0:0:0::1", port: socket.address().port };
    // Nothing listens on TCP there.
    const answer = await queryCaa(NAME, { servers: [server], timeoutMs: 1_000 });
    assert.equal(answer.status, "no_such_name");
    await new Promise<void>((closed) => socket.close(closed));
  });

  it("follows an alias within the reply", async () => {
    await withResolver(
      answering({
        answers: [
          ["cdn.example.org", 5, wireName("web.example.net")],
          [NAME, 5, wireName("cdn.example.org")],
          ["web.example.net", 257, caaData("issue", "pki.goog")],
        ],
      }),
      async (server) => {
        const answer = await queryCaa(NAME, { servers: [server], timeoutMs: 2000 });
        assert(answer.status === "records");
        assert.deepEqual(answer.aliases, ["cdn.example.org", "web.example.net"]);
        assert.equal(answer.records[0].value, "pki.goog");
      },
    );
  });

  it("tries the next server when one fails, and ends in time when all are silent", async () => {
    await withResolver(answering({ rcode: 2 }), async (broken) => {
      await withResolver(answering({}), async (working) => {
        const answer = await queryCaa(NAME, { servers: [broken, working], timeoutMs: 2000 });
        assert.equal(answer.status, "no_records");
      });
    });
    const silent = Promise.withResolvers<void>();
    await withResolver(() => silent.promise, async (server) => {
      const answer = await queryCaa(NAME, { servers: [server], timeoutMs: 100 });
      assert.equal(answer.status, "failure");
      const leaving = AbortSignal.abort(new Error("left"));
      await assert.rejects(
        queryCaa(NAME, { servers: [server], timeoutMs: 100 }, leaving),
        /left/,
      );
      silent.resolve();
    });
    const gone = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = gone.addr;
    gone.close();
    const refused = await queryCaa(NAME, {
      servers: [{ address: "127.0.0.1", port }],
      timeoutMs: 2000,
    });
    assert.deepEqual(refused, { status: "failure", reason: "the resolver was not reached" });
    assert.equal((await queryCaa(NAME, { servers: [], timeoutMs: 1 })).status, "failure");
  });

  it("refuses replies to other queries, with loops or truncated, and always terminates", () => {
    const query = encodeQuery(7, NAME);
    const good = replyTo(query, { answers: [[NAME, 257, caaData("issue", "a.example")]] });
    assert.equal(decodeReply(good, 7, NAME).status, "records");
    assert.throws(() => decodeReply(good, 8, NAME), /does not match/);
    assert.throws(() => decodeReply(good, 7, "www.example.org"), /does not match/);
    assert.throws(() => decodeReply(query, 7, NAME), /does not match/);
    for (let length = 0; length < good.length; length++) {
      assert.throws(() => decodeReply(good.subarray(0, length), 7, NAME));
    }
    const round = good.slice();
    round.set([0xc0, query.length], query.length);
    assert.throws(() => decodeReply(round, 7, NAME), /refers to itself/);
    // A name with one pointer more than a name of 255 octets can have labels.
    const chained = (pointers: number) => {
      const reply = replyTo(query, { answers: [["x", 46, new Uint8Array(2 * pointers)]] });
      const data = reply.length - 2 * pointers;
      const view = new DataView(reply.buffer);
      view.setUint16(data, 0xc000 | 12);
      for (let i = 1; i < pointers; i++) {
        view.setUint16(data + 2 * i, 0xc000 | data + 2 * (i - 1));
      }
      reply[7] = 2;
      const last = data + 2 * (pointers - 1);
      return new Uint8Array([...reply, 0xc0 | last >> 8, last, 0, 46, 0, 1, 0, 0, 0, 0, 0, 0]);
    };
    assert.equal(decodeReply(chained(126), 7, NAME).status, "no_records");
    assert.throws(() => decodeReply(chained(127), 7, NAME), /too many compression pointers/);
    // A valid name of 120 labels and as many pointers, repeated in each record.
    const repeated = (records: number) => {
      const data: number[] = [1, 97, 0];
      const reply = replyTo(query, { answers: [["x", 46, new Uint8Array(3 + 119 * 4)]] });
      const first = reply.length - 3 - 119 * 4;
      let last = first;
      for (let label = 1; label < 120; label++) {
        const at = first + data.length;
        data.push(1, 97, 0xc0 | last >> 8, last & 0xff);
        last = at;
      }
      reply.set(data, first);
      new DataView(reply.buffer).setUint16(6, 1 + records);
      const record = [0xc0 | last >> 8, last & 0xff, 0, 46, 0, 1, 0, 0, 0, 0, 0, 0];
      return new Uint8Array([...reply, ...Array(records).fill(record).flat()]);
    };
    assert.equal(decodeReply(repeated(60), 7, NAME).status, "no_records");
    assert.throws(() => decodeReply(repeated(5_000), 7, NAME), /too many labels/);
    const random = new Seeded(1035);
    for (let left = 20_000; left > 0; left--) {
      const damaged = good.slice();
      for (let changes = 1 + random.below(4); changes > 0; changes--) {
        damaged[random.below(damaged.length)] = random.below(256);
      }
      try {
        decodeReply(damaged, 7, NAME);
      } catch (fault) {
        assert.equal((fault as Error).constructor.name, "DnsFault");
      }
    }
  });

  it("uses the configured resolvers", async () => {
    const asked: string[] = [];
    await withResolver(async (connection) => {
      asked.push("over TCP");
      await answering({ answers: [[NAME, 257, caaData("issue", "sectigo.com")]] })(connection);
    }, async (server) => {
      const { caa } = createNetwork({
        allowPrivateNetwork: false,
        denyNetworks: [],
        dnsServers: [server],
      });
      const answer = await caa.lookUp(NAME, new AbortController().signal);
      assert.equal(answer.status, "records");
    });
    assert.deepEqual(asked, ["over TCP"]);
  });

  it("finds the operating system's resolvers", async () => {
    const named = await Deno.readTextFile("/etc/resolv.conf").catch(() => "");
    const first = /^nameserver\s+(\S+)/m.exec(named)?.[1];
    const servers = systemServers();
    if (first) assert.equal(servers[0].address, first);
    assert(servers.every(({ port }) => port === 53));
  });
});
