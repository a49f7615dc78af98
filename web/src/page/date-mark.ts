/** The tone and the word of a date in the calendar of a chain. */
import type { CalendarDate } from "../../../core/chain/contract.ts";
import { counted } from "../../../core/kernel/formatting.ts";
import type { Tone } from "../ui/base/tone.ts";

const DAY = 86_400_000;
const SOON = 30 * DAY;

/** `end`: when the certificate expires. `now` is in milliseconds since 1970. */
export function markOf(
  { kind, date, certainty, isPast }: Pick<CalendarDate, "kind" | "date" | "certainty" | "isPast">,
  now: number,
  end: string,
): { tone: Tone; verdict: string } {
  const left = Date.parse(date) - now;
  const when = isPast
    ? "past"
    : left < DAY
    ? "today"
    : `in ${counted(Math.floor(left / DAY), "day")}`;
  switch (kind) {
    case "expires":
      if (isPast) return { tone: "bad", verdict: "expired" };
      return { tone: left < SOON ? "warn" : "good", verdict: when };
    case "renew":
      if (!isPast) return { tone: "good", verdict: when };
      // The verdict warns in the last 30 days; before that nothing is wrong.
      return Date.parse(end) - now < SOON
        ? { tone: "warn", verdict: "due" }
        : { tone: "info", verdict: "now is a good time" };
    case "issuer_expires":
      if (isPast) return { tone: "bad", verdict: "expired" };
      if (date < end) return { tone: "warn", verdict: "before the certificate" };
      return { tone: "good", verdict: "after the certificate" };
    case "next_certificate":
      return { tone: "info", verdict: isPast ? "in force" : when };
    case "root_limit":
    case "program_limit":
      return { tone: isPast ? "warn" : "info", verdict: isPast ? "past" : certainty };
  }
}
