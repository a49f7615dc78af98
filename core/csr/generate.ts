/** csr/generate: makes a key pair and a request that is signed with it. */
import { madeVerdict } from "../verdict/csr.ts";
import type { InputOf } from "../kernel/contract.ts";
import type { Operation } from "../kernel/execute.ts";
import { type AlternativeName, readAlternativeName } from "../names/alternative-name.ts";
import { readDomainName } from "../names/domain-name.ts";
import { readEmailAddress } from "../names/email-address.ts";
import { unicodeName } from "../names/unicode-domain-name.ts";
import {
  extendedKeyUsage,
  keyUsage,
  type KeyUsageName,
  subjectAltName,
} from "../x509/issuing/extensions.ts";
import { writeRequest } from "../x509/issuing/request.ts";
import { makeKeyPair, signerWith } from "../x509/issuing/signing.ts";
import { writePem } from "../x509/pem/pem.ts";
import type { csrGenerate } from "./contract.ts";
import type { RequestKey, RequestKeyKind } from "./given-key.ts";
import { MAX_COMMON_NAME, notesOn } from "./notes.ts";

type Input = InputOf<typeof csrGenerate>;

/** Makes the request. The contract has checked every field, so every name can be read. */
export const generate: Operation<typeof csrGenerate> = async (input, context) => {
  const isTls = input.certificateType === "SSL/TLS";
  const commonName = isTls
    ? readDomainName(input.commonName)!
    : readEmailAddress(input.commonName)!;
  // Without an e-mail address the request is for domains only.
  const email = readEmailAddress(input.email) ?? "";
  const names = alternativeNames(commonName, email, input);
  const { digestAlgorithm } = input;
  const key = input.privateKey.trim() === ""
    ? await newKey(input)
    // Loaded only when needed, because most keys are new.
    : await (await import("./given-key.ts")).givenKey(input, context);
  const { type } = key.kind;
  const subject = {
    ...input,
    commonName: commonName.length > MAX_COMMON_NAME ? "" : commonName,
    email,
  };
  // A request for domains only needs no country. If its common name is too long, nothing is left.
  const hasEmptySubject = subject.commonName === "" && input.domainOnly && input.country === "";
  const request = {
    subject,
    publicKey: key.publicKey,
    extensions: [
      keyUsage(usagesOf(input.certificateType, type)),
      extendedKeyUsage(isTls ? "serverAuth" : "emailProtection"),
      subjectAltName(names, { critical: hasEmptySubject }),
    ],
  };
  const csr = await writeRequest(request, signerWith(key.signingKey, type, digestAlgorithm));
  const eccCurve = key.kind.type === "ECC" ? key.kind.curve : null;
  const answer = {
    csr: writePem("CERTIFICATE REQUEST", csr),
    privateKey: key.pem,
    commonName,
    isWildcard: names.some(({ value }) => value.startsWith("*.")),
    keyType: type,
    keySize: key.kind.type === "RSA" ? key.kind.bits : null,
    eccCurve,
    digestAlgorithm: type === "RSA" || type === "ECC" ? digestAlgorithm : null,
    subjectAltName: names.map(({ type, value }) => ({
      type,
      value,
      unicode: unicodeName(value),
    })),
    notes: [
      ...notesOn({
        ...input,
        commonName,
        keyType: type,
        eccCurve: eccCurve ?? input.eccCurve,
      }),
      ...key.notes,
    ],
  };
  return { ...answer, verdict: madeVerdict(answer) };
};

/** The distinct names: the common name, the e-mail address for S/MIME, and the further names. */
function alternativeNames(commonName: string, email: string, input: Input): AlternativeName[] {
  const names = new Map<string, AlternativeName>();
  const add = (name: AlternativeName) => {
    // Domains are in lower case already; the local part of an e-mail address is case-sensitive.
    const key = `${name.type}:${name.value}`;
    if (!names.has(key)) names.set(key, name);
  };
  if (input.certificateType === "SSL/TLS") add({ type: "DNS", value: commonName });
  else {
    add({ type: "email", value: commonName });
    add({ type: "email", value: email });
  }
  for (const text of input.subjectAltNames) if (text.trim() !== "") add(readAlternativeName(text)!);
  return [...names.values()];
}

/** The key usages: signing, and encryption or key agreement if the protocol uses the key for it. */
function usagesOf(
  certificateType: Input["certificateType"],
  keyType: Input["keyType"],
): KeyUsageName[] {
  if (keyType === "RSA") return ["digitalSignature", "keyEncipherment"];
  // These keys can only sign (RFC 8410, 5; RFC 9881, 5).
  if (keyType !== "ECC") return ["digitalSignature"];
  // A TLS server's EC key only signs, because the keys for key agreement are made for each connection.
  return certificateType === "S/MIME" ? ["digitalSignature", "keyAgreement"] : ["digitalSignature"];
}

/** Makes a key of the requested kind. Throws `unsupported` if the engine cannot make one. */
async function newKey(input: Input): Promise<RequestKey> {
  const { keyType, keySize, eccCurve, digestAlgorithm } = input;
  const kind: RequestKeyKind = keyType === "RSA"
    ? { type: keyType, bits: keySize }
    : keyType === "ECC"
    ? { type: keyType, curve: eccCurve }
    : { type: keyType };
  const { spki, pkcs8, privateKey } = await makeKeyPair(kind, digestAlgorithm);
  return {
    kind,
    publicKey: spki,
    signingKey: privateKey,
    pem: writePem("PRIVATE KEY", pkcs8),
    notes: [],
  };
}
