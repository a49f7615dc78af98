/**
 * Checking a certificate against every rule of public TLS. Other linters cannot run in this process,
 * so the peers are two readers of the same certificate: ours and node:crypto.
 */
import { X509Certificate } from "node:crypto";
import { lint as lintOperation } from "../../core/certificate/lint.ts";
import { Budget, createContext } from "../../core/kernel/context.ts";
import { Candidate } from "../../core/x509/constraints/candidate.ts";
import {
  certificateInfo,
  loadFingerprintDigests,
} from "../../core/x509/objects/certificate-info.ts";
import { readCertificate } from "../../core/x509/objects/read-certificate.ts";
import { lint } from "../../core/x509/rules/lint/lint.ts";
import { certificateBytes } from "../fixtures/certificates/index.ts";
import type { Bench, Section } from "./harness.ts";

const digests = await loadFingerprintDigests();
const now = Date.now();

function bench(key: string, der: Uint8Array<ArrayBuffer>): Bench {
  // Read beforehand, as in path building.
  const certificate = readCertificate(der, new Budget());
  const candidate = new Candidate(certificate, "input", null);
  const text = `-----BEGIN CERTIFICATE-----\n${der.toBase64()}\n-----END CERTIFICATE-----\n`;
  return {
    name: `Judge a certificate by all rules of public TLS (${key})`,
    ours: {
      name: "ours, already read",
      run: () => lint(certificate, "public-tls", { candidate }),
    },
    peers: [
      {
        name: "ours (certificate/lint), from its text",
        run: () => lintOperation({ certificate: text, judgeAs: "public-tls" }, createContext()),
      },
      {
        name: "ours, reading it whole",
        run: () => certificateInfo(readCertificate(der, new Budget()), now, digests),
      },
      {
        name: "Deno's node:crypto, only reading its key",
        run: () => new X509Certificate(der).publicKey,
      },
    ],
  };
}

export const section: Section = {
  title: "Linter",
  benches: [
    bench("RSA-2048", certificateBytes("rsa-leaf")),
    bench("P-256", certificateBytes("ec-leaf")),
  ],
};
