import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { withoutRepetition } from "../../../core/x509/repeated-messages.ts";
import { exampleCertificate } from "../../../core/examples.ts";
import { chainAnalyze } from "../../../core/chain/contract.ts";
import { certificateConvert, certificateLint } from "../../../core/certificate/contract.ts";
import { inspect } from "../../../core/inspect/contract.ts";
import { createContext, SERVER_LIMITS } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";

/** More lines than a list has parts of one kind, in a text of 58 kB. */
const BROKEN = "-----BEGIN A-----\n".repeat(3_000);

interface Answer {
  setAside: { message: string; more?: number }[];
  verdict?: { statements: { text: string }[] };
}

async function answerOf(name: string, input: unknown): Promise<Answer> {
  const context = createContext({ limits: SERVER_LIMITS });
  const outcome = await execute(operations, name, input, context, () => {});
  assert(outcome.ok, JSON.stringify(outcome));
  return outcome.value as Answer;
}

describe("a list of skipped parts", () => {
  it("has twenty of each kind, and the number of the others", () => {
    const parts = Array.from({ length: 50 }, (_, n) => ({ n, message: n % 5 === 0 ? "a" : "b" }));
    const listed = withoutRepetition(parts);
    assert.equal(listed.filter(({ message }) => message === "a").length, 10);
    assert.equal(listed.filter(({ message }) => message === "b").length, 20);
    assert.deepEqual(listed.filter(({ more }) => more), [{ n: 24, message: "b", more: 20 }]);
    assert.deepEqual(withoutRepetition(parts.slice(0, 24)), parts.slice(0, 24));
  });

  it("makes short answers of a mistake that is repeated thousands of times", async () => {
    const text = `${exampleCertificate}\n${BROKEN}`;
    const inputs = {
      [inspect.name]: { texts: [{ name: "a.pem", text: BROKEN }] },
      [chainAnalyze.name]: { certificate: text },
      [certificateLint.name]: { certificate: text },
      [certificateConvert.name]: { certificate: text },
    };
    for (const [name, input] of Object.entries(inputs)) {
      const { setAside, verdict } = await answerOf(name, input);
      assert(setAside.length <= 40, `${name}: ${setAside.length}`);
      assert(setAside.some(({ more }) => more! > 2_900), name);
      assert(JSON.stringify(setAside).length < 10_000, name);
      if (name === inspect.name) {
        assert.equal(verdict?.statements[0].text, "3,000 items were skipped.");
      }
    }
  });
});
