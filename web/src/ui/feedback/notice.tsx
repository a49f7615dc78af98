import { type ReactNode, useId } from "react";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";
import * as styles from "./notice.module.css";

interface NoticeProps {
  icon?: IconName;
  heading: string;
  children: ReactNode;
}

/** Information that is neither a result nor an error. */
export function Notice({ icon = "info", heading, children }: NoticeProps) {
  const id = useId();
  return (
    <aside className={styles.notice} aria-labelledby={id}>
      <Icon name={icon} size={20} />
      <div>
        <h2 id={id}>{heading}</h2>
        <p>{children}</p>
      </div>
    </aside>
  );
}
