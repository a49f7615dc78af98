import assert from "node:assert/strict";
import { describe, it } from "@std/testing/bdd";
import { type Pending, questionsOn } from "../../web/src/ui/feedback/questions.ts";

const QUESTION = { heading: "Leave?", text: [], action: "Leave" };

describe("questions to the user", () => {
  const setUp = () => {
    let shown: Pending | null = null;
    const questions = questionsOn((pending) => shown = pending);
    return { questions, shown: () => shown };
  };

  it("return the answer and disappear", async () => {
    const { questions, shown } = setUp();
    const answer = questions.ask(QUESTION);
    shown()!.answer(true);
    assert.equal(await answer, true);
    assert.equal(shown(), null);
  });

  it("are answered with no when another question replaces them", async () => {
    const { questions, shown } = setUp();
    const first = questions.ask(QUESTION);
    const earlier = shown()!;
    const second = questions.ask({ ...QUESTION, heading: "Replace?" });
    assert.equal(await first, false);
    // The dialog of the first question may close later.
    earlier.answer(true);
    assert.equal(shown()!.heading, "Replace?");
    shown()!.answer(true);
    assert.equal(await second, true);
  });

  it("are answered with no when the user leaves the page", async () => {
    const { questions, shown } = setUp();
    const answer = questions.ask(QUESTION);
    questions.dismiss();
    assert.equal(await answer, false);
    assert.equal(shown(), null);
    questions.dismiss();
  });
});
