/** Requests that csr/generate would not write. */
import type { AlternativeName } from "../../core/names/alternative-name.ts";
import { subjectAltName } from "../../core/x509/issuing/extensions.ts";
import type { SubjectAttributes } from "../../core/x509/issuing/names.ts";
import { writeRequest } from "../../core/x509/issuing/request.ts";
import { makeKeyPair, signerWith } from "../../core/x509/issuing/signing.ts";
import { writePem } from "../../core/x509/pem/pem.ts";

/** A CSR in PEM with these names as they are, under the common name "a.test" or another subject. */
export async function requestFor(
  names: readonly AlternativeName[],
  subject: SubjectAttributes = { commonName: "a.test" },
): Promise<string> {
  const { spki, privateKey } = await makeKeyPair({ type: "ECC", curve: "P-256" }, "SHA-256");
  const extensions = names.length > 0 ? [subjectAltName(names, { critical: false })] : [];
  const signer = signerWith(privateKey, "ECC", "SHA-256");
  return writePem(
    "CERTIFICATE REQUEST",
    await writeRequest({ subject, publicKey: spki, extensions }, signer),
  );
}
