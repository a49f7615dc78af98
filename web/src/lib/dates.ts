/** Dates for people. Certificates are dated in UTC, and so is all that is shown of them. */

const DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** "2 Oct 2026" out of "2026-10-02T09:12:08Z". */
export function day(iso: string): string {
  return DAY.format(new Date(iso));
}

/** "2 Oct 2026, 09:12:08 UTC". */
export function dateTime(iso: string): string {
  return `${day(iso)}, ${iso.slice(11, 19)} UTC`;
}

/** Whose clock says what is expired: one that is wrong makes every date look wrong. */
export function toldBy(where: "device" | "server", at: string): string {
  const whose = where === "device" ? "this device's" : "the server's";
  return `Dates are told by ${whose} clock: ${day(at)}`;
}

/** What is left of a time in words: "expired 3 days ago", "8.5 years left", "40 days left". */
export function timeLeft(days: number): string {
  if (days < 0) return `expired ${amount(-days)} ago`;
  return days === 0 ? "less than a day left" : `${amount(days)} left`;
}

function amount(days: number): string {
  if (days >= 730) return `${(days / 365.25).toFixed(1)} years`;
  return days === 1 ? "1 day" : `${days.toLocaleString("en")} days`;
}
