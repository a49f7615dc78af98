/**
 * Reads the certificates in a pasted text: any number, in any order, with other text around them. PKCS#7
 * bundles are opened, together with the CRLs and OCSP responses in them. Anything else, and a certificate
 * that cannot be read, is skipped with a message, and the remaining objects are still read.
 */
import type { Budget } from "../../kernel/context.ts";
import { OperationError } from "../../kernel/errors.ts";
import { type Certificate } from "../objects/certificates.ts";
import { readCertificate } from "../objects/read-certificate.ts";
import { DerError } from "../asn1/der.ts";
import { kindName, kindOfBlock, type ObjectKind } from "../pem/identify.ts";
import type { Repair } from "../pem/repairs.ts";
import { describedIn } from "../pem/described.ts";
import { readText } from "../pem/read-text.ts";
import { certificatesOfPkcs7, revocationInfoOfPkcs7 } from "./pkcs7.ts";

interface Bundle {
  /** In the order of the text; `position` counts all objects of the text from 0. */
  certificates: { certificate: Certificate; position: number }[];
  skipped: Skipped[];
  /** The layers that were undone to read the text. */
  repairs: Repair[];
}

/** An object of the text that was not read as a certificate, with the reason. */
export interface Skipped {
  position: number;
  /** The kind of the object; null if unknown. */
  kind: ObjectKind | null;
  message: string;
  /** The bytes decoded from the text; null if they cannot be decoded. */
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** Reads all objects of the text. Throws only OperationError `too_complex`. */
export function readBundle(text: string, budget: Budget): Bundle {
  const { blocks, repairs } = readText(text, budget);
  const bundle: Bundle = { certificates: [], skipped: [], repairs };
  let position = 0;
  for (const block of blocks) {
    const kind = kindOfBlock(block);
    const skip = (message: string, what: Pick<Skipped, "kind" | "bytes"> | null = null) =>
      bundle.skipped.push({
        position: position++,
        message,
        ...what ?? { kind, bytes: block.bytes },
      });
    if (block.bytes === null) {
      skip(`A block cannot be read: ${block.problem!}`);
      continue;
    }
    if (kind === "pkcs7") {
      try {
        for (const bytes of certificatesOfPkcs7(block.bytes, budget)) take(bytes);
        for (const info of revocationInfoOfPkcs7(block.bytes, budget)) {
          skip(notACertificate(info.kind), info);
        }
      } catch (thrown) {
        if (!(thrown instanceof DerError)) throw thrown;
        skip(`The PKCS#7 bundle cannot be read: ${thrown.message}`);
      }
    } else if (kind === "certificate") take(block.bytes);
    else skip(notACertificate(kind));
  }
  return bundle;

  function take(bytes: Uint8Array<ArrayBuffer>): void {
    try {
      const certificate = readCertificate(bytes, budget);
      bundle.certificates.push({ certificate, position: position++ });
    } catch (thrown) {
      if (!(thrown instanceof DerError)) throw thrown;
      const message = `The certificate cannot be read: ${thrown.message}`;
      bundle.skipped.push({ position: position++, kind: "certificate", message, bytes });
    }
  }
}

const notACertificate = (kind: ObjectKind | null): string =>
  kind === null
    ? "This is not a certificate. Its type is unknown"
    : `This is ${kindName(kind)}, not a certificate`;

/**
 * Reads a bundle that must have at least one certificate. Without one, throws OperationError: `wrong_type` if
 * the text contains an object of another known kind, else `unreadable`. `path` is the input field of the
 * text.
 */
export function requireCertificates(text: string, budget: Budget, path: string): Bundle {
  const bundle = readBundle(text, budget);
  if (bundle.certificates.length === 0) throw refusal(bundle.skipped, path, text);
  return bundle;
}

/** Reads the certificates of a text that must contain nothing else. Throws like `requireCertificates`. */
export function requireOnlyCertificates(text: string, budget: Budget, path: string): Certificate[] {
  const { certificates, skipped } = requireCertificates(text, budget, path);
  if (skipped.length > 0) throw refusal(skipped, path, text);
  return certificates.map(({ certificate }) => certificate);
}

function refusal(skipped: readonly Skipped[], path: string, text: string): OperationError {
  const [first] = skipped;
  if (!first) {
    return new OperationError("unreadable", describedIn(text) ?? "No certificate found", path);
  }
  const named = skipped.find(({ kind }) => kind !== null && kind !== "certificate");
  return named
    ? new OperationError("wrong_type", named.message, path)
    : new OperationError("unreadable", first.message, path);
}
