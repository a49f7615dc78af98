/** Compares the declarations of contracts with their schemas. */
import { exampleOf } from "../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { inputSchema } from "../../api/docs/json-schema.ts";
import { bindings } from "../../core/bindings.generated.ts";
import { certificateGenerate } from "../../core/certificate/contract.ts";
import { csrGenerate } from "../../core/csr/contract.ts";
import { type Contract, type Cost, costOf } from "../../core/kernel/contract.ts";
import { inputObject } from "../../core/kernel/texts.ts";
import { offered } from "../../core/operations.ts";

type Input = Record<string, unknown>;

/** The first message of the schema at this field. */
function issueAt(schema: v.GenericSchema, input: Input, field: string): string | undefined {
  const { issues } = v.safeParse(schema, input, { abortPipeEarly: true });
  return issues?.find((issue) => v.getDotPath(issue) === field)?.message;
}

/** The names of all fields of an input, also in nested objects and lists. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties } = schema as { properties?: Input };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(fieldsOf)];
}

describe("contracts", () => {
  const quick: [Contract, Input, Cost][] = [
    [csrGenerate, {}, "compute"],
    [csrGenerate, { keyType: null }, "compute"],
    [csrGenerate, { keyType: "RSA" }, "compute"],
    [csrGenerate, { keyType: ["ECC"] }, "compute"],
    [csrGenerate, { keyType: "ECC" }, "light"],
    [csrGenerate, { keyType: "ML-DSA-87" }, "light"],
    [csrGenerate, { keyType: "ECC", privateKey: "" }, "light"],
    [csrGenerate, { keyType: "ECC", privateKey: "any" }, "compute"],
    [csrGenerate, { keyType: "ECC", passphrase: "any" }, "compute"],
    [certificateGenerate, {}, "light"],
    [certificateGenerate, { keyType: null }, "light"],
    [certificateGenerate, { keyType: "RSA" }, "compute"],
    ...["csr", "caCertificate", "caPrivateKey", "caPassphrase", "caPfx"].map(
      (field): [Contract, Input, Cost] => [certificateGenerate, { [field]: "any" }, "compute"],
    ),
  ];
  for (const [contract, input, cost] of quick) {
    it(`${contract.name} of ${JSON.stringify(input)} is ${cost}`, () => {
      assert.equal(costOf(contract, input), cost);
    });
  }

  it("have a verdict in the answer of every operation", () => {
    const without = bindings.filter(({ schema: { output } }) => {
      const { options } = output as unknown as { options?: readonly unknown[] };
      return (options ?? [output]).some((one) =>
        !Object.hasOwn((one as { entries: Input }).entries, "verdict")
      );
    });
    assert.deepEqual(without.map(({ contract }) => contract.name), []);
  });

  for (const binding of offered) {
    const { contract, schema: { input } } = binding;
    const { name, required, optionalIf, blocks, secrets, stretches } = contract;
    const example = exampleOf(contract) as Input;
    const known = Object.keys((input as unknown as { entries?: Input }).entries ?? example);
    const passwords = known.filter((field) => /pass(?:word|phrase)$/i.test(field));
    if (passwords.length > 0) {
      it(`${name} refuses passwords of more than 1,024 octets`, () => {
        for (const field of passwords) {
          const said = issueAt(input, { ...example, [field]: "\u00e9".repeat(513) }, field);
          assert.match(said ?? "", /at most 1,024 octets/, field);
          assert.equal(issueAt(input, { ...example, [field]: "p".repeat(1024) }, field), undefined);
        }
      });
    }
    it(`${name} requires the same fields as its schema, with the same messages`, () => {
      for (const [field, message] of Object.entries(required)) {
        for (const blank of ["", " \n", null, undefined]) {
          const said = issueAt(input, { ...example, [field]: blank }, field);
          assert.equal(said, message, `${field}: ${JSON.stringify(blank)}`);
        }
      }
      // There are no other messages, and the order is the order of the form.
      const missing = (given: object) => {
        const { issues = [] } = v.safeParse(input, given, { abortPipeEarly: true });
        const paths = new Set(issues.map((issue) => v.getDotPath(issue)!));
        return known.filter((path) => paths.has(path) && typeof example[path] === "string");
      };
      assert.deepEqual(missing({}), Object.keys(required));
      for (const [name, optional] of Object.entries(optionalIf)) {
        const left = Object.keys(required).filter((path) => !optional.includes(path));
        assert.deepEqual(missing({ [name]: true }), left);
      }
    });

    it(`${name} names the expected value of a missing field`, () => {
      const { issues = [] } = v.safeParse(input, {});
      for (const issue of issues) {
        assert.notEqual(issue.message, inputObject, v.getDotPath(issue) ?? "");
      }
    });

    it(`${name} names only existing fields`, () => {
      for (const field of Object.keys(required)) assert(field in example, field);
      for (const field of Object.keys(blocks)) assert(known.includes(field), field);
      for (const field of Object.keys(blocks)) assert(!secrets.includes(field), field);
      for (const field of secrets) assert(known.includes(field), field);
    });

    it(`${name} is expensive for each password that it stretches`, () => {
      const passwords = fieldsOf(inputSchema(binding)).filter((field) =>
        /passphrase|password/i.test(field)
      );
      for (const field of passwords) {
        assert.equal(costOf(contract, { [field]: "given" }), "compute", field);
      }
      for (const field of stretches) assert(passwords.includes(field), field);
    });

    if (!known.includes("at")) continue;
    it(`${name} judges dates at an instant in milliseconds, never at NaN`, () => {
      const parsed = v.parse(input, { ...example, at: "2026-11-01T00:00:00Z" }) as Input;
      assert.equal(parsed.at, Date.UTC(2026, 10, 1));
      for (const at of ["2026-11-01T00:00:00+05", "2026-02-31T00:00:00Z"]) {
        assert.match(issueAt(input, { ...example, at }, "at")!, /in UTC, such as/, at);
      }
    });
  }
});
