/** Parts of path building: the order of issuers, the missing issuer, the proven part of a path. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { Budget } from "../../../core/kernel/context.ts";
import { element } from "../../../core/x509/asn1/der-write.ts";
import { Candidate } from "../../../core/x509/constraints/candidate.ts";
import type { Certificate } from "../../../core/x509/objects/certificates.ts";
import {
  buildPath,
  missingOf,
  type Path,
  provenPart,
  reachesAnchor,
  wholeFindings,
} from "../../../core/x509/path/build.ts";
import { identifierFit, Pool } from "../../../core/x509/path/pool.ts";
import { type Bytes, bytes, octets, oid, seq } from "./rules/der.ts";
import {
  access,
  authorityKey,
  type Changes,
  critical,
  directory,
  dns,
  intermediate,
  keyUsage,
  leaf,
  name,
  nameConstraints,
  names,
  purposes,
  root,
  uri,
} from "./rules/maker.ts";
import { type Key, newKey, signed } from "./revocation/maker.ts";

const now = Date.parse("2026-05-01T12:00:00Z");
const ROOT = name({ C: "NL", O: "Example Trust", CN: "Example Root" });
const CA = name({ C: "NL", O: "Example Trust", CN: "Example CA 1" });
const rootKey = newKey();
const caKey = newKey();

const aRoot = (changes: Changes = {}, key = rootKey) =>
  signed(root, key, { key: key.spki, ...changes });
const aCa = (changes: Changes = {}, signer = rootKey, key = caKey) =>
  signed(intermediate, signer, { key: key.spki, ...changes });
const aLeaf = (changes: Changes = {}, signer: Key = caKey) => signed(leaf, signer, changes);

/** The path of the first certificate, and the number of issuers that were tried. */
async function build(
  [first, ...others]: readonly Certificate[],
  anchors: readonly Certificate[] = [],
  roots: readonly Certificate[] = [],
) {
  const budget = new Budget();
  const pool = new Pool(budget);
  const start = new Candidate(first, "input", 0);
  pool.add(start);
  for (const anchor of anchors) pool.add(new Candidate(anchor, "trust-store", null));
  for (const own of roots) pool.add(new Candidate(own, "roots", null));
  others.forEach((other, index) => pool.add(new Candidate(other, "input", 1 + index)));
  const path = await buildPath(start, pool, { now, reference: null, purpose: null, budget });
  return { path, tried: budget.spent("paths") };
}
const codesOf = ({ findings }: Path) => findings.map(({ code, index }) => `${code}@${index}`);
const namesOf = ({ certificates }: Path) =>
  certificates.map(({ certificate }) => certificate.subject.raw.split(",")[0]);

