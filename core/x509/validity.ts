/** The validity of a certificate (RFC 5280, 4.1.2.5). Times are milliseconds since 1970. */

/** A certificate's period, both ends included. */
interface Period {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Whether a moment is before, within or after the validity. */
export function validityAt(
  { notBefore, notAfter }: Period,
  now: number,
): "before" | "within" | "after" {
  const second = wholeSecond(now);
  if (second < notBefore) return "before";
  return second > notAfter ? "after" : "within";
}

/** Drops the fraction of a second, which the dates of certificates do not have. */
export const wholeSecond = (now: number): number => now - now % 1000;

/** The length of the validity. It includes the whole of the last second. */
export const validityLength = ({ notBefore, notAfter }: Period): number =>
  notAfter - notBefore + 1000;
