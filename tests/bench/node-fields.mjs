/** The fields that each contender reads of a certificate, with `node:crypto` of Node or of Deno. */

/** Without the key, whose import takes most of the time in Deno. */
export const fieldsWithoutKey = (certificate) => [
  certificate.subject,
  certificate.issuer,
  certificate.validFrom,
  certificate.validTo,
  certificate.serialNumber,
  certificate.fingerprint256,
  certificate.subjectAltName,
  certificate.keyUsage,
  certificate.ca,
];

export function fieldsOf(certificate) {
  const { publicKey } = certificate;
  return [
    ...fieldsWithoutKey(certificate),
    publicKey.asymmetricKeyType,
    publicKey.asymmetricKeyDetails,
  ];
}