describe("path building", () => {
  // Both issuers have the same name and key, so the one that is tried first is taken.
  const keyIdentifier = (octet: number) => ({
    subjectKeyIdentifier: octets(new Uint8Array(20).fill(octet)),
  });
  const choices: [string, worse: Changes, better: Changes][] = [
    ["by key identifier, unknown", { extensions: { subjectKeyIdentifier: null } }, {}],
    ["by key identifier, another", { extensions: keyIdentifier(8) }, {}],
    ["valid now, to the second", { to: "2026-05-01T11:59:59Z" }, { to: "2026-05-01T12:00:00Z" }],
    [
      "valid now, rather than self-issued",
      {
        ...{ issuer: CA, to: "2026-05-01T11:59:59Z" },
        extensions: { authorityKeyIdentifier: null },
      },
      { to: "2026-05-01T12:00:00Z" },
    ],
    ["valid from now on", { from: "2026-05-01T12:00:01Z", to: "2032-01-01T00:00:00Z" }, {
      from: "2026-05-01T12:00:00Z",
    }],
    ["for longer", { to: "2030-12-31T00:00:00Z" }, { to: "2031-01-01T00:00:00Z" }],
  ];
  for (const [what, worse, better] of choices) {
    it(what, async () => {
      const [bad, good] = [aCa(worse), aCa(better)];
      for (const given of [[bad, good], [good, bad]]) {
        const { path, tried } = await build([aLeaf(), ...given], [aRoot()]);
        assert.equal(path.certificates[1].certificate.bytes.toHex(), good.bytes.toHex());
        assert.equal(tried, 2, codesOf(path).join());
      }
    });
  }

  it("tries a trusted root first, then another root, then another CA", async () => {
    const other = newKey();
    const upper = name({ CN: "Upper" });
    const trusted = aRoot();
    const cross = signed(intermediate, other, {
      ...{ subject: ROOT, key: rootKey.spki, issuer: upper, to: "2045-01-01T00:00:00Z" },
      extensions: keyIdentifier(9),
    });
    const top = signed(root, other, { subject: upper, issuer: upper, key: other.spki });
    const longer = await build([aLeaf(), cross, aCa(), top, trusted]);
    assert.deepEqual(namesOf(longer.path).slice(1), ["CN=Example CA 1", "CN=Example Root"]);
    const anchored = await build([aLeaf(), cross, aCa(), top], [trusted]);
    assert.deepEqual(anchored.path.certificates.length, 3);
    assert.equal(anchored.tried, 2);
    // A cross-certificate of a trusted root has the root's name and key.
    assert.equal(reachesAnchor(anchored.path), true);
  });

  it("tries a public root before one of the caller, and that before any other", async () => {
    // All have the name of the issuer, and those with other keys are valid for longer.
    const [one, two] = [newKey(), newKey()];
    const signer = aRoot();
    const of = (key: Key, to: string) => aRoot({ to }, key);
    const below = aLeaf({ issuer: ROOT, extensions: { authorityKeyIdentifier: null } }, rootKey);
    const others = [of(one, "2046-01-01T00:00:00Z"), of(two, "2047-01-01T00:00:00Z")];
    assert.equal((await build([below, others[1]], [signer], [others[0]])).tried, 1);
    // The search for a public root tries both twice, with and without faults of policy.
    const { path, tried } = await build([below, others[1]], [], [signer]);
    assert.deepEqual([path.trustedByYou, tried], [true, 2 * 2 + 1]);
  });

  it("tries an anchor that is not self-signed before others with its name and key", async () => {
    const longer = aCa({ to: "2032-01-01T00:00:00Z" });
    const { path, tried } = await build([aLeaf(), longer, aRoot()], [aCa()]);
    assert.deepEqual([path.certificates.length, path.trusted, tried], [2, true, 1]);
  });

  it("spends work for each issuer with the same name", () => {
    const budget = new Budget();
    const pool = new Pool(budget);
    for (const to of ["2029", "2030", "2031"]) {
      pool.add(new Candidate(aCa({ to: `${to}-01-01T00:00:00Z` }), "input", 0));
    }
    assert.equal(pool.issuersByName(new Candidate(aLeaf(), "input", 0)).length, 3);
    assert.equal(budget.spent("work"), 3);
  });
});

