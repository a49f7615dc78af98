import type { ReactNode } from "react";
import styles from "./card.module.css";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-name.ts";
import { Link } from "./link.tsx";

export interface LinkCardProps {
  to: string;
  icon: IconName;
  heading: string;
  children: ReactNode;
}

/** A card that leads somewhere as a whole. */
export function LinkCard({ to, icon, heading, children }: LinkCardProps) {
  return (
    <article className={classNames(styles.card, styles.link)}>
      <Icon name={icon} size={26} />
      <h3>
        <Link to={to}>{heading}</Link>
      </h3>
      <p>{children}</p>
    </article>
  );
}
