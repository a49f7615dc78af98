/** A certificate in the private key's field and the key in the certificate's: reported as one fault. */
import { isOperationError, OperationError } from "../../kernel/errors.ts";
import * as X509_TEXT from "../texts.ts";
import { kindOfBlock } from "./identify.ts";
import { readPem } from "./pem.ts";

/**
 * What to throw for a fault of the certificate field: the same, or a `wrong_type` that says that
 * the fields are swapped.
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
  return readPem(text).some((block) => kinds.includes(kindOfBlock(block)));
}
