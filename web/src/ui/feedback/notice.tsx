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

interface SecurityNoticeProps {
  /** Where the tool runs, which decides whether the input is sent. */
  where?: "device" | "server";
  /** A different last sentence, for a tool that sends neither all nor nothing. */
  children?: string;
}

/** Shown on the home page and on the page of every tool with an endpoint. */
export function SecurityNotice({ where = "device", children }: SecurityNoticeProps) {
  return (
    <Notice icon="lock" heading="Security notice">
      For your privacy and security, use tools like these inside your own hosting or server
      environment. {children ?? ENTERED[where]}
    </Notice>
  );
}

const ENTERED: Readonly<Record<NonNullable<SecurityNoticeProps["where"]>, string>> = {
  device: "What you enter stays in this browser.",
  server: "What you enter is sent to our server.",
};
