import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { Hidden } from "./layout.tsx";
import styles from "./result-panel.module.css";

export interface ResultPanelProps {
  status: "idle" | "loading" | "result" | "error";
  /** Read out when a result is there: the verdict and no more. */
  announcement?: string;
  /** Shown before there is anything. */
  empty: ReactNode;
  /** Such as "Decoding..." */
  loading: string;
  onCancel: () => void;
  /** Milliseconds before it is scrolled to. */
  scrollDelay?: number;
  /** The result or the error's banner. */
  children: ReactNode;
}

/**
 * Where the result stands. When it arrives out of sight, below the input of a narrow screen, it is
 * scrolled to and takes the focus; beside the input it is only announced, and the focus stays where
 * the user works.
 */
export function ResultPanel(
  { status, announcement, empty, loading, onCancel, scrollDelay = 0, children }: ResultPanelProps,
) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (status !== "result" && status !== "error") return;
    const reveal = () => {
      const element = panel.current!;
      const { top } = element.getBoundingClientRect();
      if (top >= 0 && top < innerHeight * 0.6) return;
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      element.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
      // A field in error takes the focus itself; this is for what stands in here.
      if (status === "result") element.focus({ preventScroll: true });
    };
    if (scrollDelay === 0) return reveal();
    const timer = setTimeout(reveal, scrollDelay);
    return () => clearTimeout(timer);
  }, [status, scrollDelay]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      data-status={status}
      aria-label="Result"
    >
      <Hidden>
        <span role="status">{status === "result" ? announcement : ""}</span>
      </Hidden>
      {status === "idle" && empty}
      {status === "loading" && (
        <div className={styles.loading}>
          <div className={styles.bar} />
          <p>{loading}</p>
          <Button size="small" kind="quiet" onClick={onCancel}>Cancel</Button>
        </div>
      )}
      {(status === "result" || status === "error") && children}
    </section>
  );
}
