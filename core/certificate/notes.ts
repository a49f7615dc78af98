/** Notes about a certificate that this tool made. */
import { abridged, counted, printable, withCommas } from "../kernel/formatting.ts";
import type { InputOf } from "../kernel/contract.ts";
import type { AlternativeName } from "../names/alternative-name.ts";
import type { certificateGenerate } from "./contract.ts";
import { serverKeyFault } from "../x509/rules/handshake.ts";
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
  leftOut: readonly string[];
}

/** The number of names in a note; a CSR may have thousands. */
const MAX_LISTED = 20;

/** The notes, in the order of the form. */
export function notesOn({ input, key, issuer, names, isNamed, days, leftOut }: Made): Note[] {
  const notes: Note[] = [];
  const add = (code: Note["code"], path: string, message: string) =>
    notes.push({ code, path, message });
  const isServer = input.kind === "tls-server";
  const publicNames = names.filter(looksPublic);
  if (isServer && publicNames.length > 0) {
    add(
      "public_name",
      "names",
      `${
        publicNames[0].value
      } looks like a public name. Browsers trust this certificate only where its ` +
        "root is installed.",
    );
  }
  if (names.some(({ value }) => value.startsWith("*."))) {
    add(
      "wildcard",
      "names",
      "A wildcard matches one label: *.example.com matches www.example.com, but neither " +
        "example.com nor a.b.example.com.",
    );
  }
  if (isServer && !isNamed) {
    add(
      "common_name_unmatched",
      "commonName",
      `The common name ${
        printable(input.commonName)
      } is not one of the names. Browsers look only ` +
        "at the names.",
    );
  }
  const keyFault = isServer ? serverKeyFault(key) : null;
  if (keyFault !== null) {
    add("key_refused", input.csr ? "csr" : "keyType", `${keyFault} Use RSA, P-256 or P-384.`);
  }
  if (isServer && days > CLIENT_DAYS) {
    add(
      "lifetime_long",
      "days",
      `It is valid for ${counted(days, "day")}: iPhones, iPads and Macs refuse a server's ` +
        `certificate that is valid for more than ${CLIENT_DAYS} (Apple, "Requirements for trusted ` +
        'certificates").',
    );
  }
  if (days < input.days) {
    add(
      "lifetime_shortened",
      "days",
      `It is valid for ${counted(days, "day")} and not for ${withCommas(input.days)}: ` +
        (isCaKind(input.kind) && days === MAX_CA_DAYS
          ? "a new CA is not valid for longer."
          : "no certificate outlives its CA."),
    );
  }
  if (issuer === "self-signed" && !isCaKind(input.kind)) {
    add(
      "self_signed",
      "issuer",
      "It is self-signed, so each device has to trust this certificate, and later its successor too.",
    );
  }
  if (leftOut.length > 0) {
    add(
      "extensions_left_out",
      "csr",
      `Not taken over from the CSR: ${abridged([...new Set(leftOut)], MAX_LISTED)}.`,
    );
  }
  const isMade = issuer === "new-ca" || isCaKind(input.kind) && issuer === "self-signed";
  if (isMade && !input.nameConstraints) {
    add(
      "constraints_left_out",
      "nameConstraints",
      "This CA can issue for every name. Anyone who gets its key can imitate any site to everyone " +
        "who installed its root.",
    );
  }
  if (input.keepCaKey && issuer === "new-ca") {
    add(
      "ca_key_kept",
      "keepCaKey",
      "Keep the key of the CA offline: anyone who has it can issue certificates that every device " +
        "with its root trusts.",
    );
  }
  return notes;
}
