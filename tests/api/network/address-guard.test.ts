import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createAddressGuard, type GuardRules } from "../../../api/network/guard.ts";

const guard = (rules: Partial<GuardRules> = {}) =>
  createAddressGuard({
    allowPrivateNetwork: false,
    denyNetworks: [],
    ownAddresses: () => [],
    ...rules,
  });

/** A description and an address. */
const REFUSED: [string, string][] = [
  ["this network", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["private 10/8", "10.0.0.1"],
  ["private 10/8, its end", "10.255.255.255"],
  ["private 172.16/12", "172.16.0.1"],
  ["private 172.16/12, its end", "172.31.255.255"],
  ["private 192.168/16", "192.168.1.1"],
  ["loopback", "127.0.0.1"],
  ["loopback, its end", "127.255.255.254"],
  ["link-local", "169.254.0.1"],
  ["cloud metadata", "169.254.169.254"],
  ["carrier-grade NAT", "100.64.0.1"],
  ["carrier-grade NAT, its end", "100.127.255.255"],
  ["metadata in carrier-grade NAT", "100.100.100.200"],
  ["broadcast", "255.255.255.255"],
  ["multicast", "224.0.0.1"],
  ["multicast, its end", "239.255.255.250"],
  ["reserved 240/4", "240.0.0.1"],
  ["reserved 240/4, its end", "255.255.255.254"],
  ["IETF protocol assignments", "192.0.0.8"],
  ["NAT64 discovery", "192.0.0.170"],
  ["documentation 1", "192.0.2.1"],
  ["documentation 2", "198.51.100.1"],
  ["documentation 3", "203.0.113.1"],
  ["benchmarks", "198.18.0.1"],
  ["benchmarks, its end", "198.19.255.255"],
  ["6to4 relay", "192.88.99.1"],
  ["AS112", "192.175.48.1"],
  ["AMT", "192.52.193.1"],
  ["Azure's platform agent", "168.63.129.16"],
  ["unspecified", "::"],
  ["loopback", "::1"],
  ["unassigned next to loopback", "::2"],
  ["unassigned", "1::1"],
  ["unassigned", "4000::1"],
  ["unassigned", "1fff::1"],
  ["unassigned", "8000::1"],
  ["unassigned", "e000::1"],
  ["unassigned", "fe00::1"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["a public address with a zone", "2606:4700:4700::1111%eth0"],
  ["site-local", "fec0::1"],
  ["unique local", "fc00::1"],
  ["unique local, metadata", "fd00:ec2::254"],
  ["multicast", "ff02::1"],
  ["discard-only", "100::1"],
  ["v4-mapped loopback", "::ffff:127.0.0.1"],
  ["v4-mapped in hexadecimal", "::ffff:7f00:1"],
  ["v4-mapped public", "::ffff:8.8.8.8"],
  ["v4-compatible", "::127.0.0.1"],
  ["v4-compatible in hexadecimal", "::7f00:1"],
  ["v4-compatible public", "::8.8.8.8"],
  ["v4-translated", "::ffff:0:10.0.0.1"],
  ["NAT64", "64:ff9b::10.0.0.1"],
  ["NAT64 in hexadecimal", "64:ff9b::a00:1"],
  ["local NAT64", "64:ff9b:1::1"],
  ["6to4", "2002:a00:1::1"],
  ["6to4 of a public address", "2002:808:808::1"],
  ["Teredo", "2001:0:53aa:64c::1"],
  ["Teredo", "2001::1"],
  ["Teredo's first prefix", "3ffe:831f:a00:1::1"],
  ["ISATAP", "2a00:1450::5efe:7f00:1"],
  ["ISATAP, a unique identifier", "2a00:1450::200:5efe:10.0.0.1"],
  ["ISATAP of a public address", "2001:470:0:0:0:5efe:808:808"],
  ["ISATAP, with the bit of a group", "2a00:1450::300:5efe:10.0.0.1"],
  ["ORCHID", "2001:10::1"],
  ["ORCHID 2", "2001:20::1"],
  ["benchmarks", "2001:2::1"],
  ["documentation", "2001:db8::1"],
  ["documentation", "3fff::1"],
  ["IETF protocol assignments", "2001:1::1"],
  ["segment routing", "5f00::1"],
  ["decimal", "2130706433"],
  ["decimal public", "134744072"],
  ["octal", "0177.0.0.1"],
  ["octal public", "010.8.8.8"],
  ["hexadecimal", "0x7f000001"],
  ["hexadecimal part", "0x8.8.8.8"],
  ["two parts", "127.1"],
  ["full-width digits", "１２７.０.０.１"],
  ["full-width digits, public", "８.８.８.８"],
  ["a name", "localhost"],
  ["nothing", ""],
  ["a port behind it", "8.8.8.8:443"],
  ["white space", " 8.8.8.8"],
];

const ALLOWED = [
  "8.8.8.8",
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.1",
  "168.63.129.15",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2001:4860:4860::8888",
  "2001:200::1",
  "2a00:1450:4001::1",
  "2400:cb00::1",
  // Not ISATAP: the same group of digits at another place, or in another identifier.
  "2a00:1450::5efe:0:7f00:1",
  "2a00:1450::1:5efe:7f00:1",
];

describe("address guard", () => {
  it("has at least 60 cases", () => {
    assert(new Set(REFUSED.map(([, address]) => address)).size >= 60);
  });

  for (const [what, address] of REFUSED) {
    it(`refuses ${what}: ${address}`, () => assert.equal(guard()(address), false));
  }

  for (const address of ALLOWED) {
    it(`allows ${address}`, () => assert.equal(guard()(address), true));
  }

  it("refuses ISATAP addresses of private networks too", () => {
    const inside = guard({ allowPrivateNetwork: true });
    assert.equal(inside("fd00::5efe:7f00:1"), false);
    assert.equal(inside("fd00::1:7f00:1"), true);
  });

  it("refuses the machine's own addresses, in any spelling", () => {
    const own = guard({ ownAddresses: () => ["8.8.4.4", "2606:4700:0:0:0:0:0:1", "fe80::1%eth0"] });
    assert.equal(own("8.8.4.4"), false);
    assert.equal(own("2606:4700::1"), false);
    assert.equal(own("8.8.8.8"), true);
    assert.equal(own("2606:4700::2"), true);
  });

  it("refuses the addresses of this machine's interfaces", () => {
    const real = createAddressGuard({ allowPrivateNetwork: false, denyNetworks: [] });
    const interfaces = Deno.networkInterfaces();
    assert(interfaces.length > 0);
    for (const { address } of interfaces) assert.equal(real(address), false, address);
  });

  it("refuses DENY_NETWORKS", () => {
    const denying = guard({ denyNetworks: ["8.8.8.0/24", "2606:4700::/32"] });
    assert.equal(denying("8.8.8.8"), false);
    assert.equal(denying("8.8.9.8"), true);
    assert.equal(denying("2606:4700:4700::1111"), false);
    assert.equal(denying("2606:4701::1"), true);
  });

  const inside = (rules: Partial<GuardRules> = {}) =>
    guard({ allowPrivateNetwork: true, ownAddresses: () => ["192.168.1.1"], ...rules });

  it("allows private networks and this machine with ALLOW_PRIVATE_NETWORK", () => {
    const addresses = ["127.0.0.1", "10.0.0.1", "192.168.1.1", "100.64.0.1", "::1", "fd00::1"];
    for (const address of [...addresses, ...ALLOWED]) {
      assert.equal(inside()(address), true, address);
    }
  });

  it("refuses loopback with ALLOW_PRIVATE_NETWORK if allowLoopback is false", () => {
    const withoutLoopback = inside({ allowLoopback: false });
    for (const address of ["127.0.0.1", "127.8.9.10", "::1", "0.0.0.0", "::"]) {
      assert.equal(withoutLoopback(address), false, address);
    }
    for (const address of ["10.0.0.1", "fd00::1", "8.8.8.8"]) {
      assert.equal(withoutLoopback(address), true, address);
    }
  });

  const NEVER = [
    ...["169.254.169.254", "169.254.0.1", "169.254.170.2", "fe80::1", "fe80::a9fe:a9fe"],
    ...["fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "fd00:42::42"],
    ...["100.100.100.200", "168.63.129.16", "192.0.0.192"],
    // Other spellings of these, or of this machine.
    ...["::ffff:169.254.169.254", "::ffff:a9fe:a9fe", "::169.254.169.254", "64:ff9b::a9fe:a9fe"],
    ...["64:ff9b::169.254.169.254", "2002:a9fe:a9fe::1", "0.0.0.0", "0.1.2.3", "::"],
    ...["::ffff:127.0.0.1", "::2", "224.0.0.1", "255.255.255.255", "ff02::1"],
  ];
  for (const address of NEVER) {
    it(`refuses ${address} with ALLOW_PRIVATE_NETWORK`, () =>
      assert.equal(inside()(address), false));
  }

  it("refuses invalid addresses and DENY_NETWORKS with ALLOW_PRIVATE_NETWORK", () => {
    const denying = inside({ denyNetworks: ["10.0.0.0/8"] });
    for (const text of ["localhost", "0177.0.0.1", "2130706433", "", "10.0.0.1"]) {
      assert.equal(denying(text), false, text);
    }
    assert.equal(denying("192.168.0.1"), true);
  });
});
