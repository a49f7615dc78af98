/** OpenSSL's form of DSA keys: SEQUENCE { version, p, q, g, y, x }. */
import { Der, TAG } from "../../asn1/der.ts";
import { element, objectIdentifier } from "../../asn1/der-write.ts";
import { DSA } from "../key-algorithms.ts";
import type { KeyParts } from "./key-parts.ts";

/** Reads from the start: the five numbers have been counted. */
export function readTraditionalDsa(der: Der): KeyParts {
  const { bytes } = der;
  der.next(0, bytes.length);
  const end = der.end;
  der.next(der.body, end);
  const start = der.end;
  let at = start;
  for (let i = 0; i < 3; i++) {
    der.next(at, end);
    at = der.end;
  }
  const parameters = element(TAG.SEQUENCE, bytes.subarray(start, at));
  der.next(at, end);
  return {
    form: "DSA",
    oid: DSA,
    algorithm: element(TAG.SEQUENCE, objectIdentifier(DSA), parameters),
    parameters: {
      der: new Der(parameters, der.budget),
      start: 0,
      end: parameters.length,
    },
    start: at,
    end,
  };
}
