/** The sentences about CSRs. */
import { named } from "../../kernel/formatting.ts";
import * as TEXT from "../../texts.ts";
import type { CsrCode, CsrStep } from "../codes.ts";
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
  csr_unreadable: ({ error, message }) =>
    message === null
      ? { title: error ?? TEXT.csrInvalid, text: "" }
      : { title: TEXT.csrInvalid, text: sentence(message) },
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
  do_not_use_csr: () => "Do not use it. Copy it again from its source, or generate a new one.",
  verify_with_openssl: () => "Verify it with the OpenSSL command below.",
  paste_csr: () => "Paste the text from BEGIN CERTIFICATE REQUEST to END CERTIFICATE REQUEST.",
};

export const csrEnglish: Language = { texts: csrTexts, steps: csrSteps, sentence };
