/** Describes each field of the API's input in a sentence. Only the build reads it. */
import { AUTHORITIES } from "../../../../core/caa/authorities.ts";
import { aboutFields } from "../../../../core/examples.generated.ts";

/** Fields that several tools have. The fields of one tool are described in its examples.ts. */
const SHARED: Readonly<Record<string, string>> = {
  at: "The time at which dates are checked, in ISO 8601 and UTC.",
  caCertificate: "The certificate of your CA, PEM or DER in base64.",
  caPassphrase: "The passphrase of the key or PFX file of your CA.",
  caPfx: "Your CA as a PFX file in base64, in place of certificate and key.",
  caPrivateKey: "The private key of your CA.",
  certificate: "One or several certificates: PEM with any text around it, DER or PKCS#7 in base64.",
  country: "The country of the organization, as two letters of ISO 3166-1.",
  eccCurve: "The curve of a new ECC key.",
  encoding: "PEM text, or DER in base64.",
  format: "The format of the answer.",
  judgeAs:
    "Which rules apply: those for public TLS servers, for private CAs (RFC 5280), for S/MIME and so on.",
  keySize: "The size in bits of a new RSA key.",
  keyType: "The type of a new key.",
  name: "The name of the file or the entry.",
  organization: "The organization's legal name.",
  passphrase: "The passphrase of the private key, if it is encrypted.",
  privateKey: "The private key: PKCS#8, PKCS#1, SEC 1, OpenSSH or JSON Web Key.",
  text: "A certificate or a CSR. Its names, subject and key type are copied.",
};

const AUTHORITY = "certificateAuthorities.";

/** @throws Error for a field without a description, which ends the build. */
export function aboutField(operation: string, field: string): string {
  const [tool] = operation.split("/");
  const own = aboutFields[tool] ?? {};
  const about = own[`${operation} ${field}`] ?? own[field] ?? SHARED[field];
  if (about) return about;
  const key = field.startsWith(AUTHORITY) ? field.slice(AUTHORITY.length) : null;
  const authority = AUTHORITIES.find((each) => each.key === key);
  if (authority) return `${authority.name} may issue.`;
  throw new Error(
    `Describe the field "${field}" of ${operation} in core/${tool}/examples.ts, "about"`,
  );
}
