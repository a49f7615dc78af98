/** Writes complete CRLs of version 2 (RFC 5280, 5.1), with the two extensions that section 5.2 requires. */
import { constructed, TAG } from "../asn1/der.ts";
import { element, integer, objectIdentifier, unsignedInteger } from "../asn1/der-write.ts";
import { CRL_EXTENSION } from "../objects/extensions/identifiers.ts";
import { time } from "./certificate.ts";
import { authorityKeyIdentifier } from "./extensions.ts";
import { signed, type Signer } from "./signing.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const V2 = integer(1);

export interface CrlEntryParts {
  /** A positive number, big-endian. */
  serialNumber: Bytes;
  /** Milliseconds since 1970. */
  revokedAt: number;
  /** CRLReason by number; null for none. */
  reason: number | null;
  /** Milliseconds since 1970; null for none. */
  invalidityDate: number | null;
}

interface CrlParts {
  /** The CA's subject in DER. */
  issuer: Bytes;
  /** Milliseconds since 1970. */
  thisUpdate: number;
  nextUpdate: number;
  /** Each in DER. */
  entries: readonly Uint8Array[];
  /** The octets of the CA's key identifier. */
  keyIdentifier: Uint8Array;
  /** A non-negative number, big-endian. */
  number: Uint8Array;
}

/** An entry (5.1.2.6). The reason "unspecified" is written as none, as 5.3.1 recommends. */
export function writeCrlEntry(
  { serialNumber, revokedAt, reason, invalidityDate }: CrlEntryParts,
): Bytes {
  const extensions = [
    ...reason === null || reason === 0
      ? []
      : [extension(CRL_EXTENSION.cRLReason, element(TAG.ENUMERATED, Uint8Array.of(reason)))],
    // Always a GeneralizedTime (5.3.2).
    ...invalidityDate === null
      ? []
      : [extension(CRL_EXTENSION.invalidityDate, generalizedTime(invalidityDate))],
  ];
  return element(
    TAG.SEQUENCE,
    unsignedInteger(serialNumber),
    time(revokedAt),
    ...extensions.length > 0 ? [element(TAG.SEQUENCE, ...extensions)] : [],
  );
}

/** Writes a CRL and signs it. A list without entries is left out (5.1.2.6). */
export async function writeCrl(parts: CrlParts, signer: Signer): Promise<Bytes> {
  const { issuer, thisUpdate, nextUpdate, entries, keyIdentifier, number } = parts;
  const tbs = element(
    TAG.SEQUENCE,
    V2,
    signer.algorithm,
    issuer,
    time(thisUpdate),
    time(nextUpdate),
    ...entries.length > 0 ? [element(TAG.SEQUENCE, ...entries)] : [],
    element(
      constructed(0),
      element(
        TAG.SEQUENCE,
        authorityKeyIdentifier(keyIdentifier),
        extension(CRL_EXTENSION.cRLNumber, unsignedInteger(number)),
      ),
    ),
  );
  return signed(tbs, signer, await signer.sign(tbs));
}

/** None of the extensions here is critical. */
const extension = (oid: string, value: Bytes): Bytes =>
  element(TAG.SEQUENCE, objectIdentifier(oid), element(TAG.OCTET_STRING, value));

function generalizedTime(milliseconds: number): Bytes {
  const text = new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z").replace(/[-:T]/g, "");
  return element(TAG.GENERALIZED_TIME, new TextEncoder().encode(text));
}
