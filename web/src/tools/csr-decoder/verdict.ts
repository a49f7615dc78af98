/** The verdict on a request: the three outcomes of its signature, or that it is not a request. */
import type { csrDecode } from "../../../../core/csr/contract.ts";
import type { OutputOf } from "../../../../core/kernel/contract.ts";
import * as TEXT from "../../../../core/texts.ts";
import type { Judgement } from "../../page/judgement.ts";

export interface RequestJudgement extends Judgement {
  /** One word, shown next to the signature. */
  word: string;
}

/** Distinguishes the three outcomes, and text that is not a request. */
export function verdictOf(value: OutputOf<typeof csrDecode>): RequestJudgement {
  if (!value.valid) {
    const { error, message } = value;
    // A specified text is the title. A sentence of ours explains the specified "INVALID CSR".
    const isOurs = Boolean(message) && message !== error;
    const next = "Paste the text from BEGIN CERTIFICATE REQUEST to END CERTIFICATE REQUEST.";
    return {
      tone: "bad",
      title: isOurs ? TEXT.csrInvalid : error || TEXT.csrInvalid,
      text: isOurs ? `${message}.` : "",
      next,
      word: "Invalid",
    };
  }
  switch (value.signatureValid) {
    case true:
      return {
        tone: "good",
        title: TEXT.csrValid,
        text: TEXT.csrVerified,
        next: "Send it to your certificate provider.",
        word: "Verified",
      };
    case false:
      return {
        tone: "warn",
        title: TEXT.csrSignatureFailed,
        text: TEXT.csrSignatureFailedAdvice,
        next: "Do not use it. Copy it again from its source, or generate a new one.",
        word: "Not valid",
      };
    case null:
      return {
        tone: "info",
        title: TEXT.csrSignatureUnknown,
        text: TEXT.csrSignatureUnknownAdvice,
        next: "Verify it with the OpenSSL command below.",
        word: "Cannot be verified here",
      };
  }
}
