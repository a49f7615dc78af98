/** At most one question to the user at a time. A new question replaces the previous one. */

/**
 * How the saving of a file ended: the file is written, the browser has started a download and does not
 * report its end, or the user cancelled.
 */
export type SaveOutcome = "written" | "started" | "cancelled";

export interface Question {
  heading: string;
  /** Paragraphs. */
  text: readonly string[];
  /** The label of the button that confirms. */
  action: string;
  /**
   * Saves the user's data, which becomes the main button. Once the file is written, the action goes on by
   * itself. If the browser does not report that, the user says so.
   */
  safe?: { action: string; save: () => Promise<SaveOutcome> };
}

export interface Pending extends Question {
  /** Differs for each question, so that each one gets a dialog of its own. */
  readonly id: number;
  answer: (agreed: boolean) => void;
}

interface Questions {
  /** Shows a question and resolves to the answer. A previous question is answered with no. */
  ask(question: Question): Promise<boolean>;
  /** Answers the current question with no. */
  dismiss(): void;
}

/** `show` displays a question, or removes it for null. */
export function questionsOn(show: (pending: Pending | null) => void): Questions {
  let shown: Pending | null = null;
  let asked = 0;
  const dismiss = () => shown?.answer(false);
  return {
    ask: (question) =>
      new Promise((resolve) => {
        dismiss();
        const pending: Pending = {
          ...question,
          id: ++asked,
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
