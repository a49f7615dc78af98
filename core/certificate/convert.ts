/** certificate/convert: certificates as they are, in the file that a program asks for. */
import type { Budget } from "../kernel/context.ts";
import type { InputOf } from "../kernel/contract.ts";
import { OperationError } from "../kernel/errors.ts";
import type { Operation } from "../kernel/execute.ts";
import { portableName } from "../file-names.ts";
import { requireCertificates } from "../x509/cms/bundles.ts";
import { writePkcs7 } from "../x509/cms/pkcs7.ts";
import { opensshPublicKey, publicJsonWebKey, writeJson } from "../x509/keys/export/write-keys.ts";
import { comparableKey } from "../x509/keys/key-comparison.ts";
import type { Certificate } from "../x509/objects/certificates.ts";
import { EXTENSION } from "../x509/objects/extensions/identifiers.ts";
import { loadFingerprintDigests } from "../x509/objects/certificate-info.ts";
import { encodeBase64, encodeBase64Url } from "../x509/pem/base64.ts";
import { writePem } from "../x509/pem/pem.ts";
import { derFile, PEM, textFile, type WrittenFile } from "../x509/pem/written-file.ts";
import * as TEXT from "../texts.ts";
import type { certificateConvert } from "./contract.ts";

type Input = InputOf<typeof certificateConvert>;

/**
 * One file with the certificates of a text, in PEM or DER, as PKCS#7, JSON Web Key or OpenSSH's
 * public key. Throws what `requireCertificates` throws, `invalid_input` for a chain in DER, and
 * `unsupported` where the key has no such form.
 */
export const convert: Operation<typeof certificateConvert> = async (input, { budget }) => {
  const bundle = requireCertificates(input.certificate, budget, "certificate");
  const certificates = bundle.certificates.map(({ certificate }) => certificate);
  const holdsAll = input.format === "chain" || input.format === "pkcs7";
  const name = input.name.trim() || nameOf(certificates[0]);
  const { ending, ...file } = await write(certificates, { ...input, name }, budget);
  return {
    ...file,
    filename: portableName(name, "certificate") + ending,
    certificates: holdsAll || input.format === "jwk" ? certificates.length : 1,
    setAside: bundle.setAside.map(({ position, message }) => ({ position, message })),
  };
};

async function write(
  certificates: readonly Certificate[],
  { format, encoding, name }: Input,
  budget: Budget,
): Promise<WrittenFile> {
  const [first] = certificates;
  const { publicKey } = first;
  switch (format) {
    case "certificate":
      return derFile(first.bytes, CERTIFICATE, encoding);
    case "chain":
      if (encoding === "der") {
        throw new OperationError("invalid_input", TEXT.chainWithoutDer, "encoding");
      }
      return textFile(certificates.map(({ bytes }) => writePem("CERTIFICATE", bytes)).join(""), {
        ending: "_chain.pem.txt",
        mediaType: PEM,
      });
    case "pkcs7":
      return derFile(writePkcs7(certificates.map(({ bytes }) => bytes)), PKCS_7, encoding);
    case "public-key":
      return derFile(
        publicKey.bytes.subarray(publicKey.start, publicKey.end),
        PUBLIC_KEY,
        encoding,
      );
    case "jwk": {
      const { sha256 } = await loadFingerprintDigests();
      const jwk = {
        ...publicJsonWebKey(comparableKey(publicKey, budget)),
        // RFC 7517, 4.7 and 4.9: base64 for the one, base64url for the other.
        x5c: certificates.map(({ bytes }) => encodeBase64(bytes)),
        "x5t#S256": encodeBase64Url(sha256(first.bytes)),
      };
      return textFile(writeJson(jwk), {
        ending: ".jwk.json",
        mediaType: "application/jwk+json",
      });
    }
    case "openssh-public": {
      const line = opensshPublicKey(comparableKey(publicKey, budget), name);
      return textFile(line, { ending: ".pub", mediaType: "text/plain" });
    }
  }
}

/**
 * Media types: of a certificate by RFC 2585, 4.1; of .p7b files the usual one, which is not
 * registered; for a public key there is none.
 */
const CERTIFICATE = {
  label: "CERTIFICATE",
  ending: ".crt",
  mediaType: "application/pkix-cert",
};
const PKCS_7 = {
  label: "PKCS7",
  ending: ".p7b",
  mediaType: "application/x-pkcs7-certificates",
};
const PUBLIC_KEY = {
  label: "PUBLIC KEY",
  ending: "_public.key",
  mediaType: "application/octet-stream",
};

/** Whose it is: the common name, else the first alternative name, else the organisation. */
function nameOf(certificate: Certificate): string {
  const { commonName, organizationName } = certificate.subject;
  return commonName || certificate.extension(EXTENSION.subjectAltName)?.value?.[0]?.value ||
    organizationName || "";
}
