import {
  Fragment,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from "react";
import { coveredByHeader } from "../../lib/screen.ts";
import { Button } from "../base/button.tsx";
import { Hidden, Stack } from "../layout/layout.tsx";
import * as styles from "./result-panel.module.css";
import { OutdatedContext, Verdict } from "./verdict.tsx";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";

interface ResultPanelProps {
  status: "idle" | "loading" | "result" | "error";
  /** Read out when a result is there: the verdict and no more. */
  announcement?: string;
  /** Shown before there is anything. */
  empty: ReactNode;
  /** Such as "Decoding...". */
  loading: string;
  onCancel: () => void;
  /** The form holds another input than the result was made of; a text says what to do. */
  outdated?: boolean | string;
  /**
   * How the result came about. After a paste or a file it is scrolled to, but only a press moves
   * the focus to it.
   */
  how?: "asked" | "filled" | "typed";
  /** The next result is on its way, so nothing is announced of this one. */
  coming?: boolean;
  /** Changes whenever another result has come. */
  arrived?: unknown;
  /** A field's fault that was found without a press: it is read out like a result. */
  fault?: string | null;
  /** Milliseconds before it is scrolled to. */
  scrollDelay?: number;
  /**
   * The panel is at the top of the page: while it is in sight nothing scrolls, and it takes only a
   * focus that is nowhere.
   */
  heads?: boolean;
  /** The result or the error's banner. */
  children: ReactNode;
}

const OUTDATED = "Out of date";
const OUTDATED_TEXT = "The input was changed after this result was made. Run the tool again.";
const COMING_TEXT = "The input was changed after this result was made. The next one is on its way.";

/**
 * Where the result is shown. Below the input on a narrow screen, or out of sight, the result is
 * scrolled to and takes the focus. In sight beside the input it is only announced, and the focus
 * stays where the user works. A result of another input than the form's is marked and shows no
 * verdict.
 */
export function ResultPanel(props: ResultPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const isLoading = props.status === "loading";
  // The outcome of each run is mounted anew, even if the previous one is still there: it is read out
  // and scrolled to.
  const [{ wasLoading, runs }, setRuns] = useState({ wasLoading: isLoading, runs: 0 });
  if (wasLoading !== isLoading) {
    setRuns({ wasLoading: isLoading, runs: isLoading ? runs : runs + 1 });
  }
  const previous = useRef(props);
  useEffect(() => {
    if (!isLoading) previous.current = props;
  });
  // The previous result is removed one frame after the press: on a slow phone, removing a long one
  // takes as long as the rest of the frame that shows the button as pressed.
  const showsLoading = useDeferredValue(isLoading);
  const {
    status,
    empty,
    loading,
    onCancel,
    outdated = false,
    how = "asked",
    coming = false,
    arrived,
    scrollDelay = 0,
    heads = false,
    children,
  } = isLoading && !showsLoading ? previous.current : props;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      data-status={status}
      aria-label="Result"
    >
      <div data-print="none">
        <Hidden>
          <span role="status">{announced(props)}</span>
        </Hidden>
      </div>
      {status === "idle" && empty}
      {status === "loading" && (
        <div className={styles.loading}>
          <div className={styles.bar} />
          <p>{loading}</p>
          <Button size="small" kind="quiet" onClick={onCancel}>Cancel</Button>
        </div>
      )}
      {status === "error" && <Fragment key={runs}>{children}</Fragment>}
      {status === "result" && (
        <div key={runs} className={styles.result}>
          <Stack>
            {outdated && (
              <Verdict tone="neutral" title={OUTDATED}>
                {coming ? COMING_TEXT : outdated === true ? OUTDATED_TEXT : outdated}
              </Verdict>
            )}
            <Suspense>
              <OutdatedContext value={outdated !== false}>{children}</OutdatedContext>
              {/* Unmounted at once, so that the next result is scrolled to, however soon it comes. */}
              {!isLoading && (
                <Arrival
                  panel={panel}
                  delay={scrollDelay}
                  how={how}
                  arrived={arrived}
                  focuses
                  heads={heads}
                />
              )}
            </Suspense>
          </Stack>
        </div>
      )}
      {status === "error" && !isLoading && <Arrival panel={panel} delay={scrollDelay} how={how} />}
    </section>
  );
}

function announced(
  { status, announcement = "", fault, outdated = false, coming = false }: ResultPanelProps,
): string {
  if (outdated) return coming ? "" : OUTDATED;
  return { result: announcement, idle: fault ?? "", loading: "", error: "" }[status];
}

interface ArrivalProps extends Pick<ResultPanelProps, "arrived"> {
  panel: RefObject<HTMLElement | null>;
  delay: number;
  how: NonNullable<ResultPanelProps["how"]>;
  /** True for a result. An error's field takes the focus itself. */
  focuses?: boolean;
  heads?: boolean;
}

/**
 * Scrolls the panel into view once everything beside it is drawn, late code included. Nothing moves
 * while the user types.
 */
function Arrival({ panel, delay, how, arrived, focuses, heads }: ArrivalProps) {
  useEffect(() => {
    if (how === "typed") return;
    const reveal = () => {
      const element = panel.current;
      // Gone already when the page is left within the delay: effects are undone after the refs.
      if (!element) return;
      const { top, left } = element.getBoundingClientRect();
      const isBeside = left > innerWidth / 4;
      const isInSight = top >= coveredByHeader() && top < innerHeight * 0.6;
      if (heads) {
        // The user may already work below by the time that the code has loaded.
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

interface EmptyStateProps {
  icon: IconName;
  heading: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** Takes the place of a result: says what will be there and how to get it. */
export function EmptyState({ icon, heading, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Icon name={icon} size={34} />
      <h2>{heading}</h2>
      <p>{children}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
