import { useId } from "react";
import { Icon } from "../base/icon.tsx";
import * as styles from "./where-it-runs.module.css";

type Place = "device" | "server";

const PLACES: Readonly<Record<Place, string>> = {
  device: "On this device",
  server: "On the server",
};

interface WhereItRunsProps {
  where: Place;
  /** The reason why the user cannot choose; null if there is a choice. */
  forced: string | null;
  onChange: (where: Place) => void;
  /** A line below: the meaning of the choice, or where the last result was made. */
  note: string;
}

/** Shows and changes where the tool runs. */
export function WhereItRuns({ where, forced, onChange, note }: WhereItRunsProps) {
  const id = useId();
  return (
    <div className={styles.where}>
      <div className={styles.pill} data-where={where} data-print="none">
        <Icon name={where === "device" ? "good" : "server"} size={16} />
        {forced === null
          ? (
            <>
              <label htmlFor={id}>Where it runs</label>
              <select
                id={id}
                value={where}
                aria-describedby={`${id}-note`}
                onChange={(event) => onChange(event.currentTarget.value as Place)}
              >
                {Object.entries(PLACES).map(([value, text]) => (
                  <option key={value} value={value}>{text}</option>
                ))}
              </select>
              <Icon name="chevron" size={14} className={styles.chevron} />
            </>
          )
          : (
            <>
              <span className={styles.label}>Where it runs</span>
              <strong>{PLACES[where]}</strong>
            </>
          )}
      </div>
      <p id={`${id}-note`} className={styles.note}>{forced ?? note}</p>
    </div>
  );
}
