/** Whatever people paste, and the answer that they get. */
import assert from "node:assert/strict";
import { analyze } from "../../../core/chain/analyze.ts";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { mozillaRoots } from "../../../core/x509/path/trust-store.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { isOperationError } from "../../../core/kernel/errors.ts";
import { writePem } from "../../../core/x509/pem/pem.ts";
import { describe, it } from "@std/testing/bdd";
import { at, chainBytes, chainText } from "../../fixtures/chain/index.ts";
import { fixture } from "../../fixtures/inspect/index.ts";
import { needsCorpus, readSampleText } from "../../support/corpus.ts";
import {
  analyzeCase,
  analyzeFile,
  analyzeText,
  codes,
  now,
  pemsOf,
  problemsOf,
} from "./support.ts";

const names = ({ chain }: ChainResponse) => chain.map(({ info }) => info.subject.commonName);
const types = ({ chain }: ChainResponse) => chain.map(({ type }) => type);
const positions = ({ chain }: ChainResponse) => chain.map(({ position }) => position);
const unused = (response: ChainResponse) =>
  response.unused.map(({ position, reason }) => `${position} ${reason}`);
const PLAIN = ["www.fixture.example", "Fixture CA", "Fixture Root"];

describe("chain/analyze", () => {
  it("returns a complete private chain", async () => {
    const response = await analyzeFile("plain");
    assert.deepEqual(names(response), PLAIN);
    assert.deepEqual(types(response), ["leaf", "intermediate", "root"]);
    assert.deepEqual(response.chain.map(({ signedByNext }) => signedByNext), [true, true, null]);
    assert.deepEqual(response.chain.map(({ source }) => source), ["input", "input", "input"]);
    assert.deepEqual(codes(response), ["root_not_trusted@2"]);
    const { isValid, depth, hasRoot, trusted, trustStore } = response.validation;
    assert.deepEqual([isValid, depth, hasRoot, trusted], [true, 3, true, false]);
    assert.equal(trustStore.count, 121);
    assert.match(trustStore.date, /^20\d\d-\d\d-\d\d$/);
    assert.deepEqual([response.missing, response.unused, response.setAside], [[], [], []]);
    assert.equal(
      response.certificate.fingerprints.sha256,
      response.chain[0].info.fingerprints.sha256,
    );
    assert.equal(response.evaluatedAt, at);
  });

  it("returns each certificate unchanged", async () => {
    const { chain } = await analyzeFile("plain");
    assert.equal(chain.map(({ certificate }) => certificate).join(""), chainText("plain"));
  });

  it("uses the time of its input", async () => {
    assert.deepEqual(
      problemsOf(await analyzeText(chainText("plain"), "2026-12-01T00:00:00.999Z")),
      [],
    );
    assert.deepEqual(
      problemsOf(await analyzeText(chainText("plain"), "2026-12-01T00:00:01Z")),
      ["expired@0"],
    );
    assert.deepEqual(
      problemsOf(await analyzeText(chainText("plain"), "2026-05-31T23:59:59.999Z")),
      ["not_yet_valid@0"],
    );
    assert.deepEqual(problemsOf(await analyzeText(chainText("plain"), "2026-06-01T00:00:00Z")), []);
  });

  it("warns if a certificate expires soon", async () => {
    const soon = async (time: string) => {
      const { problems } = await analyzeText(chainText("plain"), time);
      return problems.filter(({ code }) => code === "expiring_soon").map(({ message }) => message);
    };
    assert.deepEqual(await soon("2026-11-01T00:00:00Z"), []);
    assert.deepEqual(await soon("2026-11-01T00:00:01Z"), ["It expires in 29 days."]);
    assert.deepEqual(await soon("2026-11-29T12:00:00Z"), ["It expires in 1 day."]);
    assert.deepEqual(await soon("2026-11-30T12:00:00Z"), ["It expires within a day."]);
    assert.deepEqual(await soon("2026-12-02T00:00:00Z"), []);
  });

  it("warns in the last third of the lifetime of a short-lived certificate", async () => {
    const text = new TextDecoder().decode(fixture("public/2029-03-15-longest.pem"));
    const soon = async (time: string) =>
      (await analyzeText(text, time)).problems
        .filter(({ code, index }) => code === "expiring_soon" && index === 0)
        .map(({ message }) => message);
    assert.deepEqual(await soon("2029-04-15T07:00:00Z"), []);
    assert.deepEqual(await soon("2029-04-15T09:00:00Z"), ["It expires in 15 days."]);
  });

  it("recognizes every root of Mozilla's list", async () => {
    for (const root of mozillaRoots().certificates) {
      const response = await analyzeText(
        writePem("CERTIFICATE", root.bytes),
        "2026-09-23T00:00:00Z",
      );
      const what = root.subject.raw;
      assert.deepEqual(types(response), ["root"], what);
      assert.equal(response.validation.trusted, true, what);
      assert.equal(response.validation.isValid, true, what);
    }
  });

  it("adds a listed root that was not given", needsCorpus(), async () => {
    const online = JSON.parse(readSampleText("limbo-dev.json")).testcases
      .filter(({ id }: { id: string }) => id.startsWith("online::"));
    assert(online.length > 0);
    for (const { id, peer_certificate, untrusted_intermediates, validation_time } of online) {
      const time = new Date(validation_time).toISOString();
      const given = [peer_certificate, ...untrusted_intermediates].join("\n");
      const response = await analyzeText(given, time);
      assert.equal(response.validation.isValid, true, id);
      assert.equal(response.validation.trusted, true, id);
      assert.deepEqual(
        response.problems.filter(({ severity }) => severity === "error"),
        [],
        id,
      );
      const last = response.chain[response.chain.length - 1];
      assert.deepEqual([last.type, last.source, last.position], ["root", "trust-store", null], id);
    }
  });

  it("names the missing issuer and where to find it", async () => {
    const response = await analyzeFile("incomplete");
    assert.deepEqual(types(response), ["leaf"]);
    assert.deepEqual(codes(response), ["issuer_not_found@0"]);
    assert.deepEqual(response.missing, [{
      index: 0,
      issuer: "CN=Fixture CA,O=Fixture Trust",
      kind: null,
      urls: ["http://ca.fixture.example/ca.der"],
    }]);
    const { isValid, hasRoot, depth } = response.validation;
    assert.deepEqual([isValid, hasRoot, depth], [false, false, 1]);
    const second = await analyzeFile("incomplete-at-ca");
    assert.deepEqual(types(second), ["leaf", "intermediate"]);
    assert.deepEqual(second.missing.map(({ index }) => index), [1]);
  });

  it("distinguishes a lone leaf, a lone CA, a lone root and a self-signed leaf", async () => {
    const selfSigned = await analyzeFile("self-signed");
    assert.deepEqual(types(selfSigned), ["leaf"]);
    assert.deepEqual(codes(selfSigned), ["self_signed@0"]);
    assert.equal(selfSigned.validation.isValid, false);
    assert.deepEqual(selfSigned.missing, []);
    const bare = await analyzeFile("self-signed-without-extensions");
    assert.deepEqual(problemsOf(bare), ["version_1@0", "self_signed@0"]);
    const root = await analyzeFile("lone-root");
    assert.deepEqual(types(root), ["root"]);
    assert.deepEqual(codes(root), ["root_not_trusted@0"]);
    assert.equal(root.validation.isValid, true);
    const ca = await analyzeFile("lone-ca");
    assert.deepEqual(types(ca), ["intermediate"]);
    assert.deepEqual(codes(ca), ["issuer_not_found@0"]);
    assert.equal(ca.missing[0].urls.length, 1);
  });

  it("sorts certificates in wrong order", async () => {
    const response = await analyzeFile("misordered");
    assert.deepEqual(positions(response), [3, 2, 1, 0]);
    assert.deepEqual(problemsOf(response), []);
    assert.deepEqual(response.unused, []);
  });

  it("lists duplicates and unrelated certificates", async () => {
    const duplicated = await analyzeFile("duplicated");
    assert.deepEqual(positions(duplicated), [0, 1, 3]);
    assert.deepEqual(unused(duplicated), ["2 duplicate", "4 duplicate"]);
    const unrelated = await analyzeFile("unrelated");
    assert.deepEqual(positions(unrelated), [0, 2, 3]);
    assert.deepEqual(unused(unrelated), ["1 unrelated"]);
    assert.equal(unrelated.unused[0].info.subject.commonName, "Stranger");
  });

  it("uses the first of several leaves, and a leaf before a CA", async () => {
    const stranger = chainText("self-signed");
    const first = await analyzeText(chainText("lone-root") + stranger + chainText("incomplete"));
    assert.equal(first.chain[0].position, 1);
    // The other certificate has the first one's name and key, so it could take its place.
    assert.deepEqual(unused(first), ["0 unrelated", "2 alternative"]);
  });

  it("lists unused certificates in the given order", async () => {
    const [leaf] = pemsOf("unrelated");
    const response = await analyzeText(leaf + chainText("unrelated"));
    assert.deepEqual(unused(response), ["1 duplicate", "2 unrelated"]);
  });

  it("uses the first certificate of a server, whatever its kind", async () => {
    const text = chainText("misordered");
    const sent = await analyzeCase({ text, purpose: "serverAuth", host: null }, "private");
    assert.deepEqual(names(sent), ["Fixture Root"]);
    assert.deepEqual(positions(sent), [0]);
    assert.deepEqual(names(await analyzeText(text)).at(0), "www.fixture.example");
  });

  it("uses the first of certificates that all signed each other", async () => {
    const [, ...circle] = pemsOf("circle");
    const response = await analyzeText(circle.join(""));
    assert.equal(response.chain[0].position, 0);
  });

  it("applies policies to an end entity that is its own anchor", async () => {
    const text = chainText("self-signed-without-extensions");
    const { problems, validation } = await analyzeCase(
      { text, purpose: null, host: null },
      "public",
    );
    assert.equal(validation.trusted, true);
    assert.deepEqual(problems.map(({ code, severity }) => [code, severity]), [
      ["version_1", "error"],
    ]);
  });

  it("chooses between cross-signed certificates", async () => {
    const crossed = await analyzeFile("cross-signed");
    assert.equal(crossed.validation.isValid, true);
    assert.equal(crossed.chain.length, 3);
    assert.deepEqual(crossed.unused.map(({ reason }) => reason), ["alternative", "alternative"]);
    assert.deepEqual(crossed.otherPaths, [{
      names: ["www.fixture.example", "Fixture CA", "Fixture Root"],
      trusted: false,
      notAfter: "2026-12-01T00:00:00Z",
    }]);
    const root = await analyzeFile("cross-signed-root");
    assert.deepEqual(names(root), PLAIN);
    assert.deepEqual(root.otherPaths.map(({ names }) => names), [
      ["www.fixture.example", "Fixture CA", "Fixture Root", "Other Root"],
    ]);
    assert.deepEqual(unused(root), ["2 alternative", "4 alternative"]);
    assert.deepEqual(problemsOf(root), []);
  });

  it("skips issuers that are expired, reissued, or have another key with the same name", async () => {
    for (const name of ["expired-alternative", "expired-alternative-root"]) {
      const response = await analyzeFile(name);
      assert.deepEqual(problemsOf(response), [], name);
      assert.deepEqual(names(response), PLAIN, name);
      assert.deepEqual(response.otherPaths, [], name);
      assert(response.unused.length > 0, name);
      assert(response.unused.every(({ reason }) => reason === "alternative"), name);
    }
    const otherKey = await analyzeFile("same-name-other-key");
    assert.deepEqual(positions(otherKey), [0, 2, 3]);
    assert.deepEqual(unused(otherKey), ["1 unrelated"]);
    const reissued = await analyzeFile("reissued");
    assert.deepEqual(positions(reissued), [0, 2, 3]);
    assert.deepEqual(unused(reissued), ["1 alternative"]);
  });

  it("avoids circles", async () => {
    const closed = await analyzeFile("circle");
    assert.equal(closed.validation.isValid, false);
    assert.equal(closed.validation.hasRoot, false);
    assert.equal(problemsOf(closed).at(-1)?.startsWith("issuer_not_found@"), true);
    const open = await analyzeFile("circle-with-root");
    assert.deepEqual(names(open), ["www.fixture.example", "Circle B", "Circle A"]);
    assert.deepEqual(problemsOf(open), []);
  });

  it("ignores case, white space and string type in names", async () => {
    const response = await analyzeFile("string-types");
    assert.deepEqual(names(response), PLAIN);
    assert.deepEqual(problemsOf(response), []);
  });

  it("distinguishes signatures that cannot be verified from invalid ones", async () => {
    const unknown = await analyzeFile("cannot-be-verified");
    assert.equal(unknown.chain[0].signedByNext, null);
    assert.equal(unknown.validation.isValid, null);
    assert.equal(unknown.validation.hasRoot, true);
    assert.deepEqual(problemsOf(unknown), [
      "signature_algorithm_not_allowed@0",
      "signature_unverifiable@0",
      "key_algorithm_not_allowed@1",
    ]);
  });

  it("verifies algorithms that public CAs must not use, and reports both", async () => {
    const md5 = await analyzeFile("md5");
    assert.equal(md5.chain[0].signedByNext, true);
    assert.deepEqual(problemsOf(md5), ["weak_signature@0"]);
    const brainpool = await analyzeFile("brainpool-ca");
    assert.equal(brainpool.chain[0].signedByNext, true);
    assert.deepEqual(problemsOf(brainpool), ["key_algorithm_not_allowed@1"]);
  });

  it("reports a name that is empty on both sides", async () => {
    assert.deepEqual(
      problemsOf(await analyzeFile("issuer-empty")),
      ["issuer_empty@0", "subject_empty@1"],
    );
  });

  it("reads PKCS#7, bare base64 and text around certificates", async () => {
    const bundle = await analyzeFile("plain-p7b");
    assert.deepEqual(names(bundle), PLAIN);
    const p7b = chainBytes("plain.p7b");
    const bare = btoa(Array.from(p7b, (octet) => String.fromCharCode(octet)).join(""));
    assert.deepEqual(names(await analyzeText(bare)), PLAIN);
    const text = `Dear all,\n${chainText("plain").replaceAll("\n", "\r\n  ")}\nRegards`;
    assert.deepEqual(names(await analyzeText(text)), PLAIN);
    const leaf = chainBytes("plain-leaf.der");
    const base64 = btoa(Array.from(leaf, (octet) => String.fromCharCode(octet)).join(""));
    assert.deepEqual(names(await analyzeText(base64)), [PLAIN[0]]);
  });

  it("analyzes the rest of a bundle with a malformed certificate", async () => {
    const response = await analyzeFile("one-broken");
    assert.deepEqual(names(response), PLAIN);
    assert.deepEqual(positions(response), [0, 2, 3]);
    assert.deepEqual(response.setAside.map(({ position }) => position), [1]);
    assert.match(response.setAside[0].message, /^The certificate cannot be read: /);
    const key = await analyzeFile("key-among");
    assert.deepEqual(names(key), PLAIN);
    assert.deepEqual(key.setAside, [{
      position: 0,
      message: "This is a private key, not a certificate",
    }]);
  });

  it("names the object in the field instead of a certificate", async () => {
    const refused: [string, string, RegExp][] = [
      [chainText("private-key"), "wrong_type", /^This is a private key, not a certificate$/],
      [chainText("request"), "wrong_type", /^This is a CSR, not a certificate$/],
      [chainText("archive"), "wrong_type", /^This is a PFX \(PKCS#12\) file, not a certificate$/],
      ["no certificate at all", "unreadable", /^No certificate found$/],
      ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "unreadable", /^The cert/],
    ];
    for (const [text, code, message] of refused) {
      await assert.rejects(
        async () => await analyze({ certificate: text, judgeAs: "auto", at: now }, createContext()),
        (thrown) => {
          assert(isOperationError(thrown));
          assert.equal(thrown.code, code);
          assert.equal(thrown.path, "certificate");
          assert.match(thrown.message, message);
          return true;
        },
      );
    }
  });
});
