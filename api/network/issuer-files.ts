/** What caIssuers addresses answer with: a certificate in DER, one in PEM, or a bundle. */
import type { Budget } from "../../core/kernel/context.ts";
import { isOperationError } from "../../core/kernel/errors.ts";
import { identify } from "../../core/x509/pem/identify.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { certificatesOfPkcs7 } from "../../core/x509/cms/pkcs7.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The certificates of a file (RFC 5280, 4.2.2.1: DER or "certs-only" CMS; PEM is out there too), in
 * its order; none for what is neither. What is inside the certificates is not checked here.
 */
export function certificatesOfFile(bytes: Bytes, budget: Budget): Bytes[] {
  budget.spend("bytes", bytes.length);
  const found = ofDer(bytes, budget);
  if (found.length > 0) return found;
  const text = new TextDecoder().decode(bytes);
  return readPem(text).flatMap((block) => block.bytes ? ofDer(block.bytes, budget) : []);
}

function ofDer(bytes: Bytes, budget: Budget): Bytes[] {
  switch (identify(bytes)) {
    case "certificate":
      return [bytes];
    case "pkcs7":
      return bundle(bytes, budget);
    default:
      return [];
  }
}

function bundle(bytes: Bytes, budget: Budget): Bytes[] {
  try {
    return certificatesOfPkcs7(bytes, budget);
  } catch (fault) {
    if (isOperationError(fault) && fault.code === "unreadable") return [];
    throw fault;
  }
}
