/** The sentences about PFX files. */
import { timeAgo } from "../../kernel/dates.ts";
import { counted, named } from "../../kernel/formatting.ts";
import { serialReused } from "../../x509/texts.ts";
import type { PfxCode, PfxFacts, PfxStep } from "../codes.ts";
import type { Language, StepsOf, TextsOf } from "./language.ts";
import { sentence } from "./sentence.ts";

const ENCODINGS = {
  utf8_as_latin1: "as UTF-8 that was read as ISO 8859-1",
  low_octets: "with one octet for each character",
  utf16: "as UTF-16",
  cp437: "in code page 437, that of a console",
  cp850: "in code page 850, that of a console",
  cp852: "in code page 852, that of a console",
  cp866: "in code page 866, that of a console",
  windows_1250: "in Windows-1250",
  windows_1251: "in Windows-1251",
  windows_1252: "in Windows-1252",
  windows_1253: "in Windows-1253",
} as const;

const contentOf = ({ keys, certificates }: PfxFacts): string =>
  `It holds ${counted(keys, "key", "keys")} and ${
    counted(certificates, "certificate", "certificates")
  }`;

const madeOf = (facts: PfxFacts): string =>
  facts.name === null
    ? `${contentOf(facts)}. We opened it again to check.`
    : `${contentOf(facts)} for ${named(facts.name)}. We opened it again to check.`;

const openedOf = (facts: PfxFacts): string =>
  facts.name === null
    ? `${contentOf(facts)}.`
    : `${contentOf(facts)}. The first certificate is for ${named(facts.name)}.`;

const pfxTexts: TextsOf<PfxCode> = {
  pfx_ready: (facts) => ({ title: "PFX file is ready", text: madeOf(facts) }),
  pfx_ready_expired: (facts) => ({ title: "PFX file is ready", text: madeOf(facts) }),
  pfx_expired: ({ days }) => ({ title: `The certificate expired ${timeAgo(days)}`, text: "" }),
  pfx_opened: (facts) => ({ title: "PFX file opened", text: openedOf(facts) }),
  pfx_empty: () => ({
    title: "The PFX file is empty",
    text: "The password is right, but the file holds no key and no certificate.",
  }),
  pfx_only_others: ({ count }) => ({
    title: "The PFX file has no key and no certificate",
    text: `The password is right, and the file holds ${
      counted(count, "other entry", "other entries")
    }, such as the secret key of a Java keystore.`,
  }),
  pfx_mac_missing: () => ({
    title: "The PFX file has no MAC, so changes to it cannot be detected",
    text: "",
  }),
  pfx_mac_md5: () => ({
    title: "The MAC of the PFX file uses MD5, so changes to it may go unnoticed",
    text: "",
  }),
  pfx_password_encoding: ({ deviation }) => ({
    title: `The program that wrote the PFX file encoded the password ${ENCODINGS[deviation]}`,
    text: "No standard allows this, so other programs say that the password is wrong.",
  }),
  pfx_pairs_crossed: ({ count }) => ({
    title: `${
      counted(count, "key has", "keys have")
    } the localKeyID of a certificate that does not fit`,
    text: "Windows and Java pair keys and certificates by this ID, so they use the wrong ones. " +
      "We paired them by their public keys.",
  }),
  pfx_pairs_unmarked: ({ count }) => ({
    title: count === 1
      ? "1 key and its certificate have no localKeyID in common"
      : `${count} keys and their certificates have no localKeyID in common`,
    text: "Windows and Java may not find the certificate of a key. " +
      "We paired them by their public keys.",
  }),
  pfx_keys_alone: ({ count }) => ({
    title: `${counted(count, "key fits", "keys fit")} none of the certificates in the PFX file`,
    text: "",
  }),
  pfx_id_on_ca: () => ({
    title: "A CA certificate has the same localKeyID as a key",
    text: "Apple's programs refuse such a file.",
  }),
  pfx_java_mark_missing: ({ count }) => ({
    title: `Java ignores ${counted(count, "certificate")} of this PFX file`,
    text: "Oracle's mark of a trusted certificate is missing. " +
      "Use keytool -importcert to make a truststore.",
  }),
  pfx_serial_reused: (reused) => ({
    title: "Two certificates have the same issuer and serial number",
    text: serialReused(reused),
  }),
  pfx_name_miswritten: ({ count }) => ({
    title: `${counted(count, "name is", "names are")} not written in UTF-16, as PKCS#12 requires`,
    text: "Other programs show Chinese letters instead. We read the name as it was meant.",
  }),
  pfx_certificate_unreadable: ({ number, reason }) => ({
    title: `Certificate ${number} of the file cannot be read`,
    text: sentence(reason),
  }),
};

const pfxSteps: StepsOf<PfxStep> = {
  download_pfx: () => "Import it on your server.",
  renew_before_install: () => "Renew the certificate before you install the file.",
  save_parts: () => "Save the parts that you need.",
  ask_for_another: () => "Ask for another file: there is nothing in this one to install.",
  write_file_again: () => "Save the parts, and make a new PFX file from them.",
};

export const pfxEnglish: Language = { texts: pfxTexts, steps: pfxSteps, sentence };
