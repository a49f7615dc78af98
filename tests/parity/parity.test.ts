/**
 * Each fixture gives the same JSON in this process, over HTTP and in the built worker in a browser. The
 * places take turns (turns.ts): Firefox and WebKit in tests/engines, the command line in its own file. In
 * the full run each place answers all.
 */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import { STATUS } from "../../api/http/errors.ts";
import { createContext, SERVER_LIMITS } from "../../core/kernel/context.ts";
import type { Issue, Outcome, ServerErrorCode } from "../../core/kernel/errors.ts";
import { inCapitals } from "../../core/kernel/texts.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { callApi } from "../support/server.ts";
import { launch, serve } from "../e2e/support.ts";
import { needsBrowser } from "../support/browser.ts";
import { executeInBrowser } from "./browser-worker.ts";
import { asJson, expectedAnswer } from "./expected.ts";
import { FIXTURE_SETS } from "./sets.ts";
import { turnsOf } from "./turns.ts";

type Answer = Outcome<unknown, ServerErrorCode>;

/** The Outcome that an HTTP answer stands for, with its sentences, and with the rest in capitals. */
function fromEnvelope(
  { status, body }: { status: number; body: Record<string, unknown> },
  top: boolean,
): Answer {
  if (body.success) {
    assert.equal(status, 200);
    const { success: _, ...value } = body;
    return { ok: true, value: top ? value : body.data };
  }
  const { error, message = error, code, issues, ...others } = body;
  assert.equal(status, STATUS[code as ServerErrorCode]);
  assert.deepEqual(others, { success: false });
  assert.equal(error, inCapitals(String(message)));
  const faults = (issues as (Issue & { text?: string })[]).map(
    ({ path, message, text = message }) => {
      assert.equal(message, inCapitals(text));
      return { path, message: text };
    },
  );
  return { ok: false, error: asJson({ code, message, issues: faults }) };
}

for (const set of FIXTURE_SETS) {
  const { operation, fixtures, comparable = (value: unknown) => value } = set;
  it(`parity > ${operation}: ${fixtures.length} fixtures`, {
    sanitizeOps: false,
    sanitizeResources: false,
    ...needsBrowser(),
  }, async (test) => {
    assert(fixtures.length > 0);
    const compare = async (answer: unknown, input: unknown) =>
      await comparable(asJson(answer), input);
    // A refusal of too much work names the place with a larger limit, so it differs.
    const onServer = async (input: unknown, onDevice: unknown) => {
      const answer = onDevice as Answer;
      if (answer.ok || answer.error.code !== "too_complex") return onDevice;
      const context = createContext({ limits: SERVER_LIMITS });
      return await compare(await execute(operations, operation, input, context), input);
    };
    await test.step("over HTTP", async () => {
      const origin = await serve();
      const top = operations.get(operation)!.contract.envelope === "top";
      for (const place of turnsOf(set, "http")) {
        const { name, input } = fixtures[place];
        const answer = fromEnvelope(await callApi(origin, operation, input), top);
        assert.deepEqual(
          await compare(answer, input),
          await onServer(input, await expectedAnswer(set, place)),
          name,
        );
      }
    });
    await test.step("in the worker in Chromium", async () => {
      const browser = await launch();
      const places = turnsOf(set, "chromium");
      const inputs = places.map((place) => fixtures[place].input);
      const answers = await executeInBrowser(browser, await serve(), operation, inputs);
      for (const [index, place] of places.entries()) {
        const answer = await compare(answers[index], inputs[index]);
        assert.deepEqual(answer, await expectedAnswer(set, place), fixtures[place].name);
      }
    });
  });
}
