/** Asks before something that cannot be taken back. */
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

// Without a provider nobody can be asked, so the answer is no.
const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

/** A function that asks and returns true only if the user agreed. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext);
}

const AGREED = "agreed";

interface ConfirmProviderProps {
  /** The path of the page, where there are several: a question does not outlive its page. */
  page?: string;
  children: ReactNode;
}

export function ConfirmProvider({ page = "", children }: ConfirmProviderProps) {
  const [pending, setPending] = useState<Pending | null>(null);
  const [{ ask, dismiss }] = useState(() => questionsOn(setPending));
  useEffect(() => dismiss, [page, dismiss]);
  // Removed with the page and not after it: an open dialog keeps the focus from the next page.
  const [askedOn, setAskedOn] = useState(page);
  if (askedOn !== page) {
    setAskedOn(page);
    setPending(null);
  }
  return (
    <ConfirmContext value={ask}>
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
