/** Reads Time ::= CHOICE { UTCTime, GeneralizedTime } (RFC 5280, 4.1.2.5) as milliseconds since 1970. */
import { type Der, DerError, TAG, tagName } from "./der.ts";

const DAY = 86_400_000;
/** RFC 5280, 4.1.2.5: dates before 2050 are a UTCTime, later ones a GeneralizedTime. */
const FIRST_GENERALIZED = Date.UTC(2050, 0, 1);

/**
 * Reads the Time whose header `der` has just read, in milliseconds since 1970. These forms, which RFC 5280
 * forbids, are findings: no seconds, a fraction (which is dropped), no zone (read as UTC), an offset, and a
 * GeneralizedTime before 2050. Throws DerError if it is not a date. With `place`, which names the time in the
 * finding, a date that does not exist, such as 30 February, is a finding too: it is counted on to the date that exists.
 * So is a time whose day can be read and the rest cannot.
 */
export function readTime(der: Der, place: string | null = null): number {
  const { tag, start } = der;
  if (tag === TAG.UTC_TIME) return readOrDay(der, true, place);
  if (tag !== TAG.GENERALIZED_TIME) {
    throw new DerError(`Time: expected UTCTime or GeneralizedTime, found ${tagName(tag)}`, start);
  }
  const time = readOrDay(der, false, place);
  if (time < FIRST_GENERALIZED) {
    der.findings.add("generalized_time_before_2050", start);
  }
  return time;
}

/** Reads the GeneralizedTime whose header `der` has just read, whatever its tag, as `readTime` does. */
export function readGeneralizedTime(der: Der): number {
  return readContent(der, false, null);
}

/** Reads the time, or with `place` only its day if the rest is malformed. */
function readOrDay(der: Der, isUtc: boolean, place: string | null): number {
  try {
    return readContent(der, isUtc, place);
  } catch (thrown) {
    if (!(thrown instanceof DerError) || place === null) throw thrown;
    const { bytes, start, body, end } = der;
    const octets = bytes.subarray(body, Math.min(end, body + MOST_SHOWN));
    const text = Array.from(octets, (octet) => String.fromCharCode(octet)).join("");
    const [, years, month, day] =
      (isUtc ? /^(\d\d)(\d\d)(\d\d)/ : /^(\d{4})(\d\d)(\d\d)/).exec(text) ?? [];
    if (years === undefined) throw thrown;
    const shown = text.replace(/[^ -~]/g, "?");
    der.findings.add("time_impossible", start, `${place}, "${shown}", is not a time`);
    const century = !isUtc ? 0 : Number(years) >= 50 ? 1900 : 2000;
    return daysSinceEpoch(century + Number(years), clamped(month, 12), clamped(day, 31)) * DAY;
  }
}

/** The octets of a malformed time that a finding shows. */
const MOST_SHOWN = 32;

const clamped = (digits: string, most: number): number =>
  Math.min(Math.max(Number(digits), 1), most);

function readContent(der: Der, isUtc: boolean, place: string | null): number {
  const { bytes, start, body, end } = der;
  let at = body;
  const two = (): number => {
    const tens = at + 1 < end ? bytes[at] - 0x30 : -1;
    const ones = at + 1 < end ? bytes[at + 1] - 0x30 : -1;
    if (tens < 0 || tens > 9 || ones < 0 || ones > 9) {
      throw new DerError("Time is not a valid date", at);
    }
    at += 2;
    return tens * 10 + ones;
  };
  let year = two();
  if (!isUtc) year = year * 100 + two();
  else year += year >= 50 ? 1900 : 2000;
  const month = two();
  const day = two();
  const hour = two();
  const minute = two();
  const hasSeconds = at < end && isDigit(bytes[at]);
  const second = hasSeconds ? two() : 0;
  if (
    month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month) ||
    hour > 23 || minute > 59 || second > 59
  ) {
    if (place === null) throw new DerError("Time is not a valid date", body);
    const shown = `${yearText(year)}-${TWO_DIGITS[month]}-${TWO_DIGITS[day]} ` +
      `${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[second]}`;
    der.findings.add("time_impossible", start, `${place}, ${shown}, does not exist`);
  }
  // Month 13 is the January of the next year, and month 0 the December of the last.
  const whole = year * 12 + month - 1;
  let time = daysSinceEpoch(Math.floor(whole / 12), whole % 12 + 1, day) * DAY +
    ((hour * 60 + minute) * 60 + second) * 1000;
  if (hasSeconds && at + 1 === end && bytes[at] === 0x5a) return time;
  // RFC 5280 forbids every form that is read from here on.
  if (!isUtc && at < end && (bytes[at] === 0x2e || bytes[at] === 0x2c)) {
    at++;
    const fraction = at;
    while (at < end && isDigit(bytes[at])) at++;
    if (at === fraction) throw new DerError("Time is not a valid date", at);
  }
  if (at < end && bytes[at] === 0x5a) at++;
  else if (at < end && (bytes[at] === 0x2b || bytes[at] === 0x2d)) {
    const sign = bytes[at++] === 0x2b ? 1 : -1;
    const hours = two();
    const minutes = two();
    if (hours > 14 || minutes > 59) throw new DerError("Time is not a valid date", body);
    time -= sign * (hours * 60 + minutes) * 60_000;
  }
  der.finish(at, end, "Time");
  der.findings.add("time_not_der", start);
  return time;
}

const isDigit = (octet: number): boolean => octet >= 0x30 && octet <= 0x39;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : MONTHS[month - 1];

/** Returns days since 1970-01-01. Date.UTC would read the years 0 to 99 as 1900 to 1999. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  // In a year that begins in March the leap day is the last day.
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) +
    dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const TWO_DIGITS: readonly string[] = Array.from(
  { length: 100 },
  (_, number) => String(number).padStart(2, "0"),
);

/** Returns "2026-11-21T12:00:00Z", as dates are in answers. A year after 9999 has more digits. */
export function formatTime(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  const seconds = Math.floor((milliseconds - days * DAY) / 1000);
  // The inverse of daysSinceEpoch.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra -
    (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const minutes = Math.floor(seconds / 60);
  const date = `${yearText(year)}-${TWO_DIGITS[month]}-${TWO_DIGITS[day]}`;
  const hour = Math.floor(minutes / 60);
  return `${date}T${TWO_DIGITS[hour]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}Z`;
}

function yearText(year: number): string {
  if (year >= 1000) return String(year);
  // An offset can move the first day of the year 0 into the year before.
  return year < 0 ? `-${String(-year).padStart(6, "0")}` : String(year).padStart(4, "0");
}
