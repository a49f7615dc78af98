import { type ReactNode, useEffect, useRef, useState } from "react";
import * as styles from "./disclosure.module.css";
import { Icon } from "../base/icon.tsx";

interface DisclosureProps {
  summary: string;
  /** Opens it, for example to show an error inside. The user may close it again. */
  open?: boolean;
  /** A function is called from the first time that it is open, for expensive content. */
  children: ReactNode | (() => ReactNode);
}

/** Content that is shown on demand. */
export function Disclosure({ summary, open, children }: DisclosureProps) {
  const [opened, setOpened] = useState(Boolean(open));
  const [atFirst] = useState(open || undefined);
  const details = useRef<HTMLDetailsElement>(null);
  // The user may have opened the prerendered element before hydration.
  useEffect(() => {
    if (details.current!.open) setOpened(true);
  }, []);
  // It never closes by itself: the content below would jump, and a field inside would lose the focus.
  useEffect(() => {
    if (open) details.current!.open = true;
  }, [open]);
  const content = typeof children === "function" ? (opened || open) && children() : children;
  return (
    <details
      ref={details}
      className={styles.disclosure}
      open={atFirst}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary>
        <Icon name="chevron" size={16} />
        {summary}
      </summary>
      <div className={styles.content}>{content}</div>
    </details>
  );
}
