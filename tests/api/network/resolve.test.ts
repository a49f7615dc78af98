import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createAddressGuard } from "../../../api/network/guard.ts";
import {
  inTryingOrder,
  NotResolved,
  publicAddresses,
  type Resolve,
  resolveWith,
} from "../../../api/network/dns/resolve.ts";
import { startDns } from "./dns-server.ts";
import { never, refused } from "./support.ts";

const guard = createAddressGuard({ allowPrivateNetwork: false, denyNetworks: [] });
const TEXT = "HOST NOT FOUND OR NOT PUBLIC";

const resolve = (host: string, answer: Resolve) =>
  publicAddresses(host, { resolve: answer, guard, resolveMs: 300 }, never());
const gives = (...addresses: string[]): Resolve => () => Promise.resolve(addresses);

describe("network: resolution", () => {
  it("returns every address once, in the resolver's order", async () => {
    assert.deepEqual(
      await resolve("a.example", gives("2606:4700::1", "8.8.8.8", "8.8.8.8", "1.1.1.1")),
      ["2606:4700::1", "8.8.8.8", "1.1.1.1"],
    );
  });

  const bad: [string, Resolve][] = [
    ["a name that does not exist, or has no address", gives()],
    ["a name with an internal address", gives("10.0.0.1")],
    ["a mix of public and private", gives("8.8.8.8", "10.0.0.1")],
    ["a mix, the private one first", gives("192.168.0.1", "8.8.8.8")],
    ["a mix over the families", gives("8.8.8.8", "::1")],
    ["a public name with a mapped address", gives("8.8.8.8", "::ffff:8.8.8.8")],
    [
      "too many addresses",
      () => Promise.resolve(Array.from({ length: 65 }, (_, index) => `8.8.8.${index}`)),
    ],
  ];
  for (const [name, answer] of bad) {
    it(`refuses ${name}`, () => refused(resolve("a.example", answer), "host_refused", TEXT));
  }

  for (const host of ["[::1]", "[fe80::1]", "127.0.0.1", "10.1.2.3", "[::ffff:7f00:1]"]) {
    it(`checks an IP address without a look-up: ${host}`, () =>
      refused(
        resolve(host, () => {
          throw new Error("was looked up");
        }),
        "host_refused",
        TEXT,
      ));
  }

  it("accepts a public IP address", async () => {
    const refuse: Resolve = () => Promise.reject(new Error("was looked up"));
    assert.deepEqual(await resolve("8.8.8.8", refuse), ["8.8.8.8"]);
    assert.deepEqual(await resolve("[2606:4700::1]", refuse), ["2606:4700::1"]);
  });

  const unknown: [string, Resolve][] = [
    ["is silent", () => new Promise(() => {})],
    ["fails", () => Promise.reject(new NotResolved("no socket"))],
  ];
  for (const [name, answer] of unknown) {
    it(`does not report "not found" if the resolver ${name}`, () =>
      refused(
        resolve("a.example", answer),
        "host_timeout",
        "The host name could not be looked up. Try again, or check the name servers of the domain",
      ));
  }
});

describe("network: a fault of our own code", () => {
  it("is not reported as a resolver that fails", async () => {
    const fault = new TypeError("x is not a function");
    await assert.rejects(resolve("a.example", () => Promise.reject(fault)), fault);
  });
});

describe("network: look-ups", () => {
  it("use the operating system's resolvers and hosts file", async () => {
    const addresses = await resolveWith([])("localhost", never());
    assert(addresses.includes("127.0.0.1") || addresses.includes("::1"), addresses.join());
    await refused(resolve("localhost", resolveWith([])), "host_refused", TEXT);
  });

  it("use the configured resolvers, for both families", async () => {
    await using dns = await startDns({ "host.example.com": ["192.0.2.7", "2001:db8::7"] });
    const found = await resolveWith([dns])("host.example.com", never());
    assert.deepEqual([...found].sort(), ["192.0.2.7", "2001:db8::7"]);
    assert.deepEqual(dns.asked.sort(), ["host.example.com A", "host.example.com AAAA"]);
  });

  it("distinguish a name that does not exist from one without an answer", async () => {
    await using dns = await startDns({ "silent.example.com": null });
    assert.deepEqual(await resolveWith([dns])("gone.example.com", never()), []);
    await assert.rejects(resolveWith([dns], 100)("silent.example.com", never()));
  });

  it("distinguish a name that does not exist from one for which the resolver fails", async () => {
    await using dns = await startDns({ "broken.example.com": "failure", "bare.example.com": [] });
    assert.deepEqual(await resolveWith([dns])("bare.example.com", never()), []);
    await refused(
      resolve("broken.example.com", resolveWith([dns])),
      "host_timeout",
      "The host name could not be looked up. Try again, or check the name servers of the domain",
    );
  });

  it("return the addresses of one family if the resolver is silent on the other", async () => {
    await using dns = await startDns({ "half.example.com": ["192.0.2.7"] }, { silentOn: "AAAA" });
    assert.deepEqual(await resolveWith([dns], 300)("half.example.com", never()), ["192.0.2.7"]);
  });

  it("try the next resolver if one is silent", async () => {
    await using silent = await startDns({ "host.example.com": null });
    await using dns = await startDns({ "host.example.com": ["192.0.2.7"] });
    assert.deepEqual(await resolveWith([silent, dns], 400)("host.example.com", never()), [
      "192.0.2.7",
    ]);
    assert.equal(silent.asked.length, 2);
  });

  it("end when they are aborted", async () => {
    await using dns = await startDns({ "silent.example.com": null });
    const controller = new AbortController();
    const waiting = resolveWith([dns])("silent.example.com", controller.signal);
    await dns.whenAsked(2);
    controller.abort(new Error("gone"));
    await assert.rejects(waiting, { message: "gone" });
  });

  it("alternate between the families, first that of this machine", () => {
    const [four, six] = [["a", "b", "c"], ["x"]];
    assert.deepEqual(inTryingOrder(four, six, true), ["x", "a", "b", "c"]);
    assert.deepEqual(inTryingOrder(four, six, false), ["a", "x", "b", "c"]);
    assert.deepEqual(inTryingOrder([], six, false), ["x"]);
  });
});
