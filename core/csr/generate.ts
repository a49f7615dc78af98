/**
 * csr/generate: a key pair, and a request that is signed with it.
 *
 * Keys and signatures are the platform's; the request's DER is written here. A general library would
 * do that too, but weighs 60 kB (gzip) and takes longer to load than a P-256 key takes to make.
 */
import type { InputOf } from "../kernel/contract.ts";
import { OperationError } from "../kernel/errors.ts";
import type { Operation } from "../kernel/execute.ts";
import { writePem } from "../x509/pem/pem-write.ts";
import type { csrGenerate } from "./contract.ts";
import { encodeRequest, encodeRequestInfo, type KeyUsageName } from "./encode-request.ts";
import { MAX_COMMON_NAME, notesOn } from "./notes.ts";
import { unicodeName } from "../names/unicode-domain-name.ts";
import { readDomainName } from "../names/domain-name.ts";
import { type AlternativeName, readAlternativeName } from "../names/alternative-name.ts";
import { readEmailAddress } from "../names/email-address.ts";

type Input = InputOf<typeof csrGenerate>;

/** F4, the public exponent that every authority accepts. */
const PUBLIC_EXPONENT = Uint8Array.of(1, 0, 1);

/** The contract has checked every field, so each name is one that its reader knows. */
export const generate: Operation<typeof csrGenerate> = async (input) => {
  const isTls = input.certificateType === "SSL/TLS";
  const commonName = isTls
    ? readDomainName(input.commonName)!
    : readEmailAddress(input.commonName)!;
  const email = readEmailAddress(input.email)!;
  const subjectAltName = alternativeNames(commonName, email, input);

  const keys = await generateKeys(input);
  const info = encodeRequestInfo({
    subject: {
      country: input.country,
      state: input.state,
      city: input.city,
      organization: input.organization,
      organizationUnit: input.organizationUnit,
      commonName: commonName.length > MAX_COMMON_NAME ? "" : commonName,
      email,
    },
    publicKey: new Uint8Array(await crypto.subtle.exportKey("spki", keys.publicKey)),
    subjectAltName,
    keyUsage: keyUsage(input),
    extendedKeyUsage: isTls ? "serverAuth" : "emailProtection",
  });
  const [signature, privateKey] = await Promise.all([
    crypto.subtle.sign(
      // An RSA key has its digest in itself.
      { name: keys.privateKey.algorithm.name, hash: input.digestAlgorithm },
      keys.privateKey,
      info,
    ),
    crypto.subtle.exportKey("pkcs8", keys.privateKey),
  ]);
  const isRsa = input.keyType === "RSA";
  return {
    csr: writePem("CERTIFICATE REQUEST", encodeRequest(info, input, new Uint8Array(signature))),
    privateKey: writePem("PRIVATE KEY", new Uint8Array(privateKey)),
    commonName,
    isWildcard: subjectAltName.some(({ value }) => value.startsWith("*.")),
    keyType: input.keyType,
    keySize: isRsa ? input.keySize : null,
    eccCurve: isRsa ? null : input.eccCurve,
    digestAlgorithm: input.digestAlgorithm,
    subjectAltName: subjectAltName.map(({ type, value }) => ({
      type,
      value,
      unicode: unicodeName(value),
    })),
    notes: notesOn({ ...input, commonName }),
  };
};

/** The common name, for S/MIME the e-mail address too, and the further names; each once. */
function alternativeNames(commonName: string, email: string, input: Input): AlternativeName[] {
  const names = new Map<string, AlternativeName>();
  const add = (name: AlternativeName) => {
    // The domain is in lower case already; what stands before the at sign may differ by case.
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

/** What the key is for: to sign, and where the protocol encrypts with it, that. */
function keyUsage({ certificateType, keyType }: Input): KeyUsageName[] {
  if (keyType === "RSA") return ["digitalSignature", "keyEncipherment"];
  // A TLS server's EC key only signs; the keys that are agreed on are made for each connection.
  return certificateType === "S/MIME" ? ["digitalSignature", "keyAgreement"] : ["digitalSignature"];
}

async function generateKeys(input: Input): Promise<CryptoKeyPair> {
  const algorithm = input.keyType === "RSA"
    ? {
      name: "RSASSA-PKCS1-v1_5",
      modulusLength: input.keySize,
      publicExponent: PUBLIC_EXPONENT,
      hash: input.digestAlgorithm,
    }
    : { name: "ECDSA", namedCurve: input.eccCurve };
  try {
    return await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.name !== "NotSupportedError") throw thrown;
    const kind = input.keyType === "RSA" ? `RSA ${input.keySize}` : input.eccCurve;
    throw new OperationError(
      "unsupported",
      `${kind} KEYS CANNOT BE MADE HERE`,
      input.keyType === "RSA" ? "keySize" : "eccCurve",
    );
  }
}
