/** The operating system of this device, as the browser reports it. */

export type System = "windows" | "macos" | "linux" | "android" | "ios";

interface Reported {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/** Null for another system. An iPad reports that it is a Mac, but Macs have no touch screen. */
export function systemOf({ userAgent, maxTouchPoints }: Reported): System | null {
  if (/Android/.test(userAgent)) return "android";
  if (/iPhone|iPad|iPod/.test(userAgent)) return "ios";
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? "ios" : "macos";
  if (/Windows/.test(userAgent)) return "windows";
  return /Linux/.test(userAgent) ? "linux" : null;
}
