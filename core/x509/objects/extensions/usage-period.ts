/** Private key usage period (RFC 3280, 4.2.1.4; RFC 5280 leaves it out). */
import { type Der, primitive, TAG } from "../../asn1/der.ts";
import { formatTime, readGeneralizedTime } from "../../asn1/time.ts";

interface UsagePeriod {
  notBefore: string | null;
  notAfter: string | null;
}

/** SEQUENCE { [0] notBefore, [1] notAfter }, both IMPLICIT GeneralizedTime OPTIONAL. */
export function readUsagePeriod(der: Der, start: number, limit: number): UsagePeriod {
  der.expect(start, limit, TAG.SEQUENCE, "PRIVATE KEY USAGE PERIOD");
  const end = der.end;
  der.finish(end, limit, "PRIVATE KEY USAGE PERIOD");
  let at = der.body;
  const read: UsagePeriod = { notBefore: null, notAfter: null };
  if (der.optional(at, end, primitive(0))) {
    at = der.end;
    read.notBefore = formatTime(readGeneralizedTime(der));
  }
  if (der.optional(at, end, primitive(1))) {
    at = der.end;
    read.notAfter = formatTime(readGeneralizedTime(der));
  }
  der.finish(at, end, "PRIVATE KEY USAGE PERIOD");
  return read;
}
