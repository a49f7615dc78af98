/** The CAA tool's answers have the shapes that its contracts promise, and its examples work. */
import { exampleOf } from "../../../core/example-inputs.ts";
import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import * as v from "valibot";
import { caaCheck, caaGenerate, caaValidate } from "../../../core/caa/contract.ts";
import * as schema from "../../../core/caa/schema.ts";
import { createContext } from "../../../core/kernel/context.ts";
import { execute } from "../../../core/kernel/execute.ts";
import { operations } from "../../../core/operations.ts";
import {
  caaCheckFixtures,
  caaGenerateFixtures,
  caaValidateFixtures,
} from "../../fixtures/caa/index.ts";

const SETS = [
  { contract: caaGenerate, output: schema.caaGenerate.output, fixtures: caaGenerateFixtures },
  { contract: caaValidate, output: schema.caaValidate.output, fixtures: caaValidateFixtures },
  { contract: caaCheck, output: schema.caaCheck.output, fixtures: caaCheckFixtures },
];

describe("CAA contracts", () => {
  for (const { contract, output, fixtures } of SETS) {
    it(`${contract.name}: has exactly the fields of its contract`, async () => {
      const shape = v.strictObject(output.entries as v.ObjectEntries);
      let answered = 0;
      for (const { name, input } of fixtures) {
        const faults: unknown[] = [];
        const outcome = await execute(
          operations,
          contract.name,
          input,
          createContext(),
          (_, fault) => faults.push(fault),
        );
        assert.deepEqual(faults, [], name);
        if (!outcome.ok) continue;
        answered++;
        const { issues } = v.safeParse(shape, outcome.value);
        assert.equal(issues, undefined, `${name}: ${issues?.[0].message}`);
      }
      assert(answered > 5);
    });

    it(`${contract.name}: has a working example`, async () => {
      const outcome = await execute(
        operations,
        contract.name,
        exampleOf(contract),
        createContext(),
      );
      assert(outcome.ok);
    });
  }
});
