import { startTransition, useDeferredValue, useMemo, useState } from "react";
import { withCommas } from "../../../../core/kernel/formatting.ts";
import { Button } from "../base/button.tsx";
import { classNames } from "../../lib/text.ts";
import { CopyButton } from "../base/copy-button.tsx";
import * as styles from "./long-list.module.css";
import { Value } from "./value.tsx";
import { SearchField } from "../form/search-field.tsx";

/** From this length on, a list has a search field and scrolls. */
const SEARCH_FROM = 10;
/** The number of rows shown before the user shows all. */
const SHOWN = 100;

interface LongListProps {
  /** The name of the rows in the plural, such as "names". */
  what: string;
  rows: readonly { kind: string; value: string }[];
}

/** A list of up to thousands of rows, each with a type and a value. */
export function LongList({ what, rows }: LongListProps) {
  const [query, setQuery] = useState("");
  const [all, setAll] = useState(false);
  // Deferred, so that typing stays responsive while thousands of rows render.
  const wanted = useDeferredValue(query.trim().toLowerCase());
  const found = useMemo(
    () => wanted ? rows.filter((row) => row.value.toLowerCase().includes(wanted)) : rows,
    [rows, wanted],
  );
  const long = rows.length >= SEARCH_FROM;
  const shown = all ? found : found.slice(0, SHOWN);
  return (
    <div>
      {long && (
        <div className={styles.tools}>
          <SearchField
            label={`Search ${what}`}
            placeholder={`Search ${withCommas(rows.length)} ${what}`}
            value={query}
            onChange={setQuery}
          />
          <CopyButton
            name={`Copy all ${what}`}
            label="Copy all"
            text={() => rows.map((row) => row.value).join("\n")}
          />
        </div>
      )}
      <div
        className={styles.scroll}
        // A scrollable area must be reachable by keyboard.
        tabIndex={long ? 0 : undefined}
        role={long ? "group" : undefined}
        aria-label={long ? `All ${what}` : undefined}
      >
        <ul className={classNames(styles.rows, shown.length > SHOWN && styles.many)}>
          {shown.map((row, index) => (
            <li key={index}>
              <span className={styles.kind}>{row.kind}</span>
              <Value data>{row.value}</Value>
            </li>
          ))}
        </ul>
      </div>
      {(wanted || found.length > shown.length) && (
        <div className={styles.foot}>
          <span role="status">
            {wanted
              ? `${withCommas(found.length)} of ${withCommas(rows.length)} ${what} ${
                found.length === 1 ? "matches" : "match"
              }`
              : `${withCommas(shown.length)} of ${withCommas(found.length)} ${what} shown`}
          </span>
          {found.length > shown.length && (
            <Button
              size="small"
              onClick={() => startTransition(() => setAll(true))}
            >
              Show all {withCommas(found.length)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
