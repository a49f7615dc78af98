/** The dialog of a question; loaded after the page is drawn. */
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../base/button.tsx";
import * as styles from "./confirm.module.css";
import type { Pending } from "./questions.ts";

const AGREED = "agreed";

export function ConfirmDialog({ heading, text, action, safe, answer }: Pending) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current!.showModal();
    // showModal() focuses the first control in the document order.
    first.current!.focus();
  }, []);
  // Close the dialog before it is removed, so that the browser restores the focus.
  const close = (agreed: boolean) => dialog.current?.close(agreed ? AGREED : "");
  /** A download was started, and the browser does not report its end. */
  const [isStarted, setStarted] = useState(false);
  const save = async () => {
    const outcome = await safe!.save();
    if (outcome === "written") close(true);
    if (outcome === "started") setStarted(true);
  };
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
        <p role="status">
          {isStarted &&
            "Check that the file is in your downloads. Until then this page keeps the key."}
        </p>
      </div>
      <div className={styles.actions}>
        <Button ref={safe ? undefined : first} onClick={() => close(false)}>Cancel</Button>
        <Button kind={safe && !isStarted ? "outline" : "filled"} onClick={() => close(true)}>
          {isStarted ? "I saved it" : action}
        </Button>
        {/* Its place stays the same, so that a double click does not confirm. */}
        {safe && (
          <Button ref={first} kind={isStarted ? "outline" : "filled"} onClick={save}>
            {isStarted ? "Download again" : safe.action}
          </Button>
        )}
      </div>
    </dialog>
  );
}
