/** No field of an operation and no reader of core is without a shape of hostile input. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { offered } from "../../core/operations.ts";
import { isFull } from "../support/matrix.ts";
import { inputFieldsOfAll } from "./fields.ts";
import { functionsCalledBy, readersOf } from "./readers.ts";
import { idOf, shapes, shapesOf, unknownFields } from "./shapes.ts";

/** Readers that no request to the API reaches, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "inspect/objects.ts openKey": "unlocking is part of the device's session",
  "verdict/live.ts readClientFault": "looks for fixed words, in what is pasted into a page",
  "x509/cms/java-keystore.ts openJavaKey": "unlocking is part of the device's session",
  "x509/keys/public-keys.ts readPublicKeyBytes": "reads keys of logs, from our own tables",
  "x509/transparency/list-sources.ts readListSources": "reads a setting of the operator",
  "x509/transparency/published-list.ts readPublishedList": "reads lists of their publishers",
  "x509/transparency/renew.ts readKeyPem": "reads keys of publishers, from a setting",
};

/** Octets of the bodies that show whether a reader is reached. */
const OCTETS = 3_000;

describe("shapes of hostile input", () => {
  it("exist for every operation of the API, and for every field of it in every run", () => {
    const parts = shapesOf("test");
    const has = ({ operation, name }: { operation: string; name: string }) =>
      parts.some((shape) => shape.operation === operation && shape.field === name);
    assert.deepEqual(inputFieldsOfAll.filter((field) => !has(field)).map(({ name }) => name), []);
    const fields = new Set(inputFieldsOfAll.map(({ operation }) => operation));
    assert.deepEqual(
      offered.map(({ contract }) => contract.name).filter((name) => !fields.has(name)),
      [],
    );
  });

  it("list only fields that exist, and each shape has a name of its own", () => {
    assert.deepEqual(unknownFields, []);
    assert.equal(new Set(shapes.map(idOf)).size, shapes.length);
  });

  // It counts what every shape calls, which takes long.
  if (!isFull) return;
  it("reach every reader of core", async () => {
    const tasks = shapesOf("test").map((shape) => ({ shape: idOf(shape), octets: OCTETS }));
    const called = await functionsCalledBy(tasks);
    const missed = readersOf().filter((reader) => !called.has(reader));
    assert.deepEqual(missed, Object.keys(ELSEWHERE).toSorted());
  });
});
