/**
 * Reads the fields of certificates (RFC 5280, 4.1). A broken rule is a finding as long as the certificate
 * can be read. Otherwise it is an error.
 */
import type { Budget } from "../../kernel/context.ts";
import { equalRanges } from "../../kernel/octets.ts";
import { toDefinite } from "../asn1/ber.ts";
import { byteCount, constructed, Der, DerError, primitive, TAG } from "../asn1/der.ts";
import { INDEFINITE } from "../asn1/header.ts";
import { readTime } from "../asn1/time.ts";
import { readAlgorithmIdentifier } from "../keys/key-algorithms.ts";
import { readPublicKey } from "../keys/public-keys.ts";
import { readSignature } from "../signatures/signatures.ts";
import { Certificate } from "./certificates.ts";
import { listExtensions, type RawExtension } from "./extensions/extensions.ts";
import { EXTENSION } from "./extensions/identifiers.ts";
import { serialFaults, serialLength } from "./serial-numbers.ts";

/**
 * Reads the DER of one certificate. It keeps the bytes without copying them, so the caller must not change
 * them afterwards. Throws DerError (`unreadable`) if the fields cannot be read.
 */
export function readCertificate(given: Uint8Array<ArrayBuffer>, budget: Budget): Certificate {
  budget.spend("bytes", given.length);
  // Old programs wrote BER. The certificate is then read, shown and saved as the DER that it stands for.
  const isOpen = given[0] === TAG.SEQUENCE && given[1] === INDEFINITE;
  const input = isOpen ? toDefinite(given, budget) : given;
  const der = new Der(input, budget);
  const { findings } = der;
  if (isOpen) findings.add("not_der", 0);
  der.expect(0, input.length, TAG.SEQUENCE, "Certificate");
  const end = der.end;
  if (end < input.length) {
    // In OpenSSL's TRUSTED CERTIFICATE these are its trust settings.
    findings.add("trailing_data", end, `${byteCount(input.length - end)} after the certificate`);
  }

  der.expect(der.body, end, TAG.SEQUENCE, "TBS certificate");
  const { start: tbsStart, end: tbsEnd } = der;
  let at = der.body;
  let version = 1;
  const versionStart = at;
  if (der.optional(at, tbsEnd, constructed(0))) {
    at = der.end;
    version = readVersion(der);
  }
  der.expect(at, tbsEnd, TAG.INTEGER, "Serial number");
  const { body: serialStart, end: serialEnd } = der;
  checkSerial(der);
  der.expect(serialEnd, tbsEnd, TAG.SEQUENCE, "Signature algorithm of the TBS certificate");
  const inner = readAlgorithmIdentifier(der);
  der.expect(inner.end, tbsEnd, TAG.SEQUENCE, "Issuer");
  const { start: issuerStart, end: issuerEnd } = der;
  if (der.body === issuerEnd) findings.add("issuer_empty", issuerStart);
  der.expect(issuerEnd, tbsEnd, TAG.SEQUENCE, "Validity");
  const validityStart = der.start;
  const validityEnd = der.end;
  der.next(der.body, validityEnd);
  at = der.end;
  const notBefore = readTime(der, "The start of its validity");
  der.next(at, validityEnd);
  at = der.end;
  const notAfter = readTime(der, "The end of its validity");
  der.finish(at, validityEnd, "Validity");
  if (notAfter < notBefore) {
    findings.add("validity_reversed", validityStart);
  }
  der.expect(validityEnd, tbsEnd, TAG.SEQUENCE, "Subject");
  const { start: subjectStart, end: subjectEnd } = der;
  der.expect(subjectEnd, tbsEnd, TAG.SEQUENCE, "Public key information");
  const publicKey = readPublicKey(der);
  at = publicKey.end;

  for (let n = 1; n <= 2; n++) {
    if (!der.optional(at, tbsEnd, primitive(n))) continue;
    at = der.end;
    der.bitString();
    if (version === 1) findings.add("unique_id_in_v1", der.start);
  }
  let extensions: readonly RawExtension[] = [];
  let extensionsWhole = true;
  if (der.optional(at, tbsEnd, constructed(3))) {
    const { start } = der;
    at = der.end;
    if (version !== 3) findings.add("extensions_before_v3", start, String(version));
    der.expect(der.body, at, TAG.SEQUENCE, "Extensions");
    der.finish(der.end, at, "Extensions");
    ({ list: extensions, whole: extensionsWhole } = listExtensions(der));
  }
  der.finish(at, tbsEnd, "TBS certificate");
  if (version < 1 || version > 3) {
    findings.add("version_unknown", versionStart, String(version));
  }
  if (subjectEnd - subjectStart === 2) checkEmptySubject(der, subjectStart, extensions);

  const signature = readSignature(der, tbsEnd, end);
  const outer = signature.algorithm;
  const algorithmsDiffer = !equalRanges(
    input,
    inner.start,
    inner.end,
    outer.start,
    outer.end,
  );
  if (algorithmsDiffer) findings.add("signature_algorithms_differ", outer.start);
  if (!signature.whole) findings.add("signature_not_octets", outer.end);
  der.finish(signature.end, end, "Certificate");

  const whole = end === input.length ? input : input.subarray(0, end);
  return new Certificate(der, whole, {
    version,
    tbsStart,
    tbsEnd,
    signature,
    algorithmsDiffer,
    serialStart,
    serialEnd,
    issuerStart,
    issuerEnd,
    notBefore,
    notAfter,
    subjectStart,
    subjectEnd,
    publicKey,
    extensions,
    extensionsWhole,
  });
}

/** Reads [0] EXPLICIT Version. In DER version 1, the default, is absent. */
function readVersion(der: Der): number {
  const end = der.end;
  der.expect(der.body, end, TAG.INTEGER, "Version");
  const value = der.smallInteger();
  if (value === null) throw new DerError("The version is out of range", der.start);
  der.finish(der.end, end, "Version");
  if (value === 0) der.findings.add("version_default_encoded", der.start);
  return value + 1;
}

function checkSerial(der: Der): void {
  der.checkInteger();
  const { bytes, body, end, findings, start } = der;
  const octets = bytes.subarray(body, end);
  for (const fault of serialFaults(octets)) {
    findings.add(`serial_${fault}`, start, byteCount(serialLength(octets)));
  }
}

/** RFC 5280, 4.2.1.6: a certificate without a subject needs a critical subjectAltName. */
function checkEmptySubject(der: Der, start: number, extensions: readonly RawExtension[]): void {
  const altName = extensions.find(({ oid }) => oid === EXTENSION.subjectAltName);
  if (altName?.critical) return;
  const rule = altName ? "subject_empty_san_not_critical" : "subject_empty_without_san";
  der.findings.add(rule, start);
}
