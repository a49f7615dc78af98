import { classNames } from "../../lib/text.ts";
import * as styles from "./icon.module.css";
import type { IconName } from "./icon-name.ts";
import icons from "./icons.data.ts";

interface IconProps {
  name: IconName;
  /** Pixels, square. */
  size?: number;
  className?: string;
}

/** From this size on, in pixels, the lines are thinner in proportion. */
const LARGE = 28;

/** An icon, hidden from screen readers: the text next to it has the same meaning. */
export function Icon({ name, size = 18, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      className={classNames(styles.icon, size >= LARGE && styles.large, className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      // Markup from our build, never from a user.
      dangerouslySetInnerHTML={{ __html: icons[name] }}
    />
  );
}
