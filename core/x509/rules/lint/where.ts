/** The part of a certificate that a broken rule is about, and its place in the bytes. */
import type { Certificate } from "../../objects/certificates.ts";
import { extensionName } from "../../objects/extensions/identifiers.ts";
import type { Rule } from "../rule.ts";
import type { LintExamined } from "./examined.ts";
import { type Tlv, within } from "./tlv.ts";

export interface Where {
  /** The field of TBSCertificate, or the extension. */
  field: string;
  /** Bytes from the start of the certificate; null where the field or extension is missing. */
  offset: number | null;
}

/** The fields of TBSCertificate that have no tag of their own, in order (RFC 5280, 4.1). */
const FIELDS = ["serialNumber", "signature", "issuer", "validity", "subject"]
  .concat("subjectPublicKeyInfo");
/** The other fields by their context-specific tags. */
const TAGGED: Readonly<Record<string, number>> = {
  version: 0,
  issuerUniqueID: 1,
  subjectUniqueID: 2,
  extensions: 3,
};
/** The part of the certificate that a finding, the message of a broken rule, is about. */
export function whereOf(
  rule: Rule<LintExamined>,
  examined: LintExamined,
  message: string,
): Where {
  const { at = "tbsCertificate" } = rule;
  const part = typeof at === "function" ? at(examined, message) : at;
  return place(examined.certificate, part ?? "tbsCertificate");
}

function place(certificate: Certificate, part: string): Where {
  const at = (found: Tlv | undefined): Where => ({
    field: part,
    offset: offsetIn(certificate, found?.whole),
  });
  const all = within(certificate.tbs);
  if (Object.hasOwn(TAGGED, part)) {
    return at(all.find(({ tag }) => (tag & 0xc0) === 0x80 && (tag & 0x1f) === TAGGED[part]));
  }
  if (FIELDS.includes(part)) {
    return at(all.slice(all[0]?.tag === 0xa0 ? 1 : 0)[FIELDS.indexOf(part)]);
  }
  if (part === "tbsCertificate") {
    return { field: part, offset: offsetIn(certificate, certificate.tbs) };
  }
  const raw = certificate.extensions.find(({ oid }) => oid === part);
  return { field: extensionName(part), offset: raw?.start ?? null };
}

const offsetIn = (
  { bytes }: Certificate,
  part: Uint8Array | undefined,
): number | null => part ? part.byteOffset - bytes.byteOffset : null;
