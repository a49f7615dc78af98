/** Recognizes that certificate and private key are in each other's field. */
import type { Budget } from "../../kernel/context.ts";
import { isOperationError, OperationError } from "../../kernel/errors.ts";
import * as X509_TEXT from "../texts.ts";
import { kindOfBlock } from "./identify.ts";
import { readText } from "./read-text.ts";

/**
 * Returns the error to throw for the certificate field: the same error, or a `wrong_type` with the message
 * that certificate and private key are swapped.
 */
export function orSwapped(
  thrown: unknown,
  { certificate, privateKey }: { certificate: string; privateKey: string },
  budget: Budget,
): unknown {
  if (!isOperationError(thrown) || thrown.code !== "wrong_type") return thrown;
  const isSwapped = holds(certificate, budget, "private-key", "encrypted-private-key") &&
    holds(privateKey, budget, "certificate", "request", "pkcs7");
  return isSwapped ? new OperationError("wrong_type", X509_TEXT.matchSwapped, thrown.path) : thrown;
}

function holds(
  text: string,
  budget: Budget,
  ...kinds: ReturnType<typeof kindOfBlock>[]
): boolean {
  return readText(text, budget).blocks.some((block) => kinds.includes(kindOfBlock(block)));
}
