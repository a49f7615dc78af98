/** Asks the user before an action that cannot be undone. */
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "../base/button.tsx";
import * as styles from "./confirm.module.css";
import { type Pending, type Question, questionsOn } from "./questions.ts";

type Confirm = (question: Question) => Promise<boolean>;

// Without a provider there is no dialog, so the answer is no.
const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

/** Returns a function that asks the user and resolves to true only if the user agrees. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext);
}

const AGREED = "agreed";

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
  return (
    <ConfirmContext value={ask}>
      {children}
      {/* A dialog that is closing would answer the next question with its own close event. */}
      {pending && <ConfirmDialog key={pending.id} {...pending} />}
    </ConfirmContext>
  );
}

function ConfirmDialog({ heading, text, action, safe, answer }: Pending) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current!.showModal();
    // showModal() focuses the first control in the document order.
    first.current!.focus();
  }, []);
  // Close the dialog before it is removed, so that the browser restores the focus.
  const close = (agreed: boolean) => dialog.current!.close(agreed ? AGREED : "");
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onClose={() => answer(dialog.current!.returnValue === AGREED)}
    >
      <h2 id={id}>{heading}</h2>
      <div className={styles.body}>
        {text.map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
      </div>
      <div className={styles.actions}>
        <Button ref={safe ? undefined : first} onClick={() => close(false)}>Cancel</Button>
        <Button kind={safe ? "outline" : "filled"} onClick={() => close(true)}>{action}</Button>
        {safe && (
          <Button
            ref={first}
            kind="filled"
            onClick={() => {
              safe.run();
              close(false);
            }}
          >
            {safe.action}
          </Button>
        )}
      </div>
    </dialog>
  );
}
