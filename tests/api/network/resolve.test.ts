import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createAddressGuard } from "../../../api/network/address-guard.ts";
import { publicAddresses, type Resolve, systemResolve } from "../../../api/network/resolve.ts";
import { Slots } from "../../../api/network/slots.ts";
import { never, refused, timed } from "./support.ts";

const guard = createAddressGuard({ allowPrivateNetwork: false, denyNetworks: [] });
const TEXT = "HOST NOT FOUND OR NOT PUBLIC";

const resolve = (host: string, answer: Resolve) =>
  publicAddresses(host, { resolve: answer, guard, resolveMs: 300 }, never());
const gives = (...addresses: string[]): Resolve => () => Promise.resolve(addresses);

describe("network: resolution", () => {
  it("answers every address once, in the resolver's order", async () => {
    assert.deepEqual(
      await resolve("a.example", gives("2606:4700::1", "8.8.8.8", "8.8.8.8", "1.1.1.1")),
      ["2606:4700::1", "8.8.8.8", "1.1.1.1"],
    );
  });

  const bad: [string, Resolve][] = [
    ["a name that does not exist", () => Promise.reject(new Error("ENOTFOUND"))],
    ["a name without addresses", gives()],
    ["a name that leads inside", gives("10.0.0.1")],
    ["a mix of public and private", gives("8.8.8.8", "10.0.0.1")],
    ["a mix, the private one first", gives("192.168.0.1", "8.8.8.8")],
    ["a mix over the families", gives("8.8.8.8", "::1")],
    ["a public name with a mapped address", gives("8.8.8.8", "::ffff:8.8.8.8")],
    [
      "more addresses than a host has",
      () => Promise.resolve(Array.from({ length: 65 }, (_, index) => `8.8.8.${index}`)),
    ],
    ["a resolver that never answers", () => new Promise(() => {})],
  ];
  for (const [name, answer] of bad) {
    it(`refuses ${name}`, () => refused(resolve("a.example", answer), "host_refused", TEXT));
  }

  for (const host of ["[::1]", "[fe80::1]", "127.0.0.1", "10.1.2.3", "[::ffff:7f00:1]"]) {
    it(`checks an address in the place of a name without a look-up: ${host}`, () =>
      refused(
        resolve(host, () => {
          throw new Error("was looked up");
        }),
        "host_refused",
        TEXT,
      ));
  }

  it("takes a public address in the place of a name", async () => {
    const nobody: Resolve = () => Promise.reject(new Error("was looked up"));
    assert.deepEqual(await resolve("8.8.8.8", nobody), ["8.8.8.8"]);
    assert.deepEqual(await resolve("[2606:4700::1]", nobody), ["2606:4700::1"]);
  });

  it("looks up with the operating system, its hosts file included", async () => {
    const addresses = await systemResolve("localhost", never());
    assert(addresses.includes("127.0.0.1") || addresses.includes("::1"), addresses.join());
    await refused(resolve("localhost", systemResolve), "host_refused", TEXT);
  });

  it("stops waiting when the time is up", async () => {
    const ms = await timed(() => assert.rejects(resolve("a.example", () => new Promise(() => {}))));
    assert(ms >= 290 && ms < 2_000, `${ms} ms`);
  });
});

describe("slots", () => {
  it("run a few at once and the rest in order", async () => {
    const slots = new Slots(2);
    const started: number[] = [];
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    const all = gates.map((gate, index) =>
      slots.use(async () => {
        started.push(index);
        await gate.promise;
        if (index === 0) throw new Error("it failed");
      })
    );
    assert.deepEqual(started, [0, 1]);
    gates[0].resolve();
    await assert.rejects(all[0]);
    await Promise.resolve();
    assert.deepEqual(started, [0, 1, 2]);
    gates.forEach((gate) => gate.resolve());
    await Promise.all(all.slice(1));
    assert.deepEqual(started, [0, 1, 2, 3]);
    await slots.use(() => Promise.resolve(started.push(4)));
    assert.deepEqual(started, [0, 1, 2, 3, 4]);
  });
});
