/** What contracts declare beside their schemas, compared with the schemas. */
import { exampleOf } from "../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { offered } from "../../core/operations.ts";

type Input = Record<string, unknown>;

/** The first message of the schema at this field. */
function issueAt(schema: v.GenericSchema, input: Input, field: string): string | undefined {
  const { issues } = v.safeParse(schema, input, { abortPipeEarly: true });
  return issues?.find((issue) => v.getDotPath(issue) === field)?.message;
}

describe("contracts", () => {
  for (const { contract, schema: { input } } of offered) {
    const { name, required, blocks, secrets } = contract;
    const example = exampleOf(contract) as Input;
    it(`${name} requires what its schema requires, in its words`, () => {
      for (const [field, message] of Object.entries(required)) {
        for (const blank of ["", " \n", null, undefined]) {
          const said = issueAt(input, { ...example, [field]: blank }, field);
          assert.equal(said, message, `${field}: ${JSON.stringify(blank)}`);
        }
      }
      // There is no further text, and the order is that of the form.
      const { issues } = v.safeParse(input, {}, { abortPipeEarly: true });
      const paths = issues?.map((issue) => v.getDotPath(issue)!) ?? [];
      const texts = paths.filter((path) => typeof example[path] === "string");
      assert.deepEqual(texts, Object.keys(required));
    });

    it(`${name} names fields that it has`, () => {
      const known = Object.keys(
        (input as unknown as { entries?: Input }).entries ?? example,
      );
      for (const field of Object.keys(required)) assert(field in example, field);
      for (const field of Object.keys(blocks)) assert(known.includes(field), field);
      for (const field of Object.keys(blocks)) assert(!secrets.includes(field), field);
      for (const field of secrets) assert(known.includes(field), field);
    });
  }
});
