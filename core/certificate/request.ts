/** The CSR that is to be signed: its key, its subject and its names. */
import type { Context } from "../kernel/context.ts";
import { OperationError } from "../kernel/errors.ts";
import type { AlternativeName } from "../names/alternative-name.ts";
import * as TEXT from "../texts.ts";
import { Der, DerError } from "../x509/asn1/der.ts";
import {
  type CertificationRequest,
  readCertificationRequest,
} from "../x509/objects/certification-request.ts";
import { kindName, kindOfBlock } from "../x509/pem/identify.ts";
import { readPem } from "../x509/pem/pem.ts";
import type { PublicKey } from "../x509/shapes.ts";
import { verifySignature } from "../x509/signatures/verify.ts";
import { distinctNames, readName } from "./names.ts";

export interface Requested {
  /** subjectPublicKeyInfo in DER. */
  readonly spki: Uint8Array<ArrayBuffer>;
  readonly key: PublicKey;
  readonly names: readonly AlternativeName[];
  readonly commonName: string;
  readonly organization: string;
  readonly country: string;
  /** Names of the extensions that were asked for and are not taken over. */
  readonly leftOut: readonly string[];
}

/** Extensions that each certificate made here gets by its kind, whatever the CSR asks for. */
const MADE_HERE = ["subjectAltName", "keyUsage", "extendedKeyUsage", "subjectKeyIdentifier"];

/** Reads the first CSR of a text, whose signature must hold: who asks must have the key. */
export async function readRequested(text: string, { budget }: Context): Promise<Requested> {
  const refuse = (code: OperationError["code"], message: string) =>
    new OperationError(code, message, "csr");
  const blocks = readPem(text);
  const block = blocks.find((block) => kindOfBlock(block) === "request");
  if (!block) {
    const kind = blocks.map(kindOfBlock).find((kind) => kind !== null);
    throw kind
      ? refuse("wrong_type", `THIS IS ${kindName(kind)}, NOT A CSR`)
      : refuse("unreadable", TEXT.csrNotFound);
  }
  const { bytes } = block;
  if (bytes === null) throw refuse("unreadable", `${TEXT.csrInvalid}: ${block.problem}`);
  budget.spend("bytes", bytes.length);
  let request: CertificationRequest;
  try {
    request = readCertificationRequest(new Der(bytes, budget));
  } catch (thrown) {
    if (!(thrown instanceof DerError)) throw thrown;
    throw refuse("unreadable", `${TEXT.csrInvalid}: ${thrown.message}`);
  }
  const { publicKey, subject, extensions } = request;
  const { valid, problem } = await verifySignature(request, publicKey, budget);
  if (valid !== true) throw refuse(valid === null ? "unsupported" : "key_mismatch", problem!);
  const { algorithm, bits } = publicKey.key;
  if (algorithm === "RSA" && bits !== null && bits < 2048) {
    throw refuse("unsupported", `THE KEY OF THE CSR HAS ${bits} BITS: EXPECTED AT LEAST 2048`);
  }
  const usable = extensions.subjectAltName.filter(({ type, value }) =>
    (type === "DNS" || type === "IP" || type === "email") && readName(value) !== null
  );
  const names = distinctNames(usable.map(({ value }) => value));
  const commonName = subject.commonName ?? "";
  const hasOthers = usable.length < extensions.subjectAltName.length;
  return {
    spki: bytes.subarray(publicKey.start, publicKey.end),
    key: publicKey.key,
    names: names.length > 0 ? names : distinctNames([commonName]),
    commonName: [...commonName].length <= 64 ? commonName : "",
    organization: subject.organizationName ?? "",
    country: /^[A-Z]{2}$/.test(subject.countryName ?? "") ? subject.countryName! : "",
    leftOut: [
      ...extensions.all.map(({ name }) => name).filter((name) => !MADE_HERE.includes(name)),
      ...hasOthers ? ["names that are neither domain names nor IP or e-mail addresses"] : [],
    ],
  };
}
