/**
 * Dates and times in sentences, in one form and in UTC, as certificates have them. The names of months are
 * listed because engines abbreviate them differently ("Sept").
 */
import { counted } from "./formatting.ts";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** The date of certificates without a well-defined end (RFC 5280, 4.1.2.5). */
export const NO_END = "9999-12-31T23:59:59Z";

/** "2 Oct 2026" for "2026-10-02T09:12:08Z", or for milliseconds since 1970. */
export function day(time: string | number): string {
  const date = new Date(time);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** "2 Oct 2026, 09:12:08 UTC" for an ISO 8601 time, or for milliseconds since 1970. */
export function dateTime(time: string | number): string {
  return `${day(time)}, ${new Date(time).toISOString().slice(11, 19)} UTC`;
}

/** The remaining time in words: "expired 3 days ago", "8.5 years left", "40 days left". */
export function timeLeft(days: number): string {
  if (days < 0) return `expired ${timeAgo(days)}`;
  return days === 0 ? "less than a day left" : `${amount(days)} left`;
}

/** `days`: whole days rounded down, as in the API's answers; -1 is less than a day ago. */
export function timeAgo(days: number): string {
  return days === -1 ? "less than a day ago" : `${amount(-days - 1)} ago`;
}

function amount(days: number): string {
  if (days >= 730) return `${(days / 365.25).toFixed(1)} years`;
  return counted(days, "day", "days");
}

/** The age of data in whole seconds; 0 if the clock is before its date. Both in milliseconds since 1970. */
export const ageInSeconds = (date: number, now: number): number =>
  Math.max(0, Math.floor((now - date) / 1000));
