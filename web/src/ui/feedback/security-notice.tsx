import { Notice } from "./notice.tsx";

interface SecurityNoticeProps {
  /** Where the tool runs, which says what becomes of what is entered. */
  where?: "device" | "server";
  /** In its place, where it is not simply all or nothing that is sent. */
  children?: string;
}

/** On the home page and on every tool that has an endpoint. */
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
  server: "What you enter is sent to this site's server.",
};
