/** Recognizes that certificate and private key are in each other's field. */
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
): unknown {
  if (!isOperationError(thrown) || thrown.code !== "wrong_type") return thrown;
  const isSwapped = holds(certificate, "private-key", "encrypted-private-key") &&
    holds(privateKey, "certificate", "request", "pkcs7");
  return isSwapped ? new OperationError("wrong_type", X509_TEXT.matchSwapped, thrown.path) : thrown;
}

function holds(text: string, ...kinds: ReturnType<typeof kindOfBlock>[]): boolean {
  return readText(text).blocks.some((block) => kinds.includes(kindOfBlock(block)));
}
