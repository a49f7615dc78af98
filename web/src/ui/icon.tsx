import type { IconName } from "./icon-name.ts";
import icons from "./icons.data.ts";

export interface IconProps {
  name: IconName;
  /** Pixels, square. */
  size?: number;
  className?: string;
}

/** An icon of the family. Decoration: the word beside it says what it means. */
export function Icon({ name, size = 18, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size >= 28 ? 1.75 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
      // Of our own build, and none of it typed by anybody.
      dangerouslySetInnerHTML={{ __html: icons[name] }}
    />
  );
}
