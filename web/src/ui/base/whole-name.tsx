import { Hidden } from "./hidden.tsx";

interface WholeNameProps {
  /** The accessible name, such as "Copy CSR". */
  name: string;
  /** The part of the name that is shown, such as "Copy". */
  shown: string;
}

/**
 * The content of a button that shows only a part of its name. It is text and no `aria-label`: voice
 * control and tests that look for a field by its label must not find the buttons that name the field.
 */
export function WholeName({ name, shown }: WholeNameProps) {
  const at = name.indexOf(shown);
  if (at < 0) return name;
  const before = name.slice(0, at);
  const after = name.slice(at + shown.length);
  return (
    <>
      {before && <Hidden>{before}</Hidden>}
      {shown}
      {after && <Hidden>{after}</Hidden>}
    </>
  );
}
