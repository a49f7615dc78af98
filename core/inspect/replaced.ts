/** Old certificates whose newer ones are among the files: verdicts and pages speak of them together. */
import type { ObjectRow } from "./contract.ts";

/** Whether it has expired and the files have a later certificate for its names. */
export function isReplaced({ findings }: Pick<ObjectRow, "findings">): boolean {
  const has = (code: string) => findings.some((finding) => finding.code === code);
  return has("expired") && has("superseded");
}
