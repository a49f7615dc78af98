/** Writes the certification request of PKCS#10 (RFC 2986, 4.1). */
import { constructed, TAG } from "../asn1/der.ts";
import { element, integer, objectIdentifier } from "../asn1/der-write.ts";
import { type SubjectAttributes, writeName } from "./names.ts";
import { signed, type Signer } from "./signing.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** RFC 2985, 5.4.2: the attribute with the requested extensions. */
const EXTENSION_REQUEST = "1.2.840.113549.1.9.14";

const V1 = integer(0);

interface RequestParts {
  subject: SubjectAttributes;
  /** subjectPublicKeyInfo in DER. */
  publicKey: Bytes;
  /** Each in DER. */
  extensions: readonly Bytes[];
}

/** Writes a request and signs it. */
export async function writeRequest(
  { subject, publicKey, extensions }: RequestParts,
  signer: Signer,
): Promise<Bytes> {
  const requested = element(
    TAG.SEQUENCE,
    objectIdentifier(EXTENSION_REQUEST),
    element(TAG.SET, element(TAG.SEQUENCE, ...extensions)),
  );
  const info = element(
    TAG.SEQUENCE,
    V1,
    writeName(subject),
    publicKey,
    element(constructed(0), requested),
  );
  return signed(info, signer, await signer.sign(info));
}
