/** The matrix: a row for each kind of client, with a reason of at most six words. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { matrixOf } from "../../../core/chain/matrix.ts";
import { acceptance, AS_OF } from "./acceptances.ts";

type Given = Parameters<typeof matrixOf>[0];

const rows = (given: Partial<Given>) => matrixOf({ problems: [], ...given });
const named = (given: Partial<Given>, name: string) =>
  rows(given)!.find((row) => row.name === name)!;

describe("the matrix of a chain", () => {
  it("has a row for each kind of client, and knows nothing of Java's roots", () => {
    assert.deepEqual(
      rows({ acceptance: acceptance() })!.map(({ name, outcome }) => [name, outcome]),
      [
        ["Chrome", "accepted"],
        ["Android", "accepted"],
        ["iPhone", "accepted"],
        ["Windows", "accepted"],
        ["Mac", "accepted"],
        ["Firefox", "accepted"],
        ["Java", "unknown"],
        ["curl", "accepted"],
      ],
    );
  });

  it("gives the reason of a program for each of its clients", () => {
    const given = { acceptance: acceptance({ Apple: "refused", Mozilla: "unknown" }) };
    const reason = "Does not include its root";
    assert.deepEqual(named(given, "Mac"), {
      ...{ name: "Mac", outcome: "refused", reason },
      sentence: `Apple does not include Root ${AS_OF}`,
    });
    assert.equal(named(given, "iPhone").outcome, "refused");
    assert.deepEqual(named(given, "curl").reason, "May not include its root");
    assert.equal(named(given, "Chrome").outcome, "accepted");
  });

  it("names the versions of a platform", () => {
    const given = { acceptance: acceptance() };
    assert.equal(named(given, "Android").reason, "Version 16 and later");
  });

  it("names timestamps if the root is not the cause", () => {
    const policies = [{ vendor: "Chrome", outcome: "refused" as const, message: "Too few." }];
    const given = { acceptance: acceptance(), transparency: { policies } };
    assert.deepEqual(named(given, "Chrome"), {
      ...{ name: "Chrome", outcome: "refused" },
      reason: "Too few Certificate Transparency timestamps",
      sentence: `Too few. Chrome includes Root ${AS_OF}`,
    });
    assert.equal(named(given, "Firefox").outcome, "accepted");
  });

  it("names the broken rule for which a client refuses it", () => {
    const title = "Its key may not sign the TLS handshake";
    const problem = {
      code: "key_usage_unfit",
      severity: "error",
      title,
      index: 0,
    } as Given["problems"][number];
    const client = { name: "Java", outcome: "refused" as const, reason: "Java refuses it." };
    const given = {
      acceptance: {
        ...acceptance(),
        clients: [{ ...client, source: "Seen in OpenJDK 17", date: "2026-11-27" }],
      },
      problems: [problem],
    };
    assert.deepEqual(named(given, "Java"), {
      ...{ name: "Java", outcome: "refused", reason: title, sentence: client.reason },
    });
    assert.equal(named({ ...given, acceptance: acceptance() }, "Java").outcome, "unknown");
  });

  it("is absent for a chain that one sentence describes", () => {
    const other = { ...acceptance(), programs: [], platforms: [], message: "Its root is private." };
    for (const scope of ["private", "invalid", "unknown"] as const) {
      assert.equal(rows({ acceptance: { ...other, scope } }), null);
    }
    assert.equal(rows({}), null);
  });
});
