/**
 * Where in a certificate a rule looked when it found it broken: the check is made once more, and what
 * it reads last of the certificate is the place. So no rule has to say where it looks.
 */
import type { Certificate } from "../../objects/certificates.ts";
import { EXTENSION, extensionName } from "../../objects/extensions/identifiers.ts";
import type { Rule } from "../rule.ts";
import { LintExamined } from "./examined.ts";
import { within } from "./tlv.ts";

export interface Where {
  /** The field of TBSCertificate, or the extension. */
  field: string;
  /** Bytes from the start of the certificate; null where the field or extension is missing. */
  offset: number | null;
}

/** Properties of a certificate, with the field of TBSCertificate after the version (RFC 5280, 4.1). */
const FIELDS: Readonly<Record<string, readonly [name: string, place: number]>> = {
  serial: ["serialNumber", 0],
  serialNumber: ["serialNumber", 0],
  signature: ["signature", 1],
  hasDifferentAlgorithms: ["signature", 1],
  issuer: ["issuer", 2],
  issuerDer: ["issuer", 2],
  issuerKey: ["issuer", 2],
  notBefore: ["validity", 3],
  notAfter: ["validity", 3],
  subject: ["subject", 4],
  subjectDer: ["subject", 4],
  subjectKey: ["subject", 4],
  publicKey: ["subjectPublicKeyInfo", 5],
};
/** Extensions that a candidate has read already. */
const READ: Readonly<Record<string, string>> = {
  keyUsage: EXTENSION.keyUsage,
  extendedKeyUsage: EXTENSION.extendedKeyUsage,
  basicConstraints: EXTENSION.basicConstraints,
  keyIdentifier: EXTENSION.subjectKeyIdentifier,
  authorityKeyIdentifier: EXTENSION.authorityKeyIdentifier,
  nameConstraints: EXTENSION.nameConstraints,
  names: EXTENSION.subjectAltName,
};
/** Properties that many rules read first. They are the place only where nothing else is read. */
const GENERAL: Readonly<Record<string, string>> = {
  isCa: EXTENSION.basicConstraints,
  notBefore: "notBefore",
  notAfter: "notAfter",
};

type Note = (name: string, first?: unknown) => void;

/** The same object, which notes what is read of it. Methods are called on the object itself. */
function watched<T extends object>(object: T, note: Note, inside?: (value: unknown) => unknown): T {
  return new Proxy(object, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof name === "symbol") return value;
      if (typeof value !== "function") {
        note(name);
        return inside?.(value) ?? value;
      }
      return (...given: unknown[]) => {
        note(name, given[0]);
        return value.apply(target, given);
      };
    },
  });
}

/** Where a broken rule looked last. */
export function whereOf(
  rule: Rule<LintExamined>,
  { candidate, role, inputs, profile }: LintExamined,
): Where {
  const { certificate } = candidate;
  let last = "";
  const note: Note = (name, first) => {
    const oid = typeof first === "string" ? first : (first as { oid?: string } | undefined)?.oid;
    if (oid !== undefined && /^[\d.]+$/.test(oid)) last = oid;
    else if (Object.hasOwn(READ, name)) last = READ[name];
    else if (Object.hasOwn(GENERAL, name)) last ||= GENERAL[name];
    else if (Object.hasOwn(FIELDS, name)) last = name;
  };
  const seen = watched(
    candidate,
    note,
    (value) => value === certificate ? watched(certificate, note) : null,
  );
  rule.check?.(new LintExamined(seen, role, inputs, profile));
  return place(certificate, last);
}

function place(certificate: Certificate, last: string): Where {
  if (Object.hasOwn(FIELDS, last)) {
    const [field, at] = FIELDS[last];
    const all = within(certificate.tbs);
    const fields = all[0]?.tag === 0xa0 ? all.slice(1) : all;
    return { field, offset: offsetIn(certificate, fields[at]?.whole) };
  }
  if (last === "") {
    return { field: "tbsCertificate", offset: offsetIn(certificate, certificate.tbs) };
  }
  const raw = certificate.extensions.find(({ oid }) => oid === last);
  return { field: extensionName(last), offset: raw?.start ?? null };
}

const offsetIn = (
  { bytes }: Certificate,
  part: Uint8Array | undefined,
): number | null => part ? part.byteOffset - bytes.byteOffset : null;
