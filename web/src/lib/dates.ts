/** Dates in sentences of the engine, and the clock that dates were checked against. */
import { dateTime, day } from "../../../core/kernel/dates.ts";

const WRITTEN = /(?<![\w./-])(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d) UTC)?(?=[.,;:)]{0,2}(?:\s|$))/g;

/** Rewrites the ISO 8601 dates in a sentence as pages show dates. */
export function withDates(sentence: string): string {
  return sentence.replace(
    WRITTEN,
    (_, date: string, time?: string) => time ? dateTime(`${date}T${time}Z`) : day(date),
  );
}

/** Names the clock that dates were checked against, because a wrong clock makes every date look wrong. */
export function clockText(where: "device" | "server", at: string): string {
  const whose = where === "device" ? "this device's" : "the server's";
  return `Dates are checked against ${whose} clock: ${day(at)}`;
}
