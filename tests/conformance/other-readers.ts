/**
 * The results of other readers for the same objects, in this project's terms: openssl (the program),
 * Node's own crypto (the program `node`, not Deno's imitation) and @peculiar/x509. Fields that a
 * reader does not have, or prints ambiguously, are left out.
 */
import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import { runProgram } from "../support/programs.ts";

/** Fields by name. null is a value that is compared, an absent field is not. */
export type Fields = Record<string, string | number | boolean | null>;

/** A reader's result: the fields of the object, or the reason for its refusal. */
export type Reading = { fields: Fields } | { refused: string };

export interface Named {
  file: string;
  /** DER. */
  bytes: Uint8Array<ArrayBuffer>;
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  "rsaEncryption": "RSA",
  "rsassaPss": "RSA-PSS",
  "id-ecPublicKey": "EC",
  "ED25519": "Ed25519",
  "ED448": "Ed448",
  "dsaEncryption": "DSA",
};

/** Our names for curves that openssl and Node call differently. */
export const CURVES: Readonly<Record<string, string>> = {
  prime256v1: "P-256",
  secp384r1: "P-384",
  secp521r1: "P-521",
  secp224r1: "P-224",
  prime192v1: "P-192",
};
const curveName = (name: string) => CURVES[name] ?? name;

// openssl

