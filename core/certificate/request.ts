/** The CSR that is to be signed: its key, its subject and its names. */
import type { Context } from "../kernel/context.ts";
import { OperationError } from "../kernel/errors.ts";
import { counted, printable } from "../kernel/formatting.ts";
import type { AlternativeName } from "../names/alternative-name.ts";
import { subjectTextFault } from "../names/subject-text.ts";
import * as TEXT from "../texts.ts";
import { Der, DerError } from "../x509/asn1/der.ts";
import {
  type CertificationRequest,
  readCertificationRequest,
} from "../x509/objects/certification-request.ts";
import { kindName, kindOfBlock } from "../x509/pem/identify.ts";
import { readPem } from "../x509/pem/pem.ts";
import type { Extension, GeneralName, NameAttribute, PublicKey } from "../x509/shapes.ts";
import { verifySignature } from "../x509/signatures/verify.ts";
import type { Subject } from "./issue.ts";
import { distinct } from "./names.ts";
import { readCommonName, readNameOfType } from "./requested-names.ts";

export interface Requested {
  /** subjectPublicKeyInfo in DER. */
  readonly spki: Uint8Array<ArrayBuffer>;
  readonly key: PublicKey;
  /** Those that a certificate made here can have, each with the type that the CSR gives it. */
  readonly names: readonly AlternativeName[];
  /** The parts that can be taken over; "" for each other one. */
  readonly subject: Subject;
  /** keyUsage and extendedKeyUsage, by the names that RFC 5280 gives the bits and purposes. */
  readonly usages: readonly string[];
  readonly purposes: readonly string[];
  readonly leftOut: LeftOut;
}

/** What the CSR asks for and no certificate made here has, in words for a note. */
interface LeftOut {
  /** `field`: of the part that would be taken over if its value could be. */
  readonly subject: readonly { readonly field: keyof Subject | null; readonly words: string }[];
  readonly names: readonly string[];
  readonly extensions: readonly string[];
}

/** Extensions that each certificate made here gets by its kind, whatever the CSR asks for. */
const MADE_HERE = ["subjectAltName", "keyUsage", "extendedKeyUsage", "subjectKeyIdentifier"];

/** The names of the extensions that are not read: others, broken ones, and a second one of a type. */
function notMadeHere(extensions: readonly Extension[]): string[] {
  const read = new Set<string>();
  return extensions.filter(({ name, problem }) => {
    if (!MADE_HERE.includes(name) || problem !== null || read.has(name)) return true;
    read.add(name);
    return false;
  }).map(({ name }) => name);
}

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
  const alternative = extensions.all.find(({ name }) => name === "subjectAltName");
  const asked = alternative?.problem === null ? extensions.subjectAltName : [];
  const { values, leftOut } = readSubject(subject.attributes);
  // RFC 6125, 6.4.4: a common name counts as a name only where there are no other names.
  const named = alternative ? null : readCommonName(values.commonName);
  return {
    spki: bytes.subarray(publicKey.start, publicKey.end),
    key: publicKey.key,
    names: named ? [named] : distinct(asked.map(readNameOfType).filter((name) => name !== null)),
    subject: values,
    usages: extensions.keyUsage,
    purposes: extensions.extendedKeyUsage,
    leftOut: {
      subject: leftOut,
      names: asked.filter((name) => readNameOfType(name) === null).map(nameInWords),
      extensions: notMadeHere(extensions.all),
    },
  };
}

/** "email:jo@example.com". */
export const nameInWords = ({ type, value }: Pick<GeneralName, "type" | "value">): string =>
  `${type}:${printable(value)}`;

/** The attributes that are taken over, and how many characters each may have (RFC 5280, A.1). */
const TAKEN: ReadonlyMap<string, { field: keyof Subject; bound: number }> = new Map([
  ["commonName", { field: "commonName", bound: 64 }],
  ["organizationName", { field: "organization", bound: 64 }],
  ["countryName", { field: "country", bound: 2 }],
]);

const FAULTS = {
  malformed: "unpaired surrogates",
  controls: "control characters",
  length: "too long",
} as const;

/** The subject of the CSR, held to the rules for an entered one. */
function readSubject(
  attributes: readonly NameAttribute[],
): { values: Subject; leftOut: LeftOut["subject"] } {
  const values: Subject = { commonName: "", organization: "", country: "" };
  const leftOut: LeftOut["subject"][number][] = [];
  const byName = Map.groupBy(attributes, ({ name }) => name);
  for (const [name, found] of byName) {
    const taken = TAKEN.get(name);
    if (!taken) {
      leftOut.push({ field: null, words: name });
      continue;
    }
    const { field, bound } = taken;
    const value = found[0].value.trim();
    const fault = subjectTextFault(value, bound);
    const problem = found.length > 1
      ? counted(found.length, "value")
      : fault
      ? FAULTS[fault]
      : field === "country" && !/^[A-Za-z]{2}$/.test(value)
      ? "not a country code"
      : null;
    if (problem !== null) leftOut.push({ field, words: `${name} (${problem})` });
    else values[field] = field === "country" ? value.toUpperCase() : value;
  }
  return { values, leftOut };
}
