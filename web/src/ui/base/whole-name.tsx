import * as styles from "./hidden.module.css";

interface WholeNameProps {
  /** The accessible name, such as "Copy CSR". */
  name: string;
  /** The part of the name that is shown, such as "Copy"; "" for a button with only an icon. */
  shown: string;
}

/**
 * The content of a button that shows only a part of its name. The rest is the text of pictures without a
 * file: it belongs to the name of the button and not to its text. With an `aria-label` the button
 * would be found by the label of the field whose name it has.
 */
export function WholeName({ name, shown }: WholeNameProps) {
  const at = name.indexOf(shown);
  if (at < 0) return name;
  const before = name.slice(0, at);
  const after = name.slice(at + shown.length);
  return (
    <>
      {before && <img className={styles.hidden} alt={before} />}
      {shown}
      {after && <img className={styles.hidden} alt={after} />}
    </>
  );
}