describe("a path", () => {
  it("has its findings sorted from the leaf upwards", async () => {
    const ca = aCa({ extensions: { keyUsage: critical(keyUsage("cRLSign")) } });
    const top = aRoot({
      extensions: {
        nameConstraints: critical(nameConstraints({ permitted: [dns("other.example")] })),
      },
    });
    const { path } = await build([aLeaf(), ca, top]);
    const indexes = path.findings.map(({ index }) => index!);
    assert.deepEqual(indexes, indexes.toSorted((a, b) => a - b));
    assert(codesOf(path).includes("name_not_permitted@0"), codesOf(path).join());
    assert(indexes.includes(1));
  });

  it("to a public root is not proven if a CA is not for the purpose of the leaf", () => {
    const using = (purpose: string | null) => ({
      extensions: { extendedKeyUsage: purpose === null ? null : purposes(purpose) },
    });
    const codes = (
      source: "trust-store" | "roots",
      judgeAs?: "private" | "public-tls",
      [ofCa, ofRoot]: (string | null)[] = ["clientAuth", null],
    ) => {
      const budget = new Budget();
      const pool = new Pool(budget);
      const path = [
        new Candidate(aLeaf(using("serverAuth")), "input", 0),
        new Candidate(aCa(using(ofCa)), "input", 1),
        new Candidate(aRoot(using(ofRoot)), source, null),
      ];
      for (const candidate of path) pool.add(candidate);
      const inputs = { now, reference: null, purpose: null, judgeAs, budget };
      return wholeFindings(path, pool, inputs).map(({ code }) => code);
    };
    assert.deepEqual(codes("trust-store"), ["eku_not_permitted"]);
    assert.deepEqual(codes("trust-store", "public-tls"), ["eku_not_permitted"]);
    // RFC 5280 allows it, so it is a fault of policy.
    assert.deepEqual(codes("trust-store", "private"), ["eku_not_nested"]);
    assert.deepEqual(codes("roots"), ["eku_not_nested"]);
    assert.deepEqual(codes("roots", undefined, [null, "clientAuth"]), ["root_eku_not_nested"]);
  });

  it("does not end at a certificate with two different key identifiers", async () => {
    const top = aRoot({
      extensions: { authorityKeyIdentifier: authorityKey(element(0x80, new Uint8Array(20))) },
    });
    const { path } = await build([aLeaf(), aCa(), top]);
    assert.equal(path.complete, false);
    const same = aRoot({
      extensions: {
        authorityKeyIdentifier: authorityKey(element(0x80, new Uint8Array(20).fill(9))),
      },
    });
    assert.equal((await build([aLeaf(), aCa(), same])).path.complete, true);
  });

  it("is proven up to the first invalid signature", async () => {
    const { path } = await build([aLeaf(), aCa({}, newKey()), aRoot()]);
    assert.deepEqual(path.links, [true, false]);
    const proven = provenPart(path);
    assert.deepEqual([namesOf(proven).length, proven.links], [2, [true]]);
    assert.deepEqual([proven.complete, proven.trusted], [false, false]);
    const whole = (await build([aLeaf(), aCa(), aRoot()])).path;
    assert.equal(provenPart(whole), whole);
    const unknown = { ...whole, links: [null, true] };
    assert.equal(provenPart(unknown), unknown);
    assert.equal(reachesAnchor({ ...whole, trusted: true }), true);
    assert.equal(reachesAnchor({ ...unknown, trusted: true }), false);
    assert.equal(reachesAnchor(whole), false);
  });
});

describe("the missing issuer of a path", () => {
  const missing = (changes: Changes) => {
    const candidate = new Candidate(aLeaf(changes), "input", 0);
    const path = { certificates: [candidate], complete: false } as unknown as Path;
    return missingOf(path)[0];
  };
  const issuerOf = (...names: Bytes[]) => ({
    extensions: {
      authorityKeyIdentifier: authorityKey(element(0xa1, ...names), element(0x82, bytes(1))),
    },
  });

  it("is a root if it issued itself, and an intermediate if another CA issued it", () => {
    assert.equal(missing(issuerOf(directory(CA))).kind, "root");
    assert.equal(missing(issuerOf(directory(ROOT))).kind, "intermediate");
    assert.equal(missing(issuerOf(dns("ca.example"), directory(CA))).kind, "root");
    assert.equal(missing(issuerOf(dns("ca.example"))).kind, null);
    assert.equal(missing({}).kind, null);
    assert.equal(missing({}).issuer, "CN=Example CA 1,O=Example Trust,C=NL");
  });

  it("has the HTTP URLs of the certificate, without duplicates", () => {
    const authorityInfoAccess = access(
      ["ocsp", uri("http://ocsp.example/")],
      ["caIssuers", uri("http://ca.example/a")],
      ["caIssuers", uri("ldap://ca.example/a")],
      ["caIssuers", uri("https://ca.example/b")],
      ["caIssuers", uri("http://ca.example/a")],
      ["caIssuers", dns("http://ca.example/c")],
    );
    assert.deepEqual(
      missing({ extensions: { authorityInfoAccess } }).urls,
      ["http://ca.example/a", "https://ca.example/b"],
    );
    assert.deepEqual(missing({ extensions: { authorityInfoAccess: null } }).urls, []);
  });
});

