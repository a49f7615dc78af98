/** The status of a certificate by its dates, the same on every page. */
import { counted } from "../../../core/kernel/formatting.ts";
import type { CertificateInfo } from "../../../core/x509/shapes.ts";
import { timeAgo } from "../../../core/kernel/dates.ts";
import type { Tone } from "../ui/base/tone.ts";

/** With fewer days left, a certificate expires soon. */
const EXPIRING_SOON_DAYS = 30;

interface DateStatus {
  /** Red: expired or not yet valid. Yellow: expiring soon. Green: all others. */
  tone: Tone;
  word: "Expired" | "Not yet valid" | "Expiring soon" | "Valid";
  /** The same as a sentence, with the days. */
  text: string;
}

/** Only about the dates: the chain has its own status. */
export function dateStatus(
  { isExpired, isNotYetValid, daysUntilExpiry: days }: Pick<
    CertificateInfo,
    "isExpired" | "isNotYetValid" | "daysUntilExpiry"
  >,
): DateStatus {
  if (isExpired) return { tone: "bad", word: "Expired", text: `It expired ${timeAgo(days)}.` };
  if (isNotYetValid) {
    return { tone: "bad", word: "Not yet valid", text: "Its validity has not begun." };
  }
  const text = days === 0
    ? "It expires within a day."
    : `${counted(days, "day")} ${days === 1 ? "remains" : "remain"}.`;
  return days < EXPIRING_SOON_DAYS
    ? { tone: "warn", word: "Expiring soon", text }
    : { tone: "good", word: "Valid", text };
}
