/**
 * Verification tests of OpenSSL, GnuTLS, Mbed TLS, rustls/webpki, Go and NIST's PKITS as requests to
 * chain/analyze. The file's README has its format.
 */
import type { JudgeAs } from "../../core/judge-as.ts";
import type { ChainCase, Expected, ExpectedStatus, Request } from "./verifier.ts";

export interface PeerSuite {
  suite: string;
  /** Base64 of DER, by name. */
  blobs: Readonly<Record<string, string>>;
  cases: readonly PeerCase[];
}

interface PeerCase {
  id: string;
  leaf: string;
  mid?: string[];
  roots?: string[];
  crls?: string[];
  ocsp?: string[];
  at: string;
  as: JudgeAs;
  /** "http": roots are pasted with the others; "anchored": they are the caller's. */
  drive: "http" | "anchored";
  name?: string;
  purpose?: string;
  want?: boolean;
  accept?: boolean;
  status?: Record<string, ExpectedStatus>;
  says?: string;
  notSays?: string;
  revSays?: string;
  revNotSays?: string;
}

const PURPOSES: Readonly<Record<string, Request["purpose"]>> = {
  sslserver: "server",
  sslclient: "client",
  codesign: "codeSigning",
};

export function fromPeers({ suite, blobs, cases }: PeerSuite): ChainCase[] {
  const pem = (label: string) => (name: string) =>
    `-----BEGIN ${label}-----\n${
      blobs[name].match(/.{1,64}/g)!.join("\n")
    }\n-----END ${label}-----\n`;
  const certificate = pem("CERTIFICATE");
  return cases.map((one) => {
    const isAnchored = one.drive === "anchored";
    const roots = (one.roots ?? []).map(certificate);
    const leaf = certificate(one.leaf);
    const parts = [
      leaf,
      ...(one.mid ?? []).map(certificate),
      ...isAnchored ? [] : roots,
      ...(one.crls ?? []).map(pem("X509 CRL")),
      ...(one.ocsp ?? []).map(pem("OCSP RESPONSE")),
    ];
    const expected: Expected = {
      // isValid does not check the name and the trust anchor.
      ...isAnchored ? { accepted: one.want } : { isValid: one.want },
      ...one.accept !== undefined && { acceptedWithStatus: one.accept },
      ...{ statuses: one.status, says: one.says, notSays: one.notSays },
      ...{ undeterminedSays: one.revSays, undeterminedNotSays: one.revNotSays },
    };
    return {
      id: `${suite}: ${one.id}`,
      leaf,
      request: {
        certificate: parts.join(""),
        ...isAnchored && { roots: roots.join(""), hostname: one.name ?? "" },
        ...one.purpose && { purpose: PURPOSES[one.purpose] },
        judgeAs: one.as,
        at: one.at,
      },
      expected,
    };
  });
}
