/** Old certificates whose newer ones are among the files: verdicts and pages speak of them together. */

/** Whether it has expired and the files have a later certificate for its names. */
export function isReplaced(
  { findings }: { readonly findings: readonly { readonly code: string }[] },
): boolean {
  const has = (code: string) => findings.some((finding) => finding.code === code);
  return has("expired") && has("superseded");
}
