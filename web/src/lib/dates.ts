/** The clock that dates were checked against. */
import { day } from "../../../core/kernel/dates.ts";

/** Names the clock that dates were checked against, because a wrong clock makes every date look wrong. */
export function clockText(where: "device" | "server", at: string): string {
  const whose = where === "device" ? "this device's" : "the server's";
  return `Dates are checked against ${whose} clock: ${day(at)}`;
}
