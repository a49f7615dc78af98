/** Names of object identifiers of all sorts, for showing the structure of any object. */
import { CURVES, DIGESTS, PURPOSES } from "../asn1/oids.ts";
import { signatureScheme } from "../signatures/schemes.ts";
import { keyAlgorithmName } from "../keys/key-algorithms.ts";
import { extensionName } from "./extensions/identifiers.ts";
import { attributeTypeName } from "./names.ts";

/** The name of an identifier wherever one is known; null for all others. */
export function identifierName(oid: string): string | null {
  const known = PURPOSES.get(oid) ?? DIGESTS.get(oid) ?? CURVES.get(oid)?.name;
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
