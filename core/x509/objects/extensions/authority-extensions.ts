/** Reads the extensions that lead to the issuer: its key identifier and the address of its certificate. */
import { constructed, type Der, eachOf, primitive, TAG } from "../../asn1/der.ts";
import { readGeneralName, readNamesIn } from "../general-names.ts";
import { toHex } from "../../asn1/hex.ts";
import { readOid } from "../../asn1/oids.ts";
import type { GeneralName } from "../../shapes.ts";
import { formatSerialNumber } from "../serial-numbers.ts";

/** AuthorityKeyIdentifier (RFC 5280, 4.2.1.1). An absent member is null. */
interface AuthorityKeyIdentifier {
  /** Upper-case hex. */
  keyIdentifier: string | null;
  authorityCertIssuer: GeneralName[] | null;
  authorityCertSerialNumber: string | null;
}

/** Reads AuthorityKeyIdentifier. Throws DerError. */
export function readAuthorityKeyIdentifier(
  der: Der,
  start: number,
  limit: number,
): AuthorityKeyIdentifier {
  der.expect(start, limit, TAG.SEQUENCE, "Authority key identifier");
  const end = der.end;
  der.finish(end, limit, "Authority key identifier");
  let at = der.body;
  const identifier: AuthorityKeyIdentifier = {
    keyIdentifier: null,
    authorityCertIssuer: null,
    authorityCertSerialNumber: null,
  };
  if (der.optional(at, end, primitive(0))) {
    at = der.end;
    identifier.keyIdentifier = toHex(der.bytes, der.body, der.end);
  }
  if (der.optional(at, end, constructed(1))) {
    at = der.end;
    identifier.authorityCertIssuer = readNamesIn(der, der.body, at);
  }
  if (der.optional(at, end, primitive(2))) {
    at = der.end;
    identifier.authorityCertSerialNumber = formatSerialNumber(der.bytes, der.body, der.end);
  }
  der.finish(at, end, "Authority key identifier");
  return identifier;
}

/** AccessDescription: "caIssuers", "ocsp" or the OID of another method, and the location. */
interface AccessDescription {
  method: string;
  location: GeneralName;
}

const METHODS: ReadonlyMap<string, string> = new Map([
  ["1.3.6.1.5.5.7.48.1", "ocsp"],
  ["1.3.6.1.5.5.7.48.2", "caIssuers"],
  ["1.3.6.1.5.5.7.48.3", "timeStamping"],
  ["1.3.6.1.5.5.7.48.5", "caRepository"],
]);

/** Reads AuthorityInfoAccessSyntax and SubjectInfoAccessSyntax (RFC 5280, 4.2.2). */
export function readInfoAccess(der: Der, start: number, limit: number): AccessDescription[] {
  const descriptions: AccessDescription[] = [];
  eachOf(der, start, limit, "Information access", () => {
    const end = der.end;
    der.require(TAG.SEQUENCE, "Access description");
    der.expect(der.body, end, TAG.OID, "Access method");
    const oid = readOid(der.bytes, der.body, der.end);
    der.next(der.end, end);
    der.finish(der.end, end, "Access description");
    descriptions.push({ method: METHODS.get(oid) ?? oid, location: readGeneralName(der) });
  });
  return descriptions;
}
