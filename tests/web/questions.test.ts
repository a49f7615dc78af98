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

  it("give the answer, and are shown no longer", async () => {
    const { questions, shown } = setUp();
    const answer = questions.ask(QUESTION);
    shown()!.answer(true);
    assert.equal(await answer, true);
    assert.equal(shown(), null);
  });

  it("are answered with no when another is asked, which stays", async () => {
    const { questions, shown } = setUp();
    const first = questions.ask(QUESTION);
    const earlier = shown()!;
    const second = questions.ask({ ...QUESTION, heading: "Replace?" });
    assert.equal(await first, false);
    // The dialog of the first question may close late.
    earlier.answer(true);
    assert.equal(shown()!.heading, "Replace?");
    shown()!.answer(true);
    assert.equal(await second, true);
  });

  it("are answered with no when their page is left", async () => {
    const { questions, shown } = setUp();
    const answer = questions.ask(QUESTION);
    questions.dismiss();
    assert.equal(await answer, false);
    assert.equal(shown(), null);
    questions.dismiss();
  });
});
