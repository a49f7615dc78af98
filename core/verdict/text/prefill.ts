/** The sentences about the form for a new CSR that was filled in from a certificate or CSR. */
import { counted, listed, quoted, withCommas } from "../../kernel/formatting.ts";
import { isUnnamed } from "../../x509/asn1/oids.ts";
import { hostFaultWords } from "../../x509/rules/names.ts";
import type { PrefillCode, PrefillLoss, PrefillStep } from "../codes.ts";
import type { KeyFacts } from "../inspect-codes.ts";
import type { Language, StepsOf, TextsOf, Words } from "./language.ts";
import { sentence } from "./sentence.ts";

const words = (title: string, text = ""): Words => ({ title, text });

/** The key without object identifiers: "DSA 1024", "EC brainpoolP256r1". */
function keyWords({ algorithm, bits, curve }: KeyFacts): string {
  const name = isUnnamed(algorithm) ? "an unknown algorithm" : algorithm;
  return [name, curve ?? bits].filter((part) => part !== null && !/^[0-9]+\./.test(String(part)))
    .join(" ");
}

function commonNameText(because: Extract<PrefillLoss, { commonName: string }>["because"]): string {
  switch (because) {
    case "no_mailbox":
      return "is not an e-mail address";
    case "no_domain":
      return "is not a full domain name";
    default:
      return hostFaultWords(because);
  }
}

function lossText(loss: PrefillLoss): string {
  if ("commonName" in loss) {
    const { commonName, because } = loss;
    return `The common name ${quoted(commonName)} ${commonNameText(because)}: it is left out`;
  }
  if ("country" in loss) {
    return `The country ${quoted(loss.country)} is not a code of ISO 3166-1: it is left out`;
  }
  if ("email" in loss) {
    return `The address ${quoted(loss.email)} is not an e-mail address: it is left out`;
  }
  if ("attributes" in loss) {
    return `The form has no field for ${listed(loss.attributes)} of the subject: left out`;
  }
  return "extensions" in loss
    ? `The CSR also asks for ${listed(loss.extensions)}, which is left out`
    : `The CSR is signed with ${loss.digest}, which this tool does not use: it is left out`;
}

const prefillTexts: TextsOf<PrefillCode> = {
  csr_prefilled: ({ source }) =>
    words(source === "certificate" ? "Filled in from the certificate" : "Filled in from the CSR"),
  prefill_names_left_out: ({ count }) =>
    words(
      count === 1
        ? "One name is not a full domain name, an IP address or an e-mail address: it is left out"
        : `${
          withCommas(count)
        } names are not full domain names, IP addresses or e-mail addresses: ` +
          "they are left out",
    ),
  prefill_too_many_names: ({ count, hasCommonName, most }) =>
    words(
      hasCommonName
        ? `It has ${
          counted(count, "name", "names")
        } in addition to its common name: the first ${most} are taken`
        : `It has ${counted(count, "name", "names")}: the first ${most} are taken`,
    ),
  prefill_key_not_made: ({ key }) =>
    words(`A new key of its kind (${keyWords(key)}) cannot be made by this tool`),
  prefill_value_left_out: (loss) => words(lossText(loss)),
  prefill_value_doubtful: ({ value, because }) =>
    words(
      because === "lost_letters"
        ? `${quoted(value)} has letters that a program lost (U+FFFD): correct it`
        : `${quoted(value)} is what a program fills in where nothing is entered: correct it`,
    ),
};

const prefillSteps: StepsOf<PrefillStep> = {
  check_form: () => "Check the fields, and generate the CSR.",
};

export const prefillEnglish: Language = { texts: prefillTexts, steps: prefillSteps, sentence };
