import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { MAX_CERTIFICATE_BYTES, TooManyCertificates } from "../../../api/network/limits.ts";
import { ByteQueue } from "../../../api/network/tls/byte-queue.ts";
import {
  FlightError,
  type FlightProblem,
  ServerFlight,
} from "../../../api/network/tls/server-flight.ts";

const uint16 = (value: number) => [value >>> 8, value & 0xff];
const uint24 = (value: number) => [value >>> 16, ...uint16(value & 0xffff)];

const record = (
  content: number[],
  type = 22,
) => [type, 3, 1, ...uint16(content.length), ...content];
const message = (type: number, body: number[]) => [type, ...uint24(body.length), ...body];

const serverHello = (
  { version = [3, 1], session = [] as number[], suite = [0x00, 0x2f] } = {},
) => message(2, [...version, ...Array(32).fill(7), session.length, ...session, ...suite, 0]);
const certificates = (...list: number[][]) => {
  const entries = list.flatMap((der) => [...uint24(der.length), ...der]);
  return message(11, [...uint24(entries.length), ...entries]);
};
const DONE = message(14, []);

const ONE = [0x30, 3, 1, 2, 3];
const TWO = [0x30, 1, 9];
const USUAL = [...record(serverHello()), ...record(certificates(ONE, TWO)), ...record(DONE)];

function read(bytes: number[], step = bytes.length): ServerFlight {
  const flight = new ServerFlight();
  for (let at = 0; at < bytes.length; at += step) {
    flight.push(new Uint8Array(bytes.slice(at, at + step)));
  }
  return flight;
}

function fails(bytes: number[], problem: FlightProblem, alert = ""): void {
  assert.throws(() => read(bytes), (fault) => {
    assert(fault instanceof FlightError, String(fault));
    assert.deepEqual([fault.problem, fault.alert], [problem, alert]);
    return true;
  });
}

describe("network: the queue of received bytes", () => {
  it("copies each byte a bounded number of times, however small the chunks are", () => {
    let copied = 0;
    const { set } = Uint8Array.prototype;
    Uint8Array.prototype.set = function (from: ArrayLike<number>, at?: number) {
      copied += from.length;
      set.call(this, from, at);
    };
    const queue = new ByteQueue();
    const length = 64 * 1024;
    try {
      for (let at = 0; at < length; at++) queue.append(Uint8Array.of(at & 0xff));
    } finally {
      Uint8Array.prototype.set = set;
    }
    assert(copied <= 3 * length, `${copied} bytes were copied`);
    assert.equal(queue.total, length);
    assert(queue.unread().every((octet, at) => octet === (at & 0xff)));
  });
});

