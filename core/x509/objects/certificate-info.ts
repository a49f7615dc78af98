/** Certificates and their fingerprints as answers give them. */
import { validityAt, wholeSecond } from "../validity.ts";
import { type Digest, loadDigest } from "../../../wasm/digest.ts";
import { toColonHex } from "../asn1/hex.ts";
import { formatTime } from "../asn1/time.ts";
import type { CertificateInfo } from "../shapes.ts";
import type { Certificate } from "./certificates.ts";
import { gatherExtensions } from "./extensions/extensions.ts";

const DAY = 86_400_000;

/**
 * Returns the certificate as answers give it. `now` is in milliseconds; its fraction of a second is
 * dropped, because the dates of certificates have none.
 */
export function certificateInfo(
  certificate: Certificate,
  now: number,
  digests: FingerprintDigests,
): CertificateInfo {
  const { notBefore, notAfter, bytes } = certificate;
  const when = validityAt(certificate, now);
  const { subject, issuer } = certificate;
  const extensions = gatherExtensions(
    bytes,
    certificate.extensions,
    (raw) => certificate.decode(raw),
  );
  return {
    version: certificate.version,
    subject,
    issuer,
    notBefore: formatTime(notBefore),
    notAfter: formatTime(notAfter),
    isExpired: when === "after",
    isNotYetValid: when === "before",
    daysUntilExpiry: Math.floor((notAfter - wholeSecond(now)) / DAY),
    serialNumber: certificate.serialNumber,
    signatureAlgorithm: certificate.signature.scheme.name,
    publicKey: certificate.publicKey.key,
    fingerprints: {
      sha256: toColonHex(digests.sha256(bytes)),
      sha1: toColonHex(digests.sha1(bytes)),
    },
    extensions,
    findings: certificate.der.findings.sorted(),
  };
}

export interface FingerprintDigests {
  readonly sha256: Digest;
  readonly sha1: Digest;
}

/** Loads the digests of fingerprints (WebAssembly, synchronous once loaded). A second call is free. */
export async function loadFingerprintDigests(): Promise<FingerprintDigests> {
  const [sha256, sha1] = await Promise.all([loadDigest("SHA-256"), loadDigest("SHA-1")]);
  return { sha256, sha1 };
}
