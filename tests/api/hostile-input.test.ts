/**
 * How long one request can hold the thread, and with it everybody else: each operation, each of its
 * text fields, with 1 MiB of what is meant to hurt. Prints the table of the longest.
 */
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { apiContracts } from "../../core/contracts.ts";
import { createContext } from "../../core/kernel/context.ts";
import { exampleCertificate, examplePrivateKey } from "../../core/examples.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { inputFields } from "../../core/openapi.ts";
import { threadTime } from "../support/thread-time.ts";

const SIZE = 1024 * 1024;
/** Milliseconds that the thread may be held for. */
const BOUND = 250;

const encoder = new TextEncoder();

/** As much of it as a body of 1 MiB can bring. */
function fill(part: string): string {
  const onTheWire = encoder.encode(JSON.stringify(part)).length - 2;
  return part.repeat(Math.floor(SIZE / onTheWire));
}

const base64 = (bytes: Uint8Array) => bytes.toBase64();
const pem = (label: string, body: string) =>
  `-----BEGIN ${label}-----\n${body.slice(0, SIZE - 100)}\n-----END ${label}-----\n`;

/** SEQUENCE in SEQUENCE in SEQUENCE, with true lengths, as deep as fits. */
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

const DER_SIZE = Math.floor((SIZE - 200) * 3 / 4);
const LABELS = ["CERTIFICATE", "CERTIFICATE REQUEST", "PRIVATE KEY"];

const HOSTILE: Readonly<Record<string, string>> = {
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
  "blocks of no base64": fill(`-----BEGIN A-----${"\n".repeat(30)}%\n`),
  "half a boundary": fill("-----BEGIN "),
  "headers": fill("Proc-Type: 4,ENCRYPTED\n"),
  "many certificates": fill(exampleCertificate),
  "many keys": fill(examplePrivateKey),
  "records": fill('example.com. IN CAA 0 issue "ca.example"\n'),
  "bare base64": fill("MIIB"),
  ...Object.fromEntries(LABELS.flatMap((label) => [
    [`nested DER, ${label}`, pem(label, base64(nested(DER_SIZE)))],
    [`wide DER, ${label}`, pem(label, base64(wide(DER_SIZE)))],
    [`base64 of nothing, ${label}`, pem(label, fill("A"))],
  ])),
};

/** The longest time for which nothing else could run, in milliseconds, while `work` did. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = threadTime();
  const note = () => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => {
    note();
    port1.postMessage(0);
  };
  port1.postMessage(0);
  await work();
  note();
  port1.close();
  port2.close();
  return longest;
}

interface Row {
  operation: string;
  field: string;
  input: string;
  hold: number;
}

const rows: Row[] = [];

describe("1 MiB of hostile input", () => {
  for (const contract of apiContracts.filter(({ runs }) => runs === "both")) {
    it(`${contract.name} holds the thread for at most ${BOUND} ms`, async () => {
      // What a password derives is honest work, bounded by its iterations and by the schedule.
      const example = contract.name === "pfx/convert"
        ? { ...contract.example as Record<string, unknown>, password: "" }
        : contract.example as Record<string, unknown>;
      // Loads its code first.
      await execute(operations, contract.name, example, createContext());
      const texts = inputFields(contract)
        .filter(({ name, type }) => type.startsWith("text") && !name.includes("."));
      assert(texts.length > 0);
      for (const { name: field } of texts) {
        for (const [input, text] of Object.entries(HOSTILE)) {
          const run = () =>
            execute(operations, contract.name, { ...example, [field]: text }, createContext());
          let hold = Infinity;
          // Once it may be the garbage of others that is collected.
          for (let attempt = 0; attempt < 3 && hold > BOUND; attempt++) {
            hold = Math.min(hold, await longestHold(run));
          }
          rows.push({ operation: contract.name, field, input, hold });
          assert(hold <= BOUND, `${field}, ${input}: ${hold.toFixed(0)} ms`);
        }
      }
    });
  }

  it("is printed as a table", () => {
    rows.sort((a, b) => b.hold - a.hold);
    for (const { operation, field, input, hold } of rows.slice(0, 12)) {
      console.log(`${hold.toFixed(0).padStart(5)} ms  ${operation}  ${field}: ${input}`);
    }
    assert(rows.length > 100);
  });
});
