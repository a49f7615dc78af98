/** Revocation of the certificates of a path, by the CRLs and OCSP responses that are at hand. */
import type { Budget } from "../kernel/context.ts";
import { DerError } from "../x509/asn1/der.ts";
import type { SetAside } from "../x509/cms/bundles.ts";
import type { Path } from "../x509/path/build.ts";
import {
  addMaterial,
  noMaterial,
  type RevocationMaterial,
  revocationOf,
} from "../x509/revocation/material.ts";
import { revokedMessage } from "../x509/revocation/reasons.ts";
import { unknownStatus } from "../x509/revocation/verdict.ts";
import { ruleOf } from "../x509/rules/catalogue.ts";
import { citation } from "../x509/rules/documents.ts";
import type { CertificateRevocation, ChainResponse, Problem } from "./contract.ts";

/** Takes CRLs and OCSP responses out of what was skipped; what cannot be read stays there. */
export async function materialAmong(
  setAside: readonly SetAside[],
  budget: Budget,
): Promise<{ material: RevocationMaterial; setAside: SetAside[] }> {
  const material = noMaterial();
  const left: SetAside[] = [];
  for (const object of setAside) {
    const { kind, bytes } = object;
    if (kind !== "crl" && kind !== "ocsp-response" || bytes === null) left.push(object);
    else {
      try {
        await addMaterial(material, kind, bytes, budget);
      } catch (thrown) {
        if (!(thrown instanceof DerError)) throw thrown;
        const what = kind === "crl" ? "THE CRL" : "THE OCSP RESPONSE";
        left.push({ ...object, message: `${what} CANNOT BE READ: ${thrown.message}` });
      }
    }
  }
  return { material, setAside: left };
}

/** What is known of each certificate below the last one; nothing where there is no material. */
export async function revocationsOf(
  { certificates, links }: Path,
  material: RevocationMaterial,
  now: number,
  budget: Budget,
): Promise<CertificateRevocation[]> {
  if (material.crls.length + material.responses.length === 0) return [];
  const revocations: CertificateRevocation[] = [];
  for (const [index, { certificate }] of certificates.slice(0, -1).entries()) {
    const issuer = certificates[index + 1].certificate;
    const verdict = links[index] === true
      ? await revocationOf(material, { certificate, issuer, now, budget })
      : unknownStatus("ITS ISSUER IS NOT PROVEN");
    revocations.push({ index, ...verdict });
  }
  return revocations;
}

/** Revocations are listed after what a path proves by itself, and before these. */
const LAST: ReadonlySet<string> = new Set(["root_distrusted", "expiring_soon"]);

/** An analysis with what is known of revocation: one revoked certificate makes the chain invalid. */
export function withRevocations(
  answer: ChainResponse,
  revocation: CertificateRevocation[],
): ChainResponse {
  if (revocation.length === 0) return answer;
  const revoked = revocation.filter(({ status }) => status === "revoked").map(problemOf);
  const { problems, validation, setAside, evaluatedAt, ...rest } = answer;
  const last = problems.findIndex(({ code }) => LAST.has(code));
  return {
    ...rest,
    validation: revoked.length > 0 ? { ...validation, isValid: false } : validation,
    problems: problems.toSpliced(last === -1 ? problems.length : last, 0, ...revoked),
    revocation,
    setAside,
    evaluatedAt,
  };
}

function problemOf(revocation: CertificateRevocation): Problem {
  const { kind, severity, clause, title, why, advice } = ruleOf("revoked");
  return {
    ...{ code: "revoked", severity, kind, title, message: revokedMessage(revocation), why, advice },
    ...{ index: revocation.index, clause: citation(clause) },
  };
}
