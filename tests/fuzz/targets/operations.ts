/** Every operation through `execute`, and the API's reader of bodies, with any JSON. */
import { exampleOf } from "../../../core/example-inputs.ts";
import fc from "fast-check";
import * as v from "valibot";
import { ByteAccount } from "../../../api/byte-account.ts";
import { parseJsonObject, readBody } from "../../../api/http/body.ts";
import { createContext } from "../../../core/kernel/context.ts";
import type { Contract } from "../../../core/kernel/contract.ts";
import { type Binding, execute } from "../../../core/kernel/execute.ts";
import { operations as registry } from "../../../core/operations.ts";
import { STATUS } from "../../../api/http/errors.ts";
import { FIXTURE_SETS } from "../../parity/sets.ts";
import type { Json } from "../json-mutations.ts";
import {
  type AnyTarget,
  bytesTarget,
  jsonTarget,
  must,
  mustBeSentence,
  squash,
} from "../target.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
/** Longer inputs take more time and find nothing more. */
const MAX_INPUT = 24_000;

/** Milliseconds for operations that make RSA keys, because the engine's arithmetic may be slow. */
const KEY_GENERATION = 30_000;

function inputsOf(contract: Contract): Json[] {
  const { name } = contract;
  const example = exampleOf(contract);
  const fixtures = FIXTURE_SETS.find(({ operation }) => operation === name)?.fixtures ?? [];
  const inputs = [example, ...fixtures.map(({ input }) => input)].map((input) =>
    JSON.parse(JSON.stringify(input)) as Json
  ).filter((input) => JSON.stringify(input).length <= MAX_INPUT);
  if (name !== "csr/generate") return inputs;
  // RSA keys are made in tens of milliseconds, those of curves in one.
  return inputs.map((input) =>
    typeof input === "object" && input !== null && !Array.isArray(input)
      ? { ...input, keyType: "ECC", keySize: null }
      : input
  );
}

/** Any value under the names of the input's members. */
function anyInput(seeds: readonly Json[]): fc.Arbitrary<Json> {
  const names = new Set(seeds.flatMap((seed) => Object.keys(seed ?? {})));
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: "binary" }),
    fc.domain(),
    fc.webUrl(),
    fc.base64String(),
  );
  const member = Object.fromEntries([...names].map((name) => [name, value]));
  return fc.oneof(fc.record(member, { requiredKeys: [] }), fc.jsonValue()) as fc.Arbitrary<Json>;
}

function operationTarget({ contract, schema }: Binding, weight: number): AnyTarget {
  const { name, secrets } = contract;
  const seeds = inputsOf(contract);
  return jsonTarget({
    name,
    weight,
    seeds,
    invented: anyInput(seeds),
    ...(name === "csr/generate" ? { limit: KEY_GENERATION } : {}),
    async run(input) {
      // A low limit of iterations, so that even many derivations take little time.
      const context = createContext({ now: NOW, limits: { kdfIterations: 150_000 } });
      let fault: unknown;
      const outcome = await execute(registry, name, input, context, (_, thrown) => fault = thrown);
      if (outcome.ok) {
        const checked = v.safeParse(schema.output, outcome.value);
        must(checked.success, `the answer is not of its shape: ${shapeFault(checked.issues)}`);
        JSON.stringify(outcome.value);
        return behaviourOf(outcome.value);
      }
      const { code, message, issues } = outcome.error;
      if (code === "internal") throw fault ?? new Error("internal");
      must(Object.hasOwn(STATUS, code), `the code ${code}`);
      mustBeSentence(message);
      for (const issue of issues) mustBeSentence(issue.message);
      const told = JSON.stringify(outcome.error);
      for (const secret of secretsIn(input, secrets)) {
        must(!told.includes(secret), "an error quotes a secret");
      }
      return squash(`${code} ${message}`);
    },
  });
}

/** Long texts in fields with secrets; short ones may occur in our own sentences by chance. */
function secretsIn(input: Json, names: readonly string[]): string[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [];
  return names.flatMap((name) => Object.hasOwn(input, name) ? [input[name]] : [])
    .filter((value) => typeof value === "string")
    .filter((text) => text.length >= 60);
}

const shapeFault = (issues: readonly v.BaseIssue<unknown>[] | undefined) =>
  issues?.map((issue) => `${v.getDotPath(issue)} ${issue.expected}`).slice(0, 3).join("; ");

/** Codes, problems and verdicts of an answer; its texts come from the input. */
function behaviourOf(value: unknown): string {
  const said = new Set<string>();
  const visit = (part: unknown, depth: number) => {
    if (said.size > 24 || depth > 6 || typeof part !== "object" || part === null) return;
    for (const [name, member] of Object.entries(part)) {
      if (typeof member === "boolean" || member === null) said.add(`${name}=${member}`);
      else if (/^(code|error|problem|reason|type)$/.test(name) && typeof member === "string") {
        said.add(squash(member.slice(0, 80)));
      } else visit(member, depth + 1);
    }
  };
  visit(value, 0);
  return [...said].sort().join("|");
}

/** Operations that derive keys from passwords or make them are slow in themselves. */
const WEIGHTS: Readonly<Record<string, number>> = {
  "chain/analyze": 4,
  "csr/decode": 4,
  "inspect": 4,
  "match/verify": 4,
  "pfx/convert": 2,
  "pfx/open": 3,
};

const body = bytesTarget({
  name: "api-body",
  weight: 2,
  seeds: [
    ...['{"csr":"x"}', '{"a":{"b":[1,2.5e3,null,true]}}', "[]", "null", '"\\ud800"', "{", ""],
    ...['{"__proto__":{"x":1}}', "\ufeff{}", '{"a":1,"a":2}', `${"[".repeat(2000)}`],
  ].map((text) => new TextEncoder().encode(text)),
  invented: fc.json().map((text) => new TextEncoder().encode(text)),
  async run(bytes) {
    const outcomes = [];
    for (const announced of [true, false]) {
      const headers = new Headers({ "content-type": "application/json" });
      if (announced) headers.set("content-length", String(bytes.length));
      const request = new Request("http://localhost/", { method: "POST", headers, body: bytes });
      const account = new ByteAccount();
      const read = await readBody(request, (size) => account.hold("a", size));
      outcomes.push(read.ok ? parseJsonObject(read.value.bytes) : read);
    }
    const [one, other] = outcomes.map((outcome) => JSON.stringify(outcome));
    must(one === other, "an announced length changes the answer");
    const [outcome] = outcomes;
    if (outcome.ok) {
      must(typeof outcome.value === "object" && !Array.isArray(outcome.value), "no object");
      must(Object.getPrototypeOf(outcome.value) === Object.prototype, "another prototype");
      return "object";
    }
    must(Object.hasOwn(STATUS, outcome.error.code), "code");
    return outcome.error.message;
  },
});

export const operations: readonly AnyTarget[] = [
  ...[...registry.values()].map((binding) =>
    operationTarget(binding, WEIGHTS[binding.contract.name] ?? 1)
  ),
  body,
];
