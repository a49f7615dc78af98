import { Icon } from "../base/icon.tsx";
import * as styles from "./search-field.module.css";

interface SearchFieldProps {
  /** The accessible name, such as "Search objects". */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field for data on the page. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  return (
    <span className={styles.search}>
      <Icon name="search" size={16} />
      <input
        type="search"
        autoCapitalize="off"
        autoComplete="off"
        enterKeyHint="search"
        spellCheck={false}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  );
}
