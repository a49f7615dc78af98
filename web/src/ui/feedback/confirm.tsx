/** Asks the user before an action that cannot be undone. */
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useModule } from "../../lib/load.ts";
import { type Pending, type Question, questionsOn } from "./questions.ts";

type Confirm = (question: Question) => Promise<boolean>;

// Without a provider there is no dialog, so the answer is no.
const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

/** Returns a function that asks the user and resolves to true only if the user agrees. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext);
}

const loadDialog = () => import("./confirm-dialog.tsx");

interface ConfirmProviderProps {
  /** The path of the current page: a question does not outlive its page. */
  page?: string;
  children: ReactNode;
}

export function ConfirmProvider({ page = "", children }: ConfirmProviderProps) {
  const [pending, setPending] = useState<Pending | null>(null);
  const [{ ask, dismiss }] = useState(() => questionsOn(setPending));
  useEffect(() => dismiss, [page, dismiss]);
  // Remove the dialog in the same render as its page: an open dialog keeps the focus from the next page.
  const [askedOn, setAskedOn] = useState(page);
  if (askedOn !== page) {
    setAskedOn(page);
    setPending(null);
  }
  // If the dialog's code does not load, the question is answered with no.
  const dialog = useModule(loadDialog, pending !== null, dismiss, true);
  return (
    <ConfirmContext value={ask}>
      {children}
      {/* A dialog that is closing would answer the next question with its own close event. */}
      {pending && dialog && <dialog.ConfirmDialog key={pending.id} {...pending} />}
    </ConfirmContext>
  );
}
