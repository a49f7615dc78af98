import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from "react";
import { Button } from "../base/button.tsx";
import { Hidden, Stack } from "../layout/layout.tsx";
import * as styles from "./result-panel.module.css";
import { OutdatedContext, Verdict } from "./verdict.tsx";

interface ResultPanelProps {
  status: "idle" | "loading" | "result" | "error";
  /** Read out when a result is there: the verdict and no more. */
  announcement?: string;
  /** Shown before there is anything. */
  empty: ReactNode;
  /** Such as "Decoding..." */
  loading: string;
  onCancel: () => void;
  /** The input is another than the result's by now; a text says what that means and what to do. */
  outdated?: boolean | string;
  /** It came by itself: after a paste or a file it is scrolled to, and the focus is never moved. */
  how?: "asked" | "filled" | "typed";
  /** The next result comes by itself, so that nothing need be said of this one. */
  coming?: boolean;
  /** Another one when another result has come. */
  arrived?: unknown;
  /** What is wrong with a field, found without being asked: read out as a result is. */
  fault?: string | null;
  /** Milliseconds before it is scrolled to. */
  scrollDelay?: number;
  /** It comes before all else: in sight nothing moves but a focus that is nowhere. */
  heads?: boolean;
  /** The result or the error's banner. */
  children: ReactNode;
}

const OUTDATED = "Out of date";
const OUTDATED_TEXT = "The input was changed after this result was made. Run the tool again.";
const COMING_TEXT = "The input was changed after this result was made. The next one is on its way.";

/**
 * Where the result is shown. Below the input of a narrow screen, or where it arrives out of sight, it
 * is scrolled to and takes the focus; in sight beside the input it is only announced, and the focus
 * stays where the user works. A result of another input than the form's is marked and has no verdict.
 */
export function ResultPanel(
  {
    status,
    announcement = "",
    empty,
    loading,
    onCancel,
    outdated = false,
    how = "asked",
    coming = false,
    arrived,
    fault,
    scrollDelay = 0,
    heads = false,
    children,
  }: ResultPanelProps,
) {
  const panel = useRef<HTMLElement>(null);
  const said = { result: announcement, idle: fault ?? "", loading: "", error: "" }[status];
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      data-status={status}
      aria-label="Result"
    >
      <Hidden>
        <span role="status">{!outdated ? said : coming ? "" : OUTDATED}</span>
      </Hidden>
      {status === "idle" && empty}
      {status === "loading" && (
        <div className={styles.loading}>
          <div className={styles.bar} />
          <p>{loading}</p>
          <Button size="small" kind="quiet" onClick={onCancel}>Cancel</Button>
        </div>
      )}
      {status === "error" && children}
      {status === "result" && (
        <div className={styles.result}>
          <Stack>
            {outdated && (
              <Verdict tone="neutral" title={OUTDATED}>
                {coming ? COMING_TEXT : outdated === true ? OUTDATED_TEXT : outdated}
              </Verdict>
            )}
            <Suspense>
              <OutdatedContext value={outdated !== false}>{children}</OutdatedContext>
              <Arrival
                panel={panel}
                delay={scrollDelay}
                how={how}
                arrived={arrived}
                focuses
                heads={heads}
              />
            </Suspense>
          </Stack>
        </div>
      )}
      {status === "error" && <Arrival panel={panel} delay={scrollDelay} how={how} />}
    </section>
  );
}

interface ArrivalProps extends Pick<ResultPanelProps, "arrived"> {
  panel: RefObject<HTMLElement | null>;
  delay: number;
  how: NonNullable<ResultPanelProps["how"]>;
  /** It is a result: an error's field takes the focus itself. */
  focuses?: boolean;
  heads?: boolean;
}

/**
 * Brings the panel into sight once what is beside it is drawn, code that comes late included. Nothing
 * moves under the hands of who types.
 */
function Arrival({ panel, delay, how, arrived, focuses, heads }: ArrivalProps) {
  useEffect(() => {
    if (how === "typed") return;
    const reveal = () => {
      const element = panel.current!;
      const { top, left } = element.getBoundingClientRect();
      // The header stays at the top of the window and would cover it.
      const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
      const isBeside = left > innerWidth / 4;
      const isInSight = top >= covered && top < innerHeight * 0.6;
      if (heads) {
        // Somebody may work below it by the time that its code is there.
        if (document.activeElement !== document.body) return;
        if (isInSight) return element.focus({ preventScroll: true });
      }
      if (isInSight && (isBeside || !focuses || how === "filled")) return;
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      element.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
      if (focuses && how === "asked") element.focus({ preventScroll: true });
    };
    if (delay === 0) return reveal();
    const timer = setTimeout(reveal, delay);
    return () => clearTimeout(timer);
  }, [panel, delay, focuses, heads, how, arrived]);
  return null;
}
