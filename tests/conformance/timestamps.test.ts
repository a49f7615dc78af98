/**
 * Signed certificate timestamps of real certificates, compared with OpenSSL and PKI.js, which get the same
 * logs. Both verify signatures only: states, intervals and policies of logs are ours.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "@std/testing/bdd";
import * as pkijs from "pkijs";
import { Budget, BUILT_IN_TABLES } from "../../core/kernel/context.ts";
import type { Certificate } from "../../core/x509/objects/certificates.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { type LogTable, logTableOf } from "../../core/x509/transparency/logs.ts";
import { embeddedTimestamps, verifyTimestamps } from "../../core/x509/transparency/verify.ts";
import { intermediate } from "../core/x509/rules/maker.ts";
import { at as FIXTURES_AT, logKeys, timestampCases } from "../fixtures/transparency/index.ts";
import { needsCorpus } from "../support/corpus.ts";
import { loggedLeaf, makeLog, tableOf } from "../support/log-maker.ts";
import { opensslTimestamps } from "../support/openssl-timestamps.ts";
import { needs, needsAll } from "../support/programs.ts";
import type { PeerSuite } from "./peers.ts";
import { peerSuites } from "./suites.ts";

/** The verdict of each of the three on every timestamp in a certificate. */
async function opinions(leaf: Certificate, issuer: Certificate, table: LogTable, now: number) {
  const lists = { certificate: embeddedTimestamps(leaf), handshake: null, ocsp: null };
  const { timestamps } = await verifyTimestamps(leaf, [issuer], lists, table, {
    now,
    budget: new Budget(),
  });
  const logs = [...table.logs.values()].flatMap(({ key, name }) =>
    key ? [{ name, key: key.bytes }] : []
  );
  const openssl = await opensslTimestamps(leaf.bytes, issuer.bytes, logs, now);
  return {
    ours: timestamps.map(({ verdict, log }) =>
      verdict === "unknown" && log === null ? "unknown log" : verdict
    ),
    openssl,
    pkijs: await pkijsTimestamps(leaf, issuer, table),
  };
}

async function pkijsTimestamps(leaf: Certificate, issuer: Certificate, { logs }: LogTable) {
  const known = [...logs.values()].flatMap(({ id, key }) =>
    key ? [{ log_id: Uint8Array.fromHex(id).toBase64(), key: key.bytes.toBase64() }] : []
  );
  const certificate = pkijs.Certificate.fromBER(leaf.bytes);
  const found: string[] = [];
  const count = certificate.extensions!
    .find(({ extnID }) => extnID === pkijs.id_SignedCertificateTimestampList)!
    .parsedValue.timestamps.length as number;
  for (let place = 0; place < count; place++) {
    try {
      const [valid] = await pkijs.verifySCTsForCertificate(
        pkijs.Certificate.fromBER(leaf.bytes),
        pkijs.Certificate.fromBER(issuer.bytes),
        known as unknown as pkijs.Log[],
        place,
      );
      found.push(valid ? "valid" : "invalid");
    } catch {
      found.push("unknown log");
    }
  }
  return found;
}

/** The end entities of the samples whose issuer is there too, each once. */
function loggedSamples(): { leaf: Certificate; issuer: Certificate }[] {
  const seen = new Set<string>();
  return peerSuites().flatMap(({ blobs, cases }: PeerSuite) =>
    cases.flatMap(({ leaf: name, mid = [], roots = [] }) => {
      if (seen.has(name)) return [];
      seen.add(name);
      const leaf = read(blobs[name]);
      if (leaf === null || embeddedTimestamps(leaf) === null) return [];
      const issuer = [...mid, ...roots].map((one) => read(blobs[one]))
        .find((one) => one?.subject.raw === leaf.issuer.raw);
      return issuer ? [{ leaf, issuer }] : [];
    })
  );
}

function read(base64: string): Certificate | null {
  try {
    return readCertificate(Uint8Array.fromBase64(base64), new Budget());
  } catch {
    return null;
  }
}

const sha256 = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(bytes).digest());

describe("timestamps of certificates", () => {
  it(
    "have the verdicts of OpenSSL and PKI.js, for real ones",
    needsAll(needsCorpus(), needs("openssl", "xz")),
    async () => {
      const table = await logTableOf(BUILT_IN_TABLES);
      const counts = { valid: 0, other: 0 };
      for (const { leaf, issuer } of loggedSamples()) {
        const { ours, openssl, pkijs } = await opinions(
          leaf,
          issuer,
          table,
          // PKI.js does not compare a timestamp with the time, so the test uses one that is over.
          leaf.notAfter,
        );
        assert.deepEqual(ours, openssl, leaf.subject.raw);
        assert.deepEqual(ours, pkijs, leaf.subject.raw);
        for (const verdict of ours) counts[verdict === "valid" ? "valid" : "other"]++;
      }
      assert.ok(counts.valid >= 30, JSON.stringify(counts));
    },
  );

  it("have the verdicts of OpenSSL, for those in the fixtures", needs("openssl"), async () => {
    const table = tableOf(
      logKeys.map((spki, place) => ({ log: { spki, id: sha256(spki) }, operator: `${place}` })),
    );
    for (const { name, text, verdicts } of timestampCases) {
      const [leaf, issuer] = readPem(text).map(({ bytes }) =>
        readCertificate(bytes!, new Budget())
      );
      const lists = { certificate: embeddedTimestamps(leaf), handshake: null, ocsp: null };
      const at = { now: Date.parse(FIXTURES_AT), budget: new Budget() };
      const { timestamps } = await verifyTimestamps(leaf, [issuer], lists, table, at);
      assert.deepEqual(timestamps.map(({ verdict }) => verdict), verdicts, name);
      const logs = logKeys.map((key, place) => ({ key, name: `${place}` }));
      const theirs = await opensslTimestamps(leaf.bytes, issuer.bytes, logs, at.now);
      // OpenSSL refuses a whole list for one malformed part.
      if (theirs === null) assert(timestamps.some(({ timestamp }) => timestamp === null), name);
      else {
        const ours = verdicts.map((verdict) => verdict === "unknown" ? "unknown log" : verdict);
        assert.deepEqual(theirs.slice(0, ours.length), ours, name);
      }
    }
  });

  it(
    "are the same for logs made here, and for a wrong issuer or log",
    needs("openssl"),
    async () => {
      const [a, b, stranger] = [await makeLog(), await makeLog(), await makeLog()];
      const issuer = intermediate();
      const leaf = await loggedLeaf(issuer, [{ log: a }, { log: stranger }, { log: b }]);
      const table = tableOf([{ log: a, operator: "One" }, { log: b, operator: "Two" }]);
      const now = Date.parse("2026-05-10T00:00:00Z");
      const good = await opinions(leaf, issuer, table, now);
      assert.deepEqual(good.ours, ["valid", "unknown log", "valid"]);
      assert.deepEqual([good.openssl, good.pkijs], [good.ours, good.ours]);
      const other = intermediate({ serial: Uint8Array.of(1), key: (await makeLog()).spki });
      const bad = await opinions(leaf, other, table, now);
      assert.deepEqual(bad.ours, ["invalid", "unknown log", "invalid"]);
      assert.deepEqual([bad.openssl, bad.pkijs], [bad.ours, bad.ours]);
    },
  );
});
