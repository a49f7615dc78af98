/** Requests that csr/generate would not write. */
import type { AlternativeName } from "../../core/names/alternative-name.ts";
import { subjectAltName } from "../../core/x509/issuing/extensions.ts";
import { writeRequest } from "../../core/x509/issuing/request.ts";
import { makeKeyPair, signerWith } from "../../core/x509/issuing/signing.ts";
import { writePem } from "../../core/x509/pem/pem-write.ts";

/** A CSR in PEM with these names as they are, under the common name "a.test". */
export async function requestFor(names: readonly AlternativeName[]): Promise<string> {
  const { spki, privateKey } = await makeKeyPair({ type: "ECC", curve: "P-256" }, "SHA-256");
  const subject = {
    commonName: "a.test",
    organization: "",
    organizationUnit: "",
    city: "",
    state: "",
    country: "",
    email: "",
  };
  const extensions = [subjectAltName(names, { critical: false })];
  const signer = signerWith(privateKey, "ECC", "SHA-256");
  return writePem(
    "CERTIFICATE REQUEST",
    await writeRequest({ subject, publicKey: spki, extensions }, signer),
  );
}
