/** The certification request of PKCS#10 (RFC 2986, 4.1). */
import { Attributes, CertificationRequest, CertificationRequestInfo } from "@peculiar/asn1-csr";
import { AsnConvert } from "@peculiar/asn1-schema";
import { Attribute, type Extension, Extensions, SubjectPublicKeyInfo } from "@peculiar/asn1-x509";
import { type SubjectAttributes, subjectName } from "./names.ts";
import type { Signer } from "./signing.ts";

/** RFC 2985, 5.4.2: the attribute that carries the wanted extensions. */
const EXTENSION_REQUEST = "1.2.840.113549.1.9.14";

interface RequestParts {
  subject: SubjectAttributes;
  /** subjectPublicKeyInfo in DER. */
  publicKey: BufferSource;
  extensions: Extension[];
}

/** Writes a request and signs it. */
export async function writeRequest(
  { subject, publicKey, extensions }: RequestParts,
  signer: Signer,
): Promise<Uint8Array<ArrayBuffer>> {
  const values = [AsnConvert.serialize(new Extensions(extensions))];
  const info = new CertificationRequestInfo({
    subject: subjectName(subject),
    subjectPKInfo: AsnConvert.parse(publicKey, SubjectPublicKeyInfo),
    attributes: new Attributes([new Attribute({ type: EXTENSION_REQUEST, values })]),
  });
  const request = new CertificationRequest({
    certificationRequestInfo: info,
    signatureAlgorithm: signer.algorithm,
    signature: await signer.sign(AsnConvert.serialize(info)),
  });
  return new Uint8Array(AsnConvert.serialize(request));
}
