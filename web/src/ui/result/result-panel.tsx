import {
  Fragment,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { coveredByHeader } from "../../lib/screen.ts";
import { Button } from "../base/button.tsx";
import { Stack } from "../layout/layout.tsx";
import { Hidden } from "../base/hidden.tsx";
import * as styles from "./result-panel.module.css";
import { OutdatedContext } from "./outdated.ts";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";

interface ResultPanelProps {
  status: "idle" | "loading" | "result" | "error";
  /** Announced when a result appears: only the verdict. */
  announcement?: string;
  /** Shown before the first result. */
  empty: ReactNode;
  loading: string;
  onCancel: () => void;
  /** The form's input has changed since the result. A string replaces the default advice. */
  outdated?: boolean | string;
  /**
   * The result is something that was made, such as a key. It stays as good as it was when the input
   * changes, in contrast to an answer about the input.
   */
  stays?: boolean;
  /** The cause of the run. The page scrolls to the result unless the user typed; only a click moves the focus. */
  how?: "asked" | "filled" | "typed";
  /** The next result is on its way, so this one is not announced as out of date. */
  coming?: boolean;
  /** Changes with each new result. */
  arrived?: unknown;
  /** A field's error that was found without a click: it is announced like a result. */
  fault?: string | null;
  /** Milliseconds before the page scrolls to the result. */
  scrollDelay?: number;
  /**
   * The panel is at the top of the page. The page does not scroll while the panel is in view, and the
   * panel takes the focus only if no other element has it.
   */
  heads?: boolean;
  /** The result, or the banner with the error. */
  children: ReactNode;
}

const OUTDATED = "Out of date";
const OUTDATED_TEXT = "The input was changed after this result was made. Run the tool again.";
const CHANGED_TEXT = "The form was changed after this was made.";
const COMING_TEXT = "The input was changed after this result was made. The next one is on its way.";

/**
 * The panel for the result. If the result is below the input or out of view, the page scrolls to it and
 * moves the focus. If it is in view next to the input, it is only announced, and the focus stays where
 * the user works. A result whose input has changed is marked as out of date and shows no verdict.
 */
export function ResultPanel(props: ResultPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const isLoading = props.status === "loading";
  // Mount the outcome of each run again, even if the previous one is still shown, so that it is
  // announced and scrolled to.
  const [{ wasLoading, runs }, setRuns] = useState({ wasLoading: isLoading, runs: 0 });
  if (wasLoading !== isLoading) {
    setRuns({ wasLoading: isLoading, runs: isLoading ? runs : runs + 1 });
  }
  const previous = useRef(props);
  useEffect(() => {
    if (!isLoading) previous.current = props;
  });
  // Remove the previous result one frame after the click: on a slow phone, removing a long result takes
  // as long as the rest of the frame that shows the button's active state.
  const showsLoading = useDeferredValue(isLoading);
  const {
    status,
    empty,
    loading,
    onCancel,
    outdated = false,
    stays = false,
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
      data-heads={heads || undefined}
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
            {outdated && stays && <p>{outdated === true ? CHANGED_TEXT : outdated}</p>}
            {outdated && !stays && (
              <div className={styles.outdated}>
                <h2>{OUTDATED}</h2>
                <p>{coming ? COMING_TEXT : outdated === true ? OUTDATED_TEXT : outdated}</p>
              </div>
            )}
            <Suspense>
              <OutdatedContext value={outdated !== false && !stays}>{children}</OutdatedContext>
              {/* Unmounted at once, so that the page scrolls to the next result even if it comes soon. */}
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
  { status, announcement = "", fault, outdated = false, stays, coming = false }: ResultPanelProps,
): string {
  if (outdated && !stays) return coming ? "" : OUTDATED;
  return { result: announcement, idle: fault ?? "", loading: "", error: "" }[status];
}

interface ArrivalProps extends Pick<ResultPanelProps, "arrived"> {
  panel: RefObject<HTMLElement | null>;
  delay: number;
  how: NonNullable<ResultPanelProps["how"]>;
  /** True for a result. For an error, its field takes the focus. */
  focuses?: boolean;
  heads?: boolean;
}

/**
 * Scrolls the panel into view when its siblings have rendered, including chunks that load late. Does not
 * scroll while the user types.
 */
function Arrival({ panel, delay, how, arrived, focuses, heads }: ArrivalProps) {
  const reveal = useEffectEvent(() => {
    const element = panel.current;
    // Null if the user left the page within the delay: React clears refs before effects.
    if (!element) return;
    const { top, left } = element.getBoundingClientRect();
    const isNextToInput = left > innerWidth / 4;
    // It may rest between two pixels.
    const isInSight = top > placeOf(element) - 1 && top < innerHeight * 0.6;
    const scroll = () => {
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      element.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
    };
    if (heads) {
      // The user may already work further below when the code has loaded.
      if (document.activeElement !== document.body) return;
      if (isInSight) {
        scroll();
        return element.focus({ preventScroll: true });
      }
    }
    const isKept = isNextToInput || !focuses || how === "filled";
    if (!isInSight || !isKept) {
      scroll();
      if (focuses && how === "asked") element.focus({ preventScroll: true });
    } else if (isNextToInput && focuses) {
      // The focus stays in the form, which is in view next to the result.
      scroll();
    }
  });
  useEffect(() => {
    if (how === "typed") return;
    if (delay === 0) return reveal();
    const timer = setTimeout(() => reveal(), delay);
    return () => clearTimeout(timer);
  }, [focuses, how, arrived, delay]);
  return null;
}

/** Where the top of the panel is in the window after it has scrolled into view. */
const placeOf = (panel: Element): number =>
  coveredByHeader() + (parseFloat(getComputedStyle(panel).scrollMarginTop) || 0);

interface EmptyStateProps {
  icon: IconName;
  heading: string;
  children: ReactNode;
  actions?: ReactNode;
  /** Without a sketch of a result, because none will come. */
  bare?: boolean;
}

/** Replaces a missing result: a dimmed sketch of one, and how to get it. */
export function EmptyState({ icon, heading, children, actions, bare }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {bare ? <Icon name={icon} size={34} /> : (
        <div className={styles.sketch} aria-hidden="true">
          <div>
            <Icon name={icon} size={20} />
          </div>
          <i />
          <i />
          <i />
          <p />
          <p />
        </div>
      )}
      <h2>{heading}</h2>
      <p>{children}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
