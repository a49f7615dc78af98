import type { ReactNode } from "react";
import * as styles from "./empty-state.module.css";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";

interface EmptyStateProps {
  icon: IconName;
  heading: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** Takes the place of a result: says what will be there and how to get it. */
export function EmptyState({ icon, heading, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Icon name={icon} size={34} />
      <h2>{heading}</h2>
      <p>{children}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