describe("a server's flight", () => {
  it("is the same for any chunks", () => {
    for (let step = 1; step <= USUAL.length; step++) {
      const flight = read(USUAL, step);
      assert.equal(flight.done, true);
      assert.equal(flight.tlsVersion, "TLSv1.0");
      assert.equal(flight.cipher, "TLS_RSA_WITH_AES_128_CBC_SHA");
      assert.deepEqual(flight.certificates, [new Uint8Array(ONE), new Uint8Array(TWO)]);
    }
  });

  it("is the same for any distribution of messages over records", () => {
    const messages = [...serverHello(), ...certificates(ONE, TWO), ...DONE];
    for (let size = 1; size <= messages.length; size++) {
      const records: number[] = [];
      for (let at = 0; at < messages.length; at += size) {
        records.push(...record(messages.slice(at, at + size)));
      }
      assert.deepEqual(read(records).certificates, read(USUAL).certificates);
    }
  });

  it("is not done before ServerHelloDone", () => {
    for (let length = 0; length < USUAL.length; length++) {
      assert.equal(read(USUAL.slice(0, length)).done, false);
    }
  });

  it("accepts each version, and a session ID", () => {
    const versions: [number[], string][] = [
      [[3, 0], "SSLv3"],
      [[3, 1], "TLSv1.0"],
      [[3, 2], "TLSv1.1"],
      [[3, 3], "TLSv1.2"],
    ];
    for (const [version, name] of versions) {
      const hello = serverHello({ version, session: Array(32).fill(1) });
      assert.equal(read(record(hello)).tlsVersion, name);
    }
  });

  it("reports a request for a client certificate, and a stapled response", () => {
    const flight = read([
      ...record(serverHello()),
      ...record([
        ...certificates(ONE),
        ...message(22, [1, 0, 0, 2, 0x30, 0]),
        ...message(12, [1, 2, 3]),
        ...message(13, [1, 1, 0, 0]),
        ...DONE,
      ]),
    ]);
    assert.equal(flight.ocspStapled, true);
    assert.equal(flight.clientCertificateRequested, true);
    assert.equal(flight.done, true);
  });

  it("continues after a warning, and ends at a fatal alert", () => {
    assert.equal(read([...record([1, 112], 21), ...USUAL]).done, true);
    fails(record([2, 40], 21), "alert", "handshake failure");
    fails(record([2, 112], 21), "alert", "unrecognized name");
    fails(record([2, 200], 21), "alert", "alert 200");
    fails(record([1, 0], 21), "alert", "close notify");
  });

  it("detects other protocols by their first bytes", () => {
    for (const text of ["HTTP/1.1 400", "220 smtp", "SSH-2.0", "\0\0\0", "\x16\x02\0\0\0"]) {
      fails([...new TextEncoder().encode(text)], "not_tls");
    }
  });

  const malformed: [string, number[]][] = [
    ["a certificate before the hello", record(certificates(ONE))],
    ["two hellos", [...record(serverHello()), ...record(serverHello())]],
    ["certificates twice", [
      ...record(serverHello()),
      ...record([...certificates(ONE), ...certificates(ONE)]),
    ]],
    ["encryption before the certificates", [...record(serverHello()), ...record([1], 20)]],
    ["an unknown version", record(serverHello({ version: [3, 4] }))],
    ["a suite that was not offered", record(serverHello({ suite: [0x13, 0x01] }))],
    ["a truncated hello", record(message(2, [3, 1, 0, 0]))],
    ["a session id that is too long", record(serverHello({ session: Array(33).fill(0) }))],
    ["a record that is too long", [22, 3, 1, 0x40, 1]],
    ["a message that must come later", [...record(serverHello()), ...record(message(20, []))]],
    ["a list longer than its message", [
      ...record(serverHello()),
      ...record(message(11, [0, 0, 9, 0, 0, 1, 5])),
    ]],
    ["a certificate longer than its list", [
      ...record(serverHello()),
      ...record(message(11, [0, 0, 4, 0, 0, 2, 5])),
    ]],
    ["an empty certificate", [
      ...record(serverHello()),
      ...record(message(11, [0, 0, 3, 0, 0, 0])),
    ]],
    ["a truncated alert", record([2], 21)],
  ];
  for (const [name, bytes] of malformed) {
    it(`refuses ${name}`, () => fails(bytes, "malformed"));
  }

  it("reports that there is no certificate", () => {
    fails([...record(serverHello()), ...record(message(11, [0, 0, 0]))], "no_certificate");
    fails([...record(serverHello()), ...record(DONE)], "no_certificate");
    fails([...record(serverHello()), ...record(message(12, [1]))], "no_certificate");
  });

  it("stops at the limits of certificates and bytes", () => {
    const hundred = Array.from({ length: 100 }, () => ONE);
    const flight = read([...record(serverHello()), ...record(certificates(...hundred))]);
    assert.equal(flight.certificates?.length, 100);
    assert.throws(
      () => read([...record(serverHello()), ...record(certificates(...hundred, ONE))]),
      TooManyCertificates,
    );
    assert.throws(
      () => read([...record(serverHello()), ...record([11, ...uint24(MAX_CERTIFICATE_BYTES + 1)])]),
      TooManyCertificates,
    );
    const endless = new ServerFlight();
    assert.throws(() => {
      for (;;) endless.push(new Uint8Array(record([])));
    }, TooManyCertificates);
  });

  it("ends in one of these errors if any byte is changed", () => {
    let faults = 0;
    for (let at = 0; at < USUAL.length; at++) {
      for (const value of [0, 1, 3, 0x7f, 0x80, 0xff, USUAL[at] ^ 1]) {
        const bytes = [...USUAL];
        bytes[at] = value;
        try {
          read(bytes);
        } catch (fault) {
          assert(fault instanceof FlightError || fault instanceof TooManyCertificates);
          faults++;
        }
      }
    }
    assert(faults > 100);
  });
});
