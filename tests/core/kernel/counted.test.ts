/** Numbers with their nouns, as pages and API write them. */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import { createContext, DEVICE_LIMITS } from "../../../core/kernel/context.ts";
import { moreIssues } from "../../../core/kernel/texts.ts";
import { Findings } from "../../../core/x509/asn1/findings.ts";
import { spendDerivation } from "../../../core/x509/keys/encryption/key-derivation.ts";
import { tooMuchDerivation } from "../../../core/x509/texts.ts";
import { counted } from "../../../core/kernel/numbers.ts";

it("a number has its noun, in the plural where it is not one", () => {
  assert.equal(counted(0, "record"), "0 records");
  assert.equal(counted(1, "record"), "1 record");
  assert.equal(counted(1200, "record"), "1,200 records");
  assert.equal(counted(1, "BYTE"), "1 BYTE");
  assert.equal(counted(2, "BYTE"), "2 BYTES");
  assert.equal(counted(2, "key that fits", "keys that fit"), "2 keys that fit");
});

it("one thing has no plural in the sentences of the API", () => {
  const findings = new Findings();
  for (let count = 0; count < 101; count++) findings.add("code", "MESSAGE");
  assert.equal(findings.list().at(-1)!.message, "1 MORE FINDING IS NOT LISTED");
  assert.equal(moreIssues(1), "AND 1 MORE FAULT");
  assert.match(tooMuchDerivation("1 ROUND OF BCRYPT", 1, false, false), /AT MOST 1 MORE IS RUN/);
  const { budget } = createContext({ limits: { ...DEVICE_LIMITS, kdfIterations: 0 } });
  assert.throws(
    () => spendDerivation(budget, "ITERATIONS OF PBKDF2", 1, 1),
    /ASKS FOR 1 ITERATION OF PBKDF2: AT MOST 0 ARE RUN/,
  );
});
