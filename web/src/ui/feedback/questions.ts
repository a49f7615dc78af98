/** Questions to the user, of which one is shown at a time. */

export interface Question {
  heading: string;
  /** One paragraph each. */
  text: readonly string[];
  /** The verb of the button that goes ahead. */
  action: string;
  /**
   * The main button, if something can save the user's data: it does that without going ahead.
   * Afterwards the user can still go ahead.
   */
  safe?: { action: string; run: () => void };
}

export interface Pending extends Question {
  answer: (agreed: boolean) => void;
}

interface Questions {
  /** Shows a question and gives the answer. The one that was shown before is answered with no. */
  ask(question: Question): Promise<boolean>;
  /** Answers the question that is shown with no. */
  dismiss(): void;
}

/** `show` draws the question, or none for null. */
export function questionsOn(show: (pending: Pending | null) => void): Questions {
  let shown: Pending | null = null;
  const dismiss = () => shown?.answer(false);
  return {
    ask: (question) =>
      new Promise((resolve) => {
        dismiss();
        const pending: Pending = {
          ...question,
          answer(agreed) {
            resolve(agreed);
            if (shown !== pending) return;
            shown = null;
            show(null);
          },
        };
        shown = pending;
        show(pending);
      }),
    dismiss,
  };
}
