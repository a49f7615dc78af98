/** Writes dates as an iCalendar file (RFC 5545). */
import { printable } from "../kernel/formatting.ts";
import type { CalendarDate } from "./contract.ts";

export const CALENDAR_TYPE = "text/calendar";

interface CalendarParts {
  /** The subject of the dates, such as a host. */
  name: string;
  /** The fingerprint of the certificate: another import of the same dates replaces them. */
  fingerprint: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Reminds a week before. */
const ALARM = "-P7D";

/** Returns the file with the dates that are not past. It has names and dates only, nothing secret. */
export function calendarFile(
  dates: readonly CalendarDate[],
  { name, fingerprint, now }: CalendarParts,
): string {
  const id = fingerprint.replace(/[^0-9A-Fa-f]/g, "").slice(0, 32).toLowerCase();
  const stamp = instant(new Date(now).toISOString());
  const events = dates.filter(({ isPast }) => !isPast).flatMap((date) => {
    const summary = text(`${printable(name)}: ${date.title}`);
    return [
      "BEGIN:VEVENT",
      `UID:${id}-${date.kind}-${date.index}-${date.date.replace(/\D/g, "")}-${slug(date.title)}`,
      `DTSTAMP:${stamp}`,
      date.date.includes("T")
        ? `DTSTART:${instant(date.date)}`
        : `DTSTART;VALUE=DATE:${date.date.replaceAll("-", "")}`,
      `SUMMARY:${summary}`,
      `DESCRIPTION:${text(`${date.message} (${date.certainty}; ${date.clause})`)}`,
      "TRANSP:TRANSPARENT",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      `DESCRIPTION:${summary}`,
      `TRIGGER:${ALARM}`,
      "END:VALARM",
      "END:VEVENT",
    ];
  });
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//SSL Tools//Dates of certificates//EN",
    "CALSCALE:GREGORIAN",
    ...events,
    "END:VCALENDAR",
  ].map((line) => `${fold(line)}\r\n`).join("");
}

/** "20270608T120000Z" */
const instant = (iso: string): string => `${iso.slice(0, 19).replace(/[-:]/g, "")}Z`;

const slug = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** A TEXT value (3.3.11): controls are removed; backslash, semicolon, comma and line breaks are escaped. */
const text = (value: string): string =>
  value.replace(/[\\;,]/g, "\\$&").replace(/\r\n|[\r\n]/g, "\\n")
    // deno-lint-ignore no-control-regex -- a TEXT value must not have these
    .replace(/[\u0000-\u001f\u007f]/g, "");

const MAX_OCTETS = 75;

/** Folds a line (3.1): at most 75 octets in each part, and no character is divided. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > MAX_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
