/**
 * All public samples at once: nothing throws, nothing is hidden, and the pairs are those that
 * OpenSSL finds.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { collect, finish } from "./support.ts";
import { needsCorpus, readSample, readSampleText, samples } from "../../support/corpus.ts";

describe("the public samples in the inspector", () => {
  it("are paired as by OpenSSL", needsCorpus(), async () => {
    const certificates = samples("cert");
    const files = [...certificates, ...samples("key")].map(({ file }) => file);
    const [head, ...lines] = readSampleText("MANIFEST.dev.tsv").trimEnd().split("\n")
      .map((line) => line.split("\t"));
    const password = head.indexOf("password");
    const passwords = new Set(
      lines.filter(([file]) => file.startsWith("key/")).map((line) => line[password]).filter(
        Boolean,
      ),
    );
    const collection = await collect(files.map((name) => ({ name, bytes: readSample(name) })));
    for (const word of passwords) await collection.unlock(word, null);
    const { rows, related } = await finish(collection);

    const ids = new Map<string, Set<number>>();
    for (const { id, places } of rows) {
      for (const { file } of places) {
        const known = ids.get(file);
        if (known) known.add(id);
        else ids.set(file, new Set([id]));
      }
    }
    for (const { file } of collection.skipped) if (!ids.has(file)) ids.set(file, new Set());
    assert.deepEqual(files.filter((file) => !ids.has(file)), [], "files without a word on them");

    const proven = new Set<string>();
    const drawn = new Set<string>();
    for (const { kind, from, to, holds } of related.links) {
      if (kind !== "key") continue;
      drawn.add(`${from} ${to}`);
      if (holds) proven.add(`${from} ${to}`);
    }
    const isIn = (links: Set<string>, key: string, other: string) =>
      [...ids.get(key)!].some((from) =>
        [...ids.get(other)!].some((to) => links.has(`${from} ${to}`))
      );
    const pairs = readSampleText("MATCH.dev.tsv").trimEnd().split("\n").slice(1)
      .map((line) => line.split("\t")).filter(([key, other]) => ids.has(key) && ids.has(other));
    assert(pairs.length > 100);
    const missed = pairs.filter(([key, other, , match]) =>
      match === "yes" && !isIn(drawn, key, other)
    );
    const invented = pairs.filter(([key, other, , match]) =>
      match === "no" && isIn(drawn, key, other)
    );
    assert.deepEqual(invented, []);
    assert.deepEqual(missed, []);
    // WebCrypto cannot check whether a DSA key's numbers belong together.
    const unproven = pairs.filter(([key, other, , match]) =>
      match === "yes" && !isIn(proven, key, other)
    );
    assert(
      unproven.every(([key]) => key.includes("dsa") || key.includes("x509_test.cc.6")),
      `${unproven}`,
    );
  });
});
