import { Icon } from "../base/icon.tsx";
import * as styles from "./long-list.module.css";

interface SearchFieldProps {
  /** Its name, such as "Search objects". */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** Searches what is already on the page. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  return (
    <span className={styles.search}>
      <Icon name="search" size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  );
}
