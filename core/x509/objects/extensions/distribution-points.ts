/** Reads CRL distribution points (RFC 5280, 4.2.1.13 and 4.2.1.15). */
import {
  constructed,
  type Der,
  DerError,
  eachIn,
  eachOf,
  primitive,
  readNamedBits,
  TAG,
} from "../../asn1/der.ts";
import { readGeneralName } from "../general-names.ts";
import { readRdn } from "../names.ts";
import type { GeneralName } from "../../shapes.ts";
import { REASON_NAMES } from "../../reason-names.ts";

/** Bits of ReasonFlags in their order. */
export const REASONS = ["unused", ...REASON_NAMES] as const;

/** Readers for the names of a distribution point: one form is for display, another for comparison. */
export interface PointForm<Name, Fragment> {
  /** Reads the GeneralName whose header the cursor has just read. */
  readonly name: (der: Der) => Name;
  /** Reads the RelativeDistinguishedName whose header the cursor has just read. */
  readonly fragment: (der: Der) => Fragment;
}

const TEXT: PointForm<GeneralName, string> = { name: readGeneralName, fragment: readRdn };

/** DistributionPointName: either full names or a name relative to the issuer. */
export interface DistributionPointName<Name = GeneralName, Fragment = string> {
  names: Name[];
  /** The name relative to the issuer of the CRL, or null. For display it is RFC 4514 text. */
  relativeName: Fragment | null;
}

export interface DistributionPoint<Name = GeneralName, Fragment = string>
  extends DistributionPointName<Name, Fragment> {
  /** Empty if the CRL covers all reasons. */
  reasons: string[];
  /** Empty if the certificate's issuer issues the CRL. */
  crlIssuer: Name[];
}

/** Reads the points for display, as `readPointsAs` does. */
export const readDistributionPoints = (der: Der, start: number, limit: number) =>
  readPointsAs(TEXT, der, start, limit);

/**
 * Reads SEQUENCE OF DistributionPoint { [0] name, [1] reasons, [2] cRLIssuer }, all OPTIONAL, from the
 * header at `start`. Throws DerError.
 */
export function readPointsAs<Name, Fragment>(
  form: PointForm<Name, Fragment>,
  der: Der,
  start: number,
  limit: number,
): DistributionPoint<Name, Fragment>[] {
  const list: DistributionPoint<Name, Fragment>[] = [];
  eachOf(der, start, limit, "CRL distribution points", () => {
    const end = der.end;
    der.require(TAG.SEQUENCE, "Distribution point");
    const point: DistributionPoint<Name, Fragment> = {
      names: [],
      relativeName: null,
      reasons: [],
      crlIssuer: [],
    };
    let at = der.body;
    if (der.optional(at, end, constructed(0))) {
      at = der.end;
      Object.assign(point, readPointName(form, der));
    }
    if (der.optional(at, end, primitive(1))) {
      at = der.end;
      point.reasons = readNamedBits(der, REASONS, "Reasons");
    }
    if (der.optional(at, end, constructed(2))) {
      at = der.end;
      point.crlIssuer = namesIn(form, der, at);
    }
    der.finish(at, end, "Distribution point");
    list.push(point);
  });
  return list;
}

/**
 * Reads the DistributionPointName (RFC 5280, 4.2.1.13) whose explicit tag `der` has just read. Throws
 * DerError.
 */
export function readPointName<Name, Fragment>(
  form: PointForm<Name, Fragment>,
  der: Der,
): DistributionPointName<Name, Fragment> {
  const end = der.end;
  der.next(der.body, end);
  der.finish(der.end, end, "Name of a distribution point");
  if (der.tag === constructed(0)) {
    return { names: namesIn(form, der, der.end), relativeName: null };
  }
  if (der.tag === constructed(1)) return { names: [], relativeName: form.fragment(der) };
  throw new DerError("Name of a distribution point has an unknown form", der.start);
}

/** Reads the GeneralNames under the implicit tag that the cursor has just read, up to `end`. */
function namesIn<Name>({ name }: PointForm<Name, unknown>, der: Der, end: number): Name[] {
  const names: Name[] = [];
  eachIn(der, der.body, end, () => names.push(name(der)));
  return names;
}
