/** certificate/convert: writes certificates in the file format that a program needs. */
import { withoutRepetition } from "../x509/repeated-messages.ts";
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
import { repairedField } from "../x509/pem/repairs.ts";
import { encodeBase64, encodeBase64Url } from "../x509/pem/base64.ts";
import { writePem } from "../x509/pem/pem.ts";
import { derFile, PEM, textFile, type WrittenFile } from "../x509/pem/written-file.ts";
import * as TEXT from "../texts.ts";
import { writtenVerdict } from "../verdict/certificate.ts";
import type { certificateConvert } from "./contract.ts";

type Input = InputOf<typeof certificateConvert>;

/**
 * Returns the certificates of a text as one file: PEM, DER, PKCS#7, JSON Web Key or OpenSSH public key. Throws
 * the errors of `requireCertificates`, `invalid_input` for several certificates in DER, and `unsupported` if
 * the format does not support the key.
 */
export const convert: Operation<typeof certificateConvert> = async (input, { budget }) => {
  const bundle = requireCertificates(input.certificate, budget, "certificate");
  const certificates = bundle.certificates.map(({ certificate }) => certificate);
  const holdsAll = input.format === "chain" || input.format === "pkcs7";
  const name = input.name.trim() || nameOf(certificates[0]);
  const { ending, ...file } = await write(certificates, { ...input, name }, budget);
  const count = holdsAll || input.format === "jwk" ? certificates.length : 1;
  return {
    ...file,
    filename: portableName(name, "certificate") + ending,
    certificates: count,
    setAside: withoutRepetition(
      bundle.skipped.map(({ position, message }) => ({ position, message })),
    ),
    ...repairedField(bundle.repairs),
    verdict: writtenVerdict({ format: input.format, certificates: count }),
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
        // RFC 7517, 4.7 and 4.9: x5c is base64, the thumbprint base64url.
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
 * Media types: RFC 2585, 4.1 for a certificate, and the usual, unregistered one for .p7b files. Public keys have
 * none.
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

/** The common name, otherwise the first alternative name or the organization. */
function nameOf(certificate: Certificate): string {
  const { commonName, organizationName } = certificate.subject;
  return commonName || certificate.extension(EXTENSION.subjectAltName)?.value?.[0]?.value ||
    organizationName || "";
}
