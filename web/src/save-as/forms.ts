/** The file formats for certificates and private keys, and the operation that writes each. */
import type { RequestOf } from "../../../core/kernel/contract.ts";
import type { certificateConvert } from "../../../core/certificate/contract.ts";
import type { keyConvert } from "../../../core/key/contract.ts";

type CertificateForm = Pick<RequestOf<typeof certificateConvert>, "format" | "encoding">;
type KeyForm = Pick<RequestOf<typeof keyConvert>, "format" | "encoding">;

type Form =
  & { readonly text: string; readonly hint: string }
  & ({ readonly of: "certificate" } & CertificateForm | { readonly of: "key" } & KeyForm);

const CERTIFICATE: Readonly<Record<string, Form>> = {
  pem: {
    of: "certificate",
    format: "certificate",
    text: "Certificate, PEM",
    hint: "Nearly every server and tool reads it.",
  },
  der: {
    of: "certificate",
    format: "certificate",
    encoding: "der",
    text: "Certificate, DER",
    hint: "The binary form (.crt, .cer): for Windows, Java and devices.",
  },
};

const CHAIN: Readonly<Record<string, Form>> = {
  chain: {
    of: "certificate",
    format: "chain",
    text: "Full chain, PEM",
    hint: "All certificates in one file, as nginx and most servers expect.",
  },
  p7b: {
    of: "certificate",
    format: "pkcs7",
    encoding: "der",
    text: "Chain, PKCS#7",
    hint: "All certificates in one .p7b file: for Windows, IIS and Java's keytool.",
  },
};

const PUBLIC_KEY: Readonly<Record<string, Form>> = {
  publicKey: {
    of: "certificate",
    format: "public-key",
    text: "Public key, PEM",
    hint: "SubjectPublicKeyInfo, for key pinning and for checking tokens.",
  },
  publicJwk: {
    of: "certificate",
    format: "jwk",
    text: "Public key, JSON Web Key",
    hint: "With the certificates in it (x5c), for OpenID and signed tokens.",
  },
  openssh: {
    of: "certificate",
    format: "openssh-public",
    text: "Public key, OpenSSH",
    hint: "One line, for authorized_keys.",
  },
};

const KEY: Readonly<Record<string, Form>> = {
  pkcs8: {
    of: "key",
    format: "pkcs8",
    text: "Private key, PKCS#8",
    hint: "Not encrypted. For current servers.",
  },
  encrypted: {
    of: "key",
    format: "pkcs8-encrypted",
    text: "Private key, PKCS#8 encrypted",
    hint: "Encrypted with AES-256 (PBES2). Current programs open it with the passphrase.",
  },
  pkcs8Der: {
    of: "key",
    format: "pkcs8",
    encoding: "der",
    text: "Private key, PKCS#8 DER",
    hint: "Not encrypted, in binary form. For Java.",
  },
  traditional: {
    of: "key",
    format: "traditional",
    text: "Private key, PKCS#1 or SEC 1",
    hint: "Not encrypted: BEGIN RSA PRIVATE KEY or BEGIN EC PRIVATE KEY, for older programs.",
  },
  jwk: {
    of: "key",
    format: "jwk",
    text: "Private key, JSON Web Key",
    hint: "Not encrypted, with its public part.",
  },
};

/** Formats for the public part of a key without a certificate. */
const PUBLIC_PART: Readonly<Record<string, Form>> = {
  publicKey: { ...PUBLIC_KEY.publicKey, of: "key", format: "public-key" },
  publicJwk: {
    of: "key",
    format: "public-jwk",
    text: "Public key, JSON Web Key",
    hint: "Without the private part.",
  },
  openssh: { ...PUBLIC_KEY.openssh, of: "key", format: "openssh-public" },
};

/** Returns the formats for these objects, in the order of the list. */
export function formsOf(
  { certificates, hasKey }: { certificates: number; hasKey: boolean },
): ReadonlyMap<string, Form> {
  return new Map(Object.entries({
    ...certificates > 0 ? CERTIFICATE : {},
    ...certificates > 1 ? CHAIN : {},
    ...hasKey ? KEY : {},
    ...certificates > 0 ? PUBLIC_KEY : PUBLIC_PART,
  }));
}
