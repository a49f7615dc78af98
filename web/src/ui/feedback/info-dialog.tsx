import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../base/button.tsx";
import * as styles from "./confirm.module.css";

interface InfoDialogProps {
  heading: string;
  onClose: () => void;
  children: ReactNode;
}

/** A text in a dialog. It opens when it is mounted. */
export function InfoDialog({ heading, onClose, children }: InfoDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{heading}</h2>
      <div className={styles.body}>{children}</div>
      <div className={styles.actions}>
        <Button kind="filled" onClick={() => dialog.current!.close()}>Close</Button>
      </div>
    </dialog>
  );
}
