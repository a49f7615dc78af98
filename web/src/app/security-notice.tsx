import { Notice } from "../ui/notice.tsx";

/** Stands on the home page and on every tool that has an endpoint (specification, point 1). */
export function SecurityNotice() {
  return (
    <Notice icon="lock" heading="Security notice">
      For your privacy and security, use tools like these inside your own hosting or server
      environment. Here, what you enter is worked on by your own browser unless you choose the
      server.
    </Notice>
  );
}
