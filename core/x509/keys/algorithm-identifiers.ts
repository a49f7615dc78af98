/** AlgorithmIdentifier (RFC 5280, 4.1.1.2). */
import { type Der, TAG } from "../asn1/der.ts";
import { showOid } from "../asn1/oids.ts";

/** AlgorithmIdentifier as read. Offsets count from the start of the input. */
export interface AlgorithmIdentifier {
  readonly oid: string;
  readonly start: number;
  readonly end: number;
  /** Where the header of the parameters is; null when there are none. */
  readonly parametersStart: number | null;
}

/** Reads the AlgorithmIdentifier whose SEQUENCE header `der` has just read. */
export function readAlgorithmIdentifier(der: Der): AlgorithmIdentifier {
  const { start, end } = der;
  der.expect(der.body, end, TAG.OID, "ALGORITHM");
  const oid = showOid(der.bytes, der.body, der.end);
  let parametersStart: number | null = null;
  if (der.end < end) {
    parametersStart = der.end;
    der.next(parametersStart, end);
    der.finish(der.end, end, "ALGORITHM");
  }
  return { oid, start, end, parametersStart };
}

/**
 * Reports parameters that the algorithm must not have: `absent` where there must be none (RFC 5758,
 * RFC 8410), `null` where there must be NULL (RFC 3279, 2.3.1), `either` where both are accepted
 * (RFC 4055, 5).
 */
export function checkParameters(
  der: Der,
  { parametersStart: at, start, end }: AlgorithmIdentifier,
  wanted: "absent" | "null" | "either",
): void {
  const fits = at === null
    ? wanted !== "null"
    : wanted !== "absent" && der.bytes[at] === TAG.NULL && at + 2 === end;
  if (!fits) {
    der.findings.add(
      "parameters_wrong",
      "AN ALGORITHM DOES NOT HAVE THE PARAMETERS IT MUST HAVE",
      start,
    );
  }
}
