/** Whether a private key belongs to a certificate or CSR, as a status. */
import type { Tone } from "../ui/base/tone.ts";

/** `match`: null if this tool cannot verify it. */
export function matchStatus(match: boolean | null): { tone: Tone; text: string } {
  if (match === true) return { tone: "good", text: "Matches" };
  if (match === false) return { tone: "bad", text: "Does not match" };
  return { tone: "info", text: "Cannot be verified here" };
}
