/** The OpenSSL commands that make the same key and request, in a POSIX shell. */
import { MAX_COMMON_NAME } from "../../../../core/csr/notes.ts";
import { csrFileName, keyFileName } from "../../../../core/file-names.ts";
import { configured } from "../../lib/text.ts";
import { shellPath, shellWord } from "../../../../core/kernel/formatting.ts";
import type { Generated } from "./words.ts";

/** The input of the operation, and the names as the request has them. */
interface Made {
  certificateType: "SSL/TLS" | "S/MIME";
  subject: {
    country: string;
    state: string;
    city: string;
    organization: string;
    organizationUnit: string;
    email: string;
  };
  commonName: string;
  keyType: Generated["keyType"];
  keySize: number | null;
  eccCurve: string | null;
  digestAlgorithm: string | null;
  subjectAltName: readonly { type: "DNS" | "IP" | "email"; value: string }[];
}

/** Makes the key, then the request. */
export function makingCommands(made: Made): string {
  const key = shellPath(keyFileName(made.commonName));
  const algorithm = made.keyType === "RSA"
    ? `RSA -pkeyopt rsa_keygen_bits:${made.keySize}`
    : made.keyType === "ECC"
    ? `EC -pkeyopt ec_paramgen_curve:${made.eccCurve}`
    : made.keyType;
  const isTls = made.certificateType === "SSL/TLS";
  const usage = made.keyType === "RSA"
    ? "digitalSignature,keyEncipherment"
    : isTls || made.keyType !== "ECC"
    ? "digitalSignature"
    : "digitalSignature,keyAgreement";
  const digest = made.digestAlgorithm
    ? ` -${made.digestAlgorithm.replace("-", "").toLowerCase()}`
    : "";
  const name = subject(made);
  // Without a subject, the names must be critical (RFC 5280, 4.2.1.6).
  const critical = name === EMPTY_SUBJECT ? "critical," : "";
  const names = made.subjectAltName.map(({ type, value }) => `${type}:${configured(value)}`);
  return [
    `openssl genpkey -algorithm ${algorithm} -out ${key}`,
    [
      `openssl req -new -utf8${digest}`,
      `-key ${key} -out ${shellPath(csrFileName(made.commonName))}`,
      `-subj ${shellWord(name)}`,
      `-addext ${shellWord(`keyUsage=critical,${usage}`)}`,
      `-addext ${shellWord(`extendedKeyUsage=${isTls ? "serverAuth" : "emailProtection"}`)}`,
      `-addext ${shellWord(`subjectAltName=${critical}${names.join(",")}`)}`,
    ].join(" \\\n  "),
  ].join("\n");
}

/** Shows the request and checks its signature and its key. */
export function checkingCommands({ commonName }: Made): string {
  const key = shellPath(keyFileName(commonName));
  const csr = shellPath(csrFileName(commonName));
  return [
    `openssl req -in ${csr} -noout -text -verify`,
    `openssl req -in ${csr} -noout -pubkey | openssl sha256`,
    `openssl pkey -in ${key} -pubout | openssl sha256`,
  ].join("\n");
}

/** As `openssl req -subj` takes it. */
const EMPTY_SUBJECT = "/";

function subject({ subject, commonName }: Made): string {
  const values: [type: string, value: string][] = [
    ["C", subject.country],
    ["ST", subject.state],
    ["L", subject.city],
    ["O", subject.organization],
    ["OU", subject.organizationUnit],
    ["CN", commonName.length > MAX_COMMON_NAME ? "" : commonName],
    ["emailAddress", subject.email],
  ];
  return values.map(([type, value]) => [type, value.trim()])
    .filter(([, value]) => value !== "")
    // In -subj a separator inside a value needs a backslash.
    .map(([type, value]) => `/${type}=${value.replace(/[\\/+]/g, "\\$&")}`)
    .join("") || EMPTY_SUBJECT;
}
