/** Asks before something that cannot be taken back. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "../base/button.tsx";
import * as styles from "./confirm.module.css";

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

type Confirm = (question: Question) => Promise<boolean>;

// Without a provider nobody can be asked, so the answer is no.
const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

/** A function that asks and returns true only if the user agreed. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext);
}

const AGREED = "agreed";

interface Pending extends Question {
  answer: (agreed: boolean) => void;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<Pending | null>(null);
  const confirm = useCallback<Confirm>((question) =>
    new Promise((resolve) => {
      setPending({
        ...question,
        answer(agreed) {
          setPending(null);
          resolve(agreed);
        },
      });
    }), []);
  return (
    <ConfirmContext value={confirm}>
      {children}
      {pending && <ConfirmDialog {...pending} />}
    </ConfirmContext>
  );
}

function ConfirmDialog({ heading, text, action, safe, answer }: Pending) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current!.showModal();
    // The browser has put the focus on the first control in the document.
    first.current!.focus();
  }, []);
  // Closed, not just removed: only then the focus returns to where it was.
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
