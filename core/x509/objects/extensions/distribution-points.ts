/** CRL distribution points (RFC 5280, 4.2.1.13 and 4.2.1.15). */
import { constructed, type Der, DerError, primitive, TAG } from "../../asn1/der.ts";
import { readNamesIn } from "../general-names.ts";
import { readNamedBits } from "../../asn1/named-bits.ts";
import { readRdn } from "../names.ts";
import { eachOf } from "../../asn1/sequences.ts";
import type { GeneralName } from "../../shapes.ts";

/** Bits of ReasonFlags in their order. */
export const REASONS = [
  "unused",
  "keyCompromise",
  "cACompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "certificateHold",
  "privilegeWithdrawn",
  "aACompromise",
] as const;

export interface DistributionPointName {
  names: GeneralName[];
  /** The name relative to the issuer of the CRL as RFC 4514 text, or null. */
  relativeName: string | null;
}

export interface DistributionPoint extends DistributionPointName {
  /** Empty for all reasons. */
  reasons: string[];
  /** Empty when the certificate's issuer issues the CRL. */
  crlIssuer: GeneralName[];
}

/** SEQUENCE OF DistributionPoint { [0] name, [1] reasons, [2] cRLIssuer }, all OPTIONAL. */
export function readDistributionPoints(
  der: Der,
  start: number,
  limit: number,
): DistributionPoint[] {
  const list: DistributionPoint[] = [];
  eachOf(der, start, limit, "CRL DISTRIBUTION POINTS", () => {
    const end = der.end;
    der.require(TAG.SEQUENCE, "DISTRIBUTION POINT");
    const point: DistributionPoint = {
      names: [],
      relativeName: null,
      reasons: [],
      crlIssuer: [],
    };
    let at = der.body;
    if (der.optional(at, end, constructed(0))) {
      at = der.end;
      Object.assign(point, readDistributionPointName(der));
    }
    if (der.optional(at, end, primitive(1))) {
      at = der.end;
      point.reasons = readNamedBits(der, REASONS, "REASONS");
    }
    if (der.optional(at, end, constructed(2))) {
      at = der.end;
      point.crlIssuer = readNamesIn(der, der.body, at);
    }
    der.finish(at, end, "DISTRIBUTION POINT");
    list.push(point);
  });
  return list;
}

/**
 * DistributionPointName (RFC 5280, 4.2.1.13), whose explicit tag `der` has just read. Throws
 * DerError.
 */
export function readDistributionPointName(der: Der): DistributionPointName {
  const end = der.end;
  der.next(der.body, end);
  der.finish(der.end, end, "NAME OF A DISTRIBUTION POINT");
  if (der.tag === constructed(0)) {
    return { names: readNamesIn(der, der.body, der.end), relativeName: null };
  }
  if (der.tag === constructed(1)) return { names: [], relativeName: readRdn(der) };
  throw new DerError("NAME OF A DISTRIBUTION POINT HAS AN UNKNOWN FORM", der.start);
}
