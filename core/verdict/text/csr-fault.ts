/** The sentences about a text without a CSR that can be read. */
import { kindName } from "../../x509/pem/identify.ts";
import * as TEXT from "../../texts.ts";
import type { CsrFaultCode, CsrFaultStep } from "../codes.ts";
import type { Language, StepsOf, TextsOf } from "./language.ts";
import { sentence } from "./sentence.ts";

const texts: TextsOf<CsrFaultCode> = {
  csr_is_other: ({ kind }) => ({ title: TEXT.csrIsOther(kindName(kind)), text: "" }),
  csr_not_in_text: () => ({ title: TEXT.csrInvalid, text: sentence(TEXT.csrNot) }),
  csr_not_found: () => ({ title: TEXT.csrInvalid, text: sentence(TEXT.csrNotFound) }),
  csr_malformed: ({ reason }) => ({ title: TEXT.csrInvalid, text: sentence(reason) }),
};

const steps: StepsOf<CsrFaultStep> = {
  copy_csr_again: () =>
    "Copy the whole text, from BEGIN CERTIFICATE REQUEST to END CERTIFICATE REQUEST.",
};

export const csrFaultEnglish: Language = { texts, steps, sentence };
