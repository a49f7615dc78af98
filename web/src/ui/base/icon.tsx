import { classNames } from "../../lib/class-names.ts";
import * as styles from "./icon.module.css";
import type { IconName } from "./icon-name.ts";
import icons from "./icons.data.ts";

interface IconProps {
  name: IconName;
  /** Pixels, square. */
  size?: number;
  className?: string;
}

/** From here on, in pixels, its lines are thinner beside it. */
const LARGE = 28;

/** An icon of the family. Decoration: the word beside it says what it means. */
export function Icon({ name, size = 18, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      className={classNames(styles.icon, size >= LARGE && styles.large, className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      // Of our own build, and none of it typed by anybody.
      dangerouslySetInnerHTML={{ __html: icons[name] }}
    />
  );
}
