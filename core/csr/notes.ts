/**
 * Notes on the parts of a request that public CAs leave out of the certificate or refuse, so that the user knows
 * before submitting it. The request is made in any case, because private CAs have their own rules.
 */
import type { KEY_TYPES, OTHER_KEY_TYPES } from "./options.ts";
import type { Note } from "./schema.ts";

/** ub-common-name (X.520; RFC 5280, appendix A.1). */
export const MAX_COMMON_NAME = 64;

/** The noted parts of a request, which an incomplete form has as well. */
interface NotedRequest {
  certificateType: "SSL/TLS" | "S/MIME";
  commonName: string;
  organizationUnit: string;
  keyType: (typeof KEY_TYPES)[number] | (typeof OTHER_KEY_TYPES)[number];
  eccCurve: "P-256" | "P-384" | "P-521";
  subjectAltNames: readonly string[];
  domainOnly: boolean;
}

/** The notes on a request, in the order of the form. */
export function notesOn(request: NotedRequest): Note[] {
  const notes: Note[] = [];
  const add = (code: Note["code"], path: string, message: string) =>
    notes.push({ code, path, message });
  const isTls = request.certificateType === "SSL/TLS";
  if (request.commonName.length > MAX_COMMON_NAME) {
    add(
      "common_name_too_long",
      "commonName",
      `A common name has at most ${MAX_COMMON_NAME} characters. This one is only among the ` +
        "alternative names, where clients look for it.",
    );
  }
  if (!isTls) {
    add(
      "subject_replaced",
      "organization",
      "CAs replace these fields by what they have verified. A mailbox-validated " +
        "certificate keeps only the e-mail address.",
    );
  }
  if (request.organizationUnit !== "" && !request.domainOnly) {
    add(
      "unit_ignored",
      "organizationUnit",
      "Public CAs have left the organization unit out of certificates since 2022.",
    );
  }
  if (isTls && !request.domainOnly) {
    add(
      "email_ignored",
      "email",
      "Public CAs leave the e-mail address out of SSL/TLS certificates.",
    );
  }
  const isEmail = (name: string) => name.includes("@");
  const names = request.subjectAltNames;
  if (isTls && names.some(isEmail)) {
    add(
      "email_name_ignored",
      "subjectAltNames",
      "Public CAs leave e-mail addresses out of SSL/TLS certificates.",
    );
  }
  if (!isTls && names.some((name) => name.trim() !== "" && !isEmail(name))) {
    add(
      "names_ignored",
      "subjectAltNames",
      "Public CAs put only e-mail addresses into S/MIME certificates.",
    );
  }
  if (request.keyType === "ECC" && request.eccCurve === "P-521") {
    add(
      "curve_refused",
      "eccCurve",
      "Chrome and Edge connect to no server with a P-521 key, and most public CAs refuse it. Use P-256 or P-384.",
    );
  }
  if (request.keyType !== "RSA" && request.keyType !== "ECC") {
    add(
      "key_type_refused",
      "keyType",
      `Public CAs accept no ${request.keyType} keys, and browsers none for servers. Private CAs may, for example with OpenSSL ` +
        `${request.keyType === "Ed25519" ? "1.1.1" : "3.5"} or newer.`,
    );
  }
  return notes;
}