/** Key algorithm, bits and curve out of what openssl prints under `-text`. */
function opensslKey(stdout: string): Fields {
  const name = /Public Key Algorithm: (\S+)/.exec(stdout)?.[1];
  const bits = /Public-Key: \((\d+) bit/.exec(stdout)?.[1];
  const curve = /ASN1 OID: (\S+)/.exec(stdout)?.[1];
  const fields: Fields = {};
  // openssl has no name for algorithms younger than itself, and no bits for Edwards curves.
  if (name !== undefined && !/^\d/.test(name)) fields.key = KEY_NAMES[name] ?? name;
  if (bits !== undefined) fields.bits = Number(bits);
  if (curve !== undefined) fields.curve = curveName(curve);
  return fields;
}

export async function opensslRequest({ bytes }: Named): Promise<Reading> {
  const args = ["req", "-inform", "DER", "-noout", "-subject", "-text", "-verify"];
  const names = ["-nameopt", "RFC2253,utf8,-esc_msb"];
  const { stdout, stderr } = await runProgram("openssl", [...args, ...names], bytes);
  const subject = /^subject=(.*)$/m.exec(stdout);
  if (!subject) return { refused: stderr.split("\n")[0] };
  const fields: Fields = { subject: subject[1], ...opensslKey(stdout) };
  const algorithm = /Signature Algorithm: (\S+)/.exec(stdout)?.[1];
  if (algorithm !== undefined) fields.signatureAlgorithm = opensslAlgorithm(algorithm);
  if (/self-signature verify OK/.test(stdout + stderr)) fields.signature = true;
  else if (/self-signature did not match|verify failure/.test(stdout + stderr)) {
    fields.signature = false;
  }
  const challenge = /challengePassword/.test(stdout);
  fields.challengePassword = challenge;
  return { fields };
}

/** openssl writes some names in capitals. */
const opensslAlgorithm = (name: string) =>
  ({ ED25519: "Ed25519", ED448: "Ed448" } as Record<string, string>)[name] ?? name;

/** The public key that belongs to a private one, as SubjectPublicKeyInfo. */
export async function opensslPublicKey(
  text: string,
  password: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const args = ["pkey", "-pubout", "-outform", "DER", "-passin", `pass:${password}`];
  const child = new Deno.Command("openssl", {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(new TextEncoder().encode(text)).then(() => writer.close())
    // openssl may have read enough and closed its input early.
    .catch(() => {});
  const { success, stdout } = await child.output();
  await written;
  return success ? new Uint8Array(stdout) : null;
}

// Node

/** Runs in Node: it reads one JSON object from each line and writes one line for each. */
const NODE_SCRIPT = `
const crypto = require("node:crypto");
const lines = require("node:fs").readFileSync(0, "utf8").trimEnd().split("\\n");
const attempt = (f) => { try { return f(); } catch { return undefined; } };
const keyOf = (key) => key && {
  type: key.asymmetricKeyType,
  bits: key.asymmetricKeyDetails?.modulusLength,
  curve: key.asymmetricKeyDetails?.namedCurve,
};
for (const line of lines) {
  const { kind, file, data, password } = JSON.parse(line);
  let answer;
  try {
    if (kind === "certificate") {
      const one = new crypto.X509Certificate(Buffer.from(data, "base64"));
      const legacy = attempt(() => one.toLegacyObject());
      answer = {
        serial: one.serialNumber,
        sha256: one.fingerprint256,
        sha1: one.fingerprint,
        notBefore: one.validFrom,
        notAfter: one.validTo,
        names: one.subjectAltName ?? null,
        purposes: one.keyUsage ?? null,
        ca: one.ca,
        subject: legacy && legacy.subject,
        issuer: legacy && legacy.issuer,
        key: keyOf(attempt(() => one.publicKey)),
      };
    } else {
      const key = crypto.createPrivateKey({ key: data, passphrase: password });
      const publicKey = crypto.createPublicKey(key);
      answer = {
        key: keyOf(key),
        spki: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
      };
    }
  } catch (thrown) {
    answer = { refused: thrown.message };
  }
  console.log(JSON.stringify({ file, ...answer }));
}
`;

interface NodeKey {
  type?: string;
  bits?: number;
  curve?: string;
}

export interface NodeAnswer {
  file: string;
  refused?: string;
  serial: string;
  sha256: string;
  sha1: string;
  notBefore: string;
  notAfter: string;
  names: string | null;
  purposes: string[] | null;
  ca: boolean;
  subject?: Record<string, string | string[]>;
  issuer?: Record<string, string | string[]>;
  key?: NodeKey;
  spki: string;
}

export type NodeQuestion =
  | { kind: "certificate"; file: string; data: string }
  | { kind: "key"; file: string; data: string; password: string };

/** One process for all of them. */
export async function askNode(
  questions: readonly NodeQuestion[],
): Promise<Map<string, NodeAnswer>> {
  const input = questions.map((question) => JSON.stringify(question)).join("\n") + "\n";
  const { stdout, stderr, code } = await runProgram("node", ["-e", NODE_SCRIPT], input);
  if (code !== 0) throw new Error(stderr);
  const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line) as NodeAnswer);
  return new Map(answers.map((answer) => [answer.file, answer]));
}

const NODE_KEYS: Readonly<Record<string, string>> = {
  rsa: "RSA",
  "rsa-pss": "RSA-PSS",
  ec: "EC",
  ed25519: "Ed25519",
  ed448: "Ed448",
  x25519: "X25519",
  x448: "X448",
  dsa: "DSA",
  dh: "DH",
};

export function nodeKeyFields(key: NodeKey | undefined): Fields {
  // Node has no name for some keys that it reads.
  if (key?.type === undefined) return {};
  const fields: Fields = { key: NODE_KEYS[key.type] ?? key.type };
  if (key.bits !== undefined) fields.bits = key.bits;
  if (key.curve !== undefined) fields.curve = curveName(key.curve);
  return fields;
}

const NODE_NAMES = ["CN", "O", "OU", "L", "ST", "C", "emailAddress"] as const;

/** The specification's attributes, repeated ones joined as the answers join them. */
export function nodeName(name: NodeAnswer["subject"]): string | null {
  if (!name) return null;
  return NODE_NAMES.map((attribute) => {
    const value = Object.hasOwn(name, attribute) ? name[attribute] : null;
    return `${attribute}=${Array.isArray(value) ? value.join(", ") : value ?? ""}`;
  }).join("; ");
}

/** "Nov 21 12:00:00 2026 GMT". Date would misread a year of one or two digits. */
function momentOf(text: string): number {
  const year = /(\d+) GMT$/.exec(text)![1];
  const moment = new Date(Date.parse(text.replace(/\d+ GMT$/, "2000 GMT")));
  return moment.setUTCFullYear(Number(year));
}

export function nodeCertificate(answer: NodeAnswer): Reading {
  if (answer.refused !== undefined) return { refused: answer.refused };
  const fields: Fields = {
    serial: answer.serial,
    sha256: answer.sha256,
    sha1: answer.sha1,
    notBefore: momentOf(answer.notBefore),
    notAfter: momentOf(answer.notAfter),
    purposes: answer.purposes?.join(" ") ?? null,
    ca: answer.ca,
    subjectAltName: answer.names,
    ...nodeKeyFields(answer.key),
  };
  if (answer.subject) fields.subject = nodeName(answer.subject);
  if (answer.issuer) fields.issuer = nodeName(answer.issuer);
  return { fields };
}

// @peculiar/x509

const hex = (bytes: ArrayBuffer) => new Uint8Array(bytes).toHex().toUpperCase();

/** Puts a field, unless reading it throws. */
function put(fields: Fields, name: string, value: () => Fields[string]): void {
  try {
    fields[name] = value();
  } catch {
    // The others can still be compared.
  }
}

const PECULIAR_TYPES: Readonly<Record<string, string>> = {
  dns: "DNS",
  ip: "IP",
  email: "email",
  url: "URI",
  dn: "DirName",
  id: "RegisteredID",
};

const USAGES = [
  "digitalSignature",
  "nonRepudiation",
  "keyEncipherment",
  "dataEncipherment",
  "keyAgreement",
  "keyCertSign",
  "cRLSign",
  "encipherOnly",
  "decipherOnly",
];

function peculiarExtensions(fields: Fields, list: readonly x509.Extension[]): void {
  fields.extensions = list.map(({ type, critical }) => `${type}${critical ? "!" : ""}`).join(" ");
  for (const extension of list) {
    if (extension instanceof x509.SubjectAlternativeNameExtension) {
      put(
        fields,
        "subjectAltName",
        () =>
          extension.names.toJSON().map(({ type, value }) =>
            `${PECULIAR_TYPES[type] ?? "otherName"}:${
              type in PECULIAR_TYPES && type !== "dn" ? value : ""
            }`
          ).join(", "),
      );
    } else if (extension instanceof x509.KeyUsagesExtension) {
      put(
        fields,
        "keyUsage",
        () => USAGES.filter((_, bit) => (extension.usages & (1 << bit)) !== 0).join(" "),
      );
    } else if (extension instanceof x509.ExtendedKeyUsageExtension) {
      put(fields, "purposes", () => extension.usages.join(" "));
    } else if (extension instanceof x509.BasicConstraintsExtension) {
      put(fields, "basicConstraints", () => `${extension.ca} ${extension.pathLength ?? null}`);
    } else if (extension instanceof x509.SubjectKeyIdentifierExtension) {
      put(fields, "subjectKeyIdentifier", () => extension.keyId.toUpperCase());
    } else if (extension instanceof x509.AuthorityKeyIdentifierExtension) {
      put(fields, "authorityKeyIdentifier", () => extension.keyId?.toUpperCase() ?? null);
    }
  }
}

/** Common name and organization. It has other names for the rest. */
const peculiarName = (name: x509.Name) =>
  ["CN", "O"].map((attribute) => `${attribute}=${name.getField(attribute).join(", ")}`).join("; ");

export function peculiarCertificate({ bytes }: Named): Reading {
  let one: x509.X509Certificate;
  try {
    one = new x509.X509Certificate(bytes);
  } catch (thrown) {
    return { refused: String(thrown) };
  }
  const fields: Fields = {};
  put(fields, "serial", () => one.serialNumber.toUpperCase().replace(/^(00)+(?=..)/, ""));
  put(fields, "notBefore", () => one.notBefore.getTime());
  put(fields, "notAfter", () => one.notAfter.getTime());
  put(fields, "subject", () => peculiarName(one.subjectName));
  put(fields, "issuer", () => peculiarName(one.issuerName));
  put(fields, "spki", () => hex(one.publicKey.rawData));
  put(fields, "signatureBytes", () => hex(one.signature));
  try {
    peculiarExtensions(fields, one.extensions);
  } catch {
    // It reads all extensions or none of them.
  }
  return { fields };
}

export async function peculiarRequest({ bytes }: Named): Promise<Reading> {
  let one: x509.Pkcs10CertificateRequest;
  try {
    one = new x509.Pkcs10CertificateRequest(bytes);
  } catch (thrown) {
    return { refused: String(thrown) };
  }
  const fields: Fields = {};
  put(fields, "names", () => peculiarName(one.subjectName));
  put(fields, "spki", () => hex(one.publicKey.rawData));
  put(fields, "signatureBytes", () => hex(one.signature));
  put(fields, "attributes", () => one.attributes.length);
  try {
    peculiarExtensions(fields, one.extensions);
  } catch {
    // As above.
  }
  try {
    fields.signature = await one.verify();
  } catch {
    // It cannot verify this one and says so.
  }
  return { fields };
}
