/** The chain that "Fill Example Data" makes on the page of the chain analyzer. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { certificateLint } from "../../core/certificate/contract.ts";
import { chainAnalyze } from "../../core/chain/contract.ts";
import { createContext } from "../../core/kernel/context.ts";
import type { Contract, OutputOf, RequestOf } from "../../core/kernel/contract.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { button, chainStatus, textbox } from "./locators.ts";
import { fullBrowserTest } from "./support.ts";

/** Runs an operation in this process. */
async function run<C extends Contract>(contract: C, input: RequestOf<C>): Promise<OutputOf<C>> {
  const outcome = await execute(operations, contract.name, input, createContext(), (_, fault) => {
    throw fault;
  });
  assert(outcome.ok);
  return outcome.value as OutputOf<C>;
}

fullBrowserTest("chain example > is made on each click, and has no fault", async ({ page }) => {
  await page.goto("/chain");
  const made = new Set<string>();
  for (let times = 0; times < 2; times++) {
    await button(page, "Fill Example Data").click();
    await chainStatus(page, "VALID").waitFor();
    const text = await textbox(page, "Certificate").inputValue();
    made.add(text);
    const { problems, validation } = await run(chainAnalyze, { certificate: text });
    assert.equal(validation.isValid, true);
    assert.deepEqual(problems.map(({ code }) => code), ["root_not_trusted"]);
    const { certificates } = await run(certificateLint, { certificate: text });
    assert.equal(certificates.length, 3);
    for (const { subject, findings } of certificates) assert.deepEqual(findings, [], subject);
    const { validFrom, validTo } = new X509Certificate(text);
    assert(Date.parse(validFrom) > Date.now() - 86_400_000, validFrom);
    assert(Date.parse(validTo) < Date.now() + 100 * 86_400_000, validTo);
    await button(page, "Reset").click();
  }
  assert.equal(made.size, 2);
});
