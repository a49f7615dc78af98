/** Names object identifiers of every kind, for the view of an object's ASN.1 structure. */
import { CURVES, DIGESTS, PURPOSES } from "../asn1/oids.ts";
import { signatureScheme } from "../signatures/signatures.ts";
import { keyAlgorithmName } from "../keys/key-algorithms.ts";
import { extensionName } from "./extensions/identifiers.ts";
import { attributeTypeName } from "./names.ts";

/** Statements of qualified certificates (RFC 3739, 3.2.6; ETSI EN 319 412-5). */
const STATEMENTS: ReadonlyMap<string, string> = new Map([
  ["1.3.6.1.5.5.7.11.1", "qcs-pkixQCSyntax-v1"],
  ["1.3.6.1.5.5.7.11.2", "qcs-pkixQCSyntax-v2"],
  ["0.4.0.1862.1.1", "qcs-QcCompliance"],
  ["0.4.0.1862.1.2", "qcs-QcLimitValue"],
  ["0.4.0.1862.1.3", "qcs-QcRetentionPeriod"],
  ["0.4.0.1862.1.4", "qcs-QcSSCD"],
  ["0.4.0.1862.1.5", "qcs-QcPDS"],
  ["0.4.0.1862.1.6", "qcs-QcType"],
  ["0.4.0.1862.1.6.1", "qct-esign"],
  ["0.4.0.1862.1.6.2", "qct-eseal"],
  ["0.4.0.1862.1.6.3", "qct-web"],
  ["0.4.0.1862.1.7", "qcs-QcCClegislation"],
]);

/** Returns the name of an identifier, or null if it is unknown. */
export function identifierName(oid: string): string | null {
  const known = PURPOSES.get(oid) ?? STATEMENTS.get(oid) ?? DIGESTS.get(oid) ??
    CURVES.get(oid)?.name;
  if (known !== undefined) return known;
  for (
    const name of [
      extensionName(oid),
      signatureScheme(oid).name,
      keyAlgorithmName(oid),
      attributeTypeName(oid),
    ]
  ) if (name !== oid) return name;
  return null;
}
