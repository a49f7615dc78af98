/** Notes about a certificate that this tool made. */
import type { InputOf } from "../kernel/contract.ts";
import type { AlternativeName } from "../names/alternative-name.ts";
import type { certificateGenerate } from "./contract.ts";
import { serverKeyFault } from "../x509/rules/handshake.ts";
import type { CsrPart } from "../verdict/certificate-codes.ts";
import type { Statement } from "../verdict/model.ts";
import { state } from "../verdict/statements.ts";
import type { PublicKey } from "../x509/shapes.ts";
import { looksPublic } from "./names.ts";
import { CLIENT_DAYS, isCaKind, type Issuer, MAX_CA_DAYS } from "./options.ts";
import type { Note } from "./schema.ts";

interface Made {
  input: InputOf<typeof certificateGenerate>;
  issuer: Issuer;
  names: readonly AlternativeName[];
  /** The public key of the certificate. */
  key: PublicKey;
  /** The validity in days. */
  days: number;
  /** Whether the entered common name is one of the names. */
  isNamed: boolean;
  /** Parts of the subject, names, extensions and purposes of a CSR that were not copied. */
  leftOut: readonly CsrPart[];
}

/** A statement about a field of the form. */
interface Remark extends Omit<Note, "message"> {
  readonly statement: Statement;
}

/** The notes, in the order of the form. */
export function notesOn({ input, key, issuer, names, isNamed, days, leftOut }: Made): Remark[] {
  const notes: Remark[] = [];
  const add = (code: Note["code"], path: string, statement: Statement) =>
    notes.push({ code, path, statement });
  const isServer = input.kind === "tls-server";
  const [publicName] = names.filter(looksPublic);
  if (isServer && publicName) {
    add("public_name", "names", state("certificate_public_name", { name: publicName.value }));
  }
  if (names.some(({ value }) => value.startsWith("*."))) {
    add("wildcard", "names", state("certificate_wildcard", {}));
  }
  if (isServer && !isNamed) {
    const name = input.commonName;
    add(
      "common_name_unmatched",
      "commonName",
      state("certificate_common_name_unmatched", { name }),
    );
  }
  if (isServer && serverKeyFault(key) !== null) {
    const path = input.csr ? "csr" : "keyType";
    add("key_refused", path, state("certificate_key_refused", { key }));
  }
  if (isServer && days > CLIENT_DAYS) {
    add("lifetime_long", "days", state("certificate_lifetime_long", { days, most: CLIENT_DAYS }));
  }
  if (days < input.days) {
    const isNewCa = isCaKind(input.kind) && days === MAX_CA_DAYS;
    const facts = { days, asked: input.days, isNewCa };
    add("lifetime_shortened", "days", state("certificate_lifetime_shortened", facts));
  }
  if (issuer === "self-signed" && !isCaKind(input.kind)) {
    add("self_signed", "issuer", state("certificate_self_signed", {}));
  }
  if (leftOut.length > 0) {
    const statement = state("certificate_parts_left_out", { parts: leftOut });
    add("extensions_left_out", "csr", statement);
  }
  const isMade = issuer === "new-ca" || isCaKind(input.kind) && issuer === "self-signed";
  if (isMade && !input.nameConstraints) {
    const statement = state("certificate_constraints_left_out", {});
    add("constraints_left_out", "nameConstraints", statement);
  }
  if (input.keepCaKey && issuer === "new-ca") {
    add("ca_key_kept", "keepCaKey", state("certificate_ca_key_kept", {}));
  }
  return notes;
}
