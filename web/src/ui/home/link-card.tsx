import type { ReactNode } from "react";
import * as styles from "../layout/card.module.css";
import { classNames } from "../../lib/text.ts";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";
import { Link } from "../navigation/link.tsx";

interface LinkCardProps {
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
