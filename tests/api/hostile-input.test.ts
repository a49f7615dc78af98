/**
 * Hostile texts in each text field of each operation: 128 KiB, or 1 MiB with TEST_FULL, finish within
 * the server's budgets with an answer or an error code. Work that no budget counts, such as scanning
 * a text, grows no faster than the text.
 */
import { exampleOf } from "../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { inputFields } from "../../api/docs/json-schema.ts";
import { createContext, SERVER_LIMITS } from "../../core/kernel/context.ts";
import { exampleCertificate, examplePrivateKey } from "../../core/examples.ts";
import { execute } from "../../core/kernel/execute.ts";
import { inspect } from "../../core/inspect/contract.ts";
import { offered, operations } from "../../core/operations.ts";
import { assertLinear } from "../support/cost.ts";
import { isFull } from "../support/matrix.ts";

const KIBS = isFull ? 1024 : 128;
/** Growth is measured from this size to four times as much. */
const SMALL = (isFull ? 64 : 32) * 1024;
/** Growth is measured in every eighth field, because fields share their readers. */
const GROWTH_EVERY = 8;

/** Budgets are tried in every fourth field, because tests/attack has a hostile text for each. */
const BUDGETS_EVERY = 4;

const encoder = new TextEncoder();
const base64 = (bytes: Uint8Array) => bytes.toBase64();

/** SEQUENCEs nested as deeply as possible, with correct lengths. */
function nested(bytes: number): Uint8Array {
  const out = new Uint8Array(bytes);
  for (let at = 0; at + 5 < bytes; at += 5) {
    const length = bytes - at - 5;
    out.set([0x30, 0x83, length >> 16 & 0xff, length >> 8 & 0xff, length & 0xff], at);
  }
  return out;
}

/** One SEQUENCE of as many NULLs as fit. */
function wide(bytes: number): Uint8Array {
  const length = bytes - 5;
  const out = new Uint8Array(bytes);
  out.set([0x30, 0x83, length >> 16, length >> 8 & 0xff, length & 0xff]);
  for (let at = 5; at + 1 < bytes; at += 2) out[at] = 0x05;
  return out;
}

const LABELS = ["CERTIFICATE", "CERTIFICATE REQUEST", "PRIVATE KEY"];

/** Texts of `size` octets in the request, by their content. */
function hostileTexts(size: number): Record<string, string> {
  const fill = (part: string) => {
    const onTheWire = encoder.encode(JSON.stringify(part)).length - 2;
    return part.repeat(Math.floor(size / onTheWire));
  };
  const pem = (label: string, body: string) =>
    `-----BEGIN ${label}-----\n${body.slice(0, size - 100)}\n-----END ${label}-----\n`;
  const derSize = Math.floor((size - 200) * 3 / 4);
  return {
    "one letter": fill("a"),
    "white space": fill(" \t\r\n"),
    "line breaks": fill("\n"),
    "NULs": fill("\0"),
    "labels": fill("a."),
    "hyphens": fill("-"),
    "quotes and brackets": fill('"(;\\'),
    "astral characters": fill("\u{1d54f}"),
    "combining marks": fill("e\u0301\u0300"),
    "digits": fill("9"),
    "BEGIN without end": fill("-----BEGIN CERTIFICATE-----\n"),
    "BEGIN, END, BEGIN": fill("-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"),
    "BEGIN of anything": fill("-----BEGIN A-----\nMAA=\n-----END A-----\n"),
    "blocks of invalid base64": fill(`-----BEGIN A-----${"\n".repeat(30)}%\n`),
    "half a boundary": fill("-----BEGIN "),
    "headers": fill("Proc-Type: 4,ENCRYPTED\n"),
    "many certificates": fill(exampleCertificate),
    "many keys": fill(examplePrivateKey),
    "records": fill('example.com. IN CAA 0 issue "ca.example"\n'),
    "bare base64": fill("MIIB"),
    ...Object.fromEntries(LABELS.flatMap((label) => [
      [`nested DER, ${label}`, pem(label, base64(nested(derSize)))],
      [`wide DER, ${label}`, pem(label, base64(wide(derSize)))],
      [`base64 of nothing, ${label}`, pem(label, fill("A"))],
    ])),
  };
}

interface Place {
  operation: string;
  field: string;
  with(text: string): unknown;
}

/** Every field of a request that takes free text. */
const BOTH = offered.filter(({ contract }) => contract.runs === "both");

const PLACES: readonly Place[] = BOTH.flatMap(
  (binding): Place[] => {
    const { name: operation } = binding.contract;
    if (operation === inspect.name) {
      return [{
        operation,
        field: "texts",
        with: (text) => ({ texts: [{ text }], acceptPrivateKeys: true }),
      }];
    }
    const example = exampleOf(binding.contract) as Record<string, unknown>;
    return inputFields(binding)
      .filter(({ name, type }) => type.startsWith("text") && !name.includes("."))
      .map(({ name: field }) => ({
        operation,
        field,
        // The iterations for a password are counted, and are the same for every other
        // field.
        with: (text) => ({
          ...example,
          ..."password" in example && { password: "" },
          // A search for primes takes the same time for every text.
          ..."keySize" in example && { keyType: "ECC", eccCurve: "P-256" },
          [field]: text,
        }),
      }));
  },
);

/** Runs the operation with a server's limits; throws for an internal fault. */
async function run({ operation, with: inputOf }: Place, text: string) {
  const context = createContext({ limits: SERVER_LIMITS });
  const fail = (_: string, fault: unknown) => assert.fail(`a fault of ours: ${fault}`);
  const outcome = await execute(operations, operation, inputOf(text), context, fail);
  return { outcome, budget: context.budget };
}

describe("hostile text", () => {
  it("covers every operation", () => {
    const missing = BOTH.map(({ contract }) => contract.name).filter((name) =>
      !PLACES.some(({ operation }) => operation === name)
    );
    assert.deepEqual(missing, []);
  });

  for (const [index, place] of PLACES.entries()) {
    const isOneOf = (every: number, first: number) => isFull || index % every === first;
    if (isOneOf(BUDGETS_EVERY, 0)) {
      it(`${place.operation}, ${place.field}: ${KIBS} KiB finish within the server's budgets`, async () => {
        for (const [what, text] of Object.entries(hostileTexts(KIBS * 1024))) {
          const { outcome, budget } = await run(place, text);
          assert(budget.spent("work") <= SERVER_LIMITS.work, what);
          if (outcome.ok) continue;
          assert.notEqual(outcome.error.code, "internal", what);
          assert(outcome.error.issues.length <= 51, what);
          assert(outcome.error.message.length < 1_000, what);
        }
      });
    }

    // A password goes into a key derivation, which is counted.
    if (/pass/i.test(place.field) || !isOneOf(GROWTH_EVERY, 2)) continue;
    it(`${place.operation}, ${place.field}: takes time proportional to the text`, async () => {
      await assertLinear(hostileTexts, async (texts) => {
        for (const text of Object.values(texts)) await run(place, text);
      }, SMALL);
    });
  }
});
