import { type ReactNode, useEffect, useRef } from "react";
import { isDialogOpen } from "../../lib/screen.ts";
import { classNames } from "../../lib/text.ts";
import * as styles from "./form.module.css";
import { PlainForm } from "./plain-form.tsx";
import { Hidden } from "../base/hidden.tsx";

interface FormProps {
  /** Called by the button, by Enter in a one-line field, and by Ctrl or Cmd with Enter. */
  onSubmit: () => void;
  /** The buttons, the main one first. */
  actions: ReactNode;
  /** A form with one field and its button on the same line. */
  inline?: boolean;
  children: ReactNode;
}

/** A tool's form. The contract validates the input, with the texts of the specification. */
export function Form({ onSubmit, actions, inline, children }: FormProps) {
  const submit = useRef(onSubmit);
  useEffect(() => {
    submit.current = onSubmit;
  });
  useEffect(() => {
    // On the document, so that the shortcut works from the result too. A page has only one form.
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat;
      if (!wanted || event.defaultPrevented || isDialogOpen()) return;
      event.preventDefault();
      submit.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <PlainForm className={classNames(styles.form, inline && styles.inline)} onSubmit={onSubmit}>
      {children}
      <div className={styles.actions}>
        {actions}
        <kbd className={styles.keys}>
          <span aria-hidden="true">Ctrl ↵</span>
          <Hidden>Control or Command with Enter runs the tool</Hidden>
        </kbd>
      </div>
    </PlainForm>
  );
}
