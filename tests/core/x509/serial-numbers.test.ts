/** Serial numbers follow the same rule in the certificate reader and on the path. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import type { ChainResponse } from "../../../core/chain/contract.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import { serialFaults } from "../../../core/x509/objects/serial-numbers.ts";

const twenty = (first: number) => [first, ...Array(19).fill(0x11)];

describe("a serial number", () => {
  it("is positive and has at most 20 octets, not counting the octet for its sign", () => {
    const faults = (...octets: number[]) => serialFaults(Uint8Array.from(octets));
    assert.deepEqual(faults(1), []);
    assert.deepEqual(faults(0, 0x80), []);
    assert.deepEqual(faults(0), ["zero"]);
    assert.deepEqual(faults(0, 0), ["zero"]);
    assert.deepEqual(faults(0xff, 0x0a), ["negative"]);
    assert.deepEqual(faults(...twenty(0x7f)), []);
    assert.deepEqual(faults(0, ...twenty(0x91)), []);
    // The first octet of these numbers is not one that only keeps the number positive.
    assert.deepEqual(faults(0, ...twenty(0x11)), ["too_long"]);
    assert.deepEqual(faults(0x11, ...twenty(0x91)), ["too_long"]);
    assert.deepEqual(faults(0, 0x91, ...twenty(0x91)), ["too_long"]);
    assert.deepEqual(faults(0x80, ...twenty(0x91)), ["negative", "too_long"]);
  });

  it("of 20 octets after a sign octet is accepted by the reader and on the path", async () => {
    const file = new URL(
      "../../fixtures/chain-edges/serial-of-20-octets-and-a-sign.pem",
      import.meta.url,
    );
    const certificate = await Deno.readTextFile(file);
    const outcome = await execute(operations, "chain/analyze", { certificate }, createContext());
    assert(outcome.ok);
    const response = outcome.value as ChainResponse;
    assert.equal(response.certificate.serialNumber, "91".repeat(20));
    const said = [...response.problems, ...response.certificate.findings].map(({ code }) => code);
    assert.deepEqual(said.filter((code) => code.includes("serial")), []);
  });
});