describe("key identifiers", () => {
  it("are equal, unknown or different", () => {
    const fit = (of: Changes, issuer: Changes) =>
      identifierFit(
        new Candidate(aLeaf(of), "input", 0),
        new Candidate(aCa(issuer), "input", 1),
      );
    const none = { extensions: { authorityKeyIdentifier: null } };
    assert.equal(fit({}, {}), 0);
    assert.equal(fit(none, {}), 1);
    assert.equal(fit({}, { extensions: { subjectKeyIdentifier: null } }), 1);
    assert.equal(fit({}, { extensions: { subjectKeyIdentifier: octets(bytes(1)) } }), 2);
  });
});

describe("name constraints of a path", () => {
  const says = (constraints: Bytes, ...list: Bytes[]) => {
    const ca = new Candidate(aCa({ extensions: { nameConstraints: constraints } }), "input", 1);
    const subject = aLeaf({ extensions: { subjectAltName: names(...list) } });
    const budget = new Budget();
    const read = ca.nameConstraints(budget);
    if (read instanceof Error) return read.message.split(" (")[0];
    const fault = ca.nameFault(new Candidate(subject, "input", 0), budget);
    return fault && `${fault.code} ${fault.name}`.trim();
  };
  const address = (...octets: number[]) => element(0x87, bytes(...octets));

  it("need a contiguous mask for addresses", () => {
    const wrong = "An IP constraint is not an address with a mask";
    const masked = (...mask: number[]) =>
      says(nameConstraints({ permitted: [address(10, 0, 0, 0, ...mask)] }), address(10, 0, 0, 0));
    for (const last of [0xff, 0xfe, 0xfc, 0xf0, 0x80, 0]) {
      assert.equal(masked(255, 255, 255, last), null);
      assert.equal(masked(255, last, 0, 0), null);
    }
    for (const last of [0xfd, 0xfb, 0x7f, 0x01, 0x02, 0xbf]) {
      assert.equal(masked(255, 255, 255, last), wrong);
    }
    assert.equal(masked(255, 0, 255, 0), wrong);
    assert.equal(masked(255, 255, 255), wrong);
  });

  it("name the address that is at fault", () => {
    const excluded = nameConstraints({
      excluded: [address(10, 0, 0, 0, 255, 0, 0, 0), address(...new Uint8Array(32))],
    });
    assert.equal(says(excluded, address(10, 1, 2, 3)), "name_excluded 10.1.2.3");
    assert.equal(says(excluded, address(11, 1, 2, 3)), null);
    const v6 = [0x20, 1, 0x0d, 0xb8, ...new Uint8Array(11), 0xff];
    assert.equal(
      says(excluded, address(...v6)),
      "name_excluded 2001:db8::ff",
    );
    // A malformed address is outside every permitted range.
    assert.equal(says(excluded, address(1, 2, 3)), "name_not_permitted 010203");
    assert.equal(says(nameConstraints({ excluded: [dns("a.example")] }), address(1, 2, 3)), null);
  });

  it("count as broken if their form is unsupported", () => {
    const odd = seq(oid("1.2.3.4"));
    const form = (tag: number) => element(tag, odd);
    const constraints = nameConstraints({ permitted: [form(0xa0)] });
    assert.equal(says(constraints, form(0xa0)), "name_constraint_unsupported");
    assert.equal(says(constraints, element(0x88, bytes(42, 3))), null);
    assert.equal(says(constraints, dns("www.example.com")), null);
  });
});
