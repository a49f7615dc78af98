/** The sentences about CSRs. */
import { named } from "../../kernel/formatting.ts";
import * as TEXT from "../../texts.ts";
import type { BrokenRule, CsrCode, CsrStep } from "../codes.ts";
import type { Language, StepsOf, TextsOf } from "./language.ts";
import { sentence } from "./sentence.ts";

const csrTexts: TextsOf<CsrCode> = {
  csr_valid: () => ({ title: TEXT.csrValid, text: TEXT.csrVerified }),
  csr_signature_failed: () => ({
    title: TEXT.csrSignatureFailed,
    text: TEXT.csrSignatureFailedAdvice,
  }),
  csr_signature_unknown: () => ({
    title: TEXT.csrSignatureUnknown,
    text: TEXT.csrSignatureUnknownAdvice,
  }),
  csr_renewal: ({ signer, serialNumber, reason }) => ({
    title: `The CSR is inside a signed message, as Windows makes it to renew a certificate${
      signer === null
        ? ""
        : `: the certificate ${named(signer)} with the serial number ${serialNumber} signed it`
    }`,
    text: reason === null ? "Most public CAs take only the CSR." : sentence(reason),
  }),
  csr_renewal_failed: ({ signer, reason }) => ({
    title: `The CSR is inside a message whose signature${
      signer === null ? "" : ` by the certificate ${named(signer)}`
    } is not valid`,
    text: reason ?? "",
  }),
  csr_ready: ({ name, isKeyNew }) =>
    isKeyNew
      ? {
        title: "CSR and private key are ready",
        text: `They are for ${named(name)}, and the CSR was signed with the key.`,
      }
      : {
        title: "CSR is ready",
        text: `The CSR for ${named(name)} was signed with your own private key.`,
      },
};

const csrSteps: StepsOf<CsrStep> = {
  send_csr: () => "Send the CSR to your certificate provider.",
  send_it: () => "Send it to your certificate provider.",
  send_inner_csr: () => "Take the CSR out of it, and send that to your certificate provider.",
  mend_csr: () => "Mend it before you send it: public CAs may refuse it as it is.",
  do_not_use_csr: () => "Do not use it. Copy it again from its source, or generate a new one.",
  verify_with_openssl: () => "Verify it with OpenSSL (openssl req -verify).",
};

/** The message of a rule says more than its title, and names the part of the request. */
const rule = ({ message }: BrokenRule) => ({ title: message, text: "" });

export const csrEnglish: Language = {
  texts: { ...csrTexts, rule_error: rule, rule_warning: rule, rule_note: rule },
  steps: { ...csrSteps, follow_advice: ({ advice }) => advice },
  sentence,
};
