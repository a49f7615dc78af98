/** Every answer about a text that the reader changed says so, in the same sentence. */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { createContext } from "../../core/kernel/context.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";

const fixture = (file: string) =>
  Deno.readTextFileSync(new URL(`../fixtures/${file}`, import.meta.url));

const certificate = fixture("match/rsa-certificate.pem");
const privateKey = fixture("match/rsa-pkcs8-key.pem");
const escaped = (text: string) => text.replaceAll("\n", "\\n");
const asked = (text: string): Readonly<Record<string, object>> => ({
  "chain/analyze": { certificate: text },
  "certificate/lint": { certificate: text },
  "certificate/convert": { certificate: text, format: "certificate" },
  "certificate/diff": { before: text, after: certificate },
  "csr/prefill": { text },
  "match/verify": { certificate: text, privateKey },
  "pfx/convert": { certificate: text, privateKey, password: "" },
});

async function sentencesOf(operation: string, input: object): Promise<string[]> {
  const outcome = await execute(operations, operation, input, createContext());
  assert(outcome.ok, JSON.stringify(outcome));
  const { repaired, notes = [] } = outcome.value as { repaired?: string; notes?: unknown[] };
  return [repaired, ...notes].filter((text) => typeof text === "string")
    .filter((text) => text.startsWith("To read this text, we "));
}

describe("a text that the reader changed", () => {
  const broken = asked(escaped(certificate).replaceAll("-----", "—"));
  for (const [operation, input] of Object.entries(broken)) {
    it(`is named by ${operation}`, async () => {
      assert.equal((await sentencesOf(operation, input)).length, 1);
    });
  }

  for (const [operation, input] of Object.entries(asked(certificate))) {
    it(`is not named by ${operation} if it was read as it is`, async () => {
      assert.deepEqual(await sentencesOf(operation, input), []);
    });
  }
});
