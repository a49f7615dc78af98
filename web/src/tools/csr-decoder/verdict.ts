/** The verdict on a request: the three outcomes of its signature, or that it is not a request. */
import type { csrDecode } from "../../../../core/csr/contract.ts";
import type { OutputOf } from "../../../../core/kernel/contract.ts";
import * as TEXT from "../../../../core/texts.ts";
import { pageText } from "../../../../core/page-text.ts";
import type { Tone } from "../../ui/base/tone.ts";

export interface Judgement {
  tone: Tone;
  title: string;
  text: string;
  /** One word, shown next to the signature. */
  word: string;
}

/** Distinguishes the three outcomes, and text that is not a request. */
export function verdictOf(value: OutputOf<typeof csrDecode>): Judgement {
  if (!value.valid) {
    const title = pageText(value.error || TEXT.csrInvalid);
    return { tone: "bad", title, text: "", word: "Invalid" };
  }
  switch (value.signatureValid) {
    case true:
      return { tone: "good", title: TEXT.csrValid, text: TEXT.csrVerified, word: "Verified" };
    case false:
      return {
        tone: "warn",
        title: TEXT.csrSignatureFailed,
        text: TEXT.csrSignatureFailedAdvice,
        word: "Does not hold",
      };
    case null:
      return {
        tone: "info",
        title: TEXT.csrSignatureUnknown,
        text: TEXT.csrSignatureUnknownAdvice,
        word: "Cannot be verified here",
      };
  }
}
