/** The revocation status of the certificates of a path, by the available CRLs and OCSP responses. */
import type { Budget } from "../kernel/context.ts";
import type { PathInputs } from "../x509/rules/rule.ts";
import { CrlSigners } from "../x509/path/crl-signers.ts";
import type { Pool } from "../x509/path/pool.ts";
import { DerError } from "../x509/asn1/der.ts";
import type { Skipped } from "../x509/cms/bundles.ts";
import type { Path } from "../x509/path/build.ts";
import {
  addMaterial,
  noMaterial,
  type RevocationMaterial,
  revocationOf,
} from "../x509/revocation/material.ts";
import { crlProblem } from "../x509/revocation/crl-status.ts";
import { revokedMessage } from "../x509/revocation/reasons.ts";
import { type RevocationVerdict, unknownStatus } from "../x509/revocation/verdict.ts";
import { ruleOf } from "../x509/rules/catalogue.ts";
import { citation } from "../x509/documents.ts";
import type { CertificateRevocation, ChainResponse, Problem } from "./contract.ts";

/**
 * Separates the CRLs and OCSP responses from the other skipped objects. Those that cannot be read stay skipped. A CRL
 * that cannot be used is returned as both, because it can be the reason for an unknown status.
 */
export async function materialAmong(
  skipped: readonly Skipped[],
  budget: Budget,
): Promise<{ material: RevocationMaterial; skipped: Skipped[] }> {
  const material = noMaterial();
  const left: Skipped[] = [];
  for (const object of skipped) {
    const { kind, bytes } = object;
    if (kind !== "crl" && kind !== "ocsp-response" || bytes === null) left.push(object);
    else {
      try {
        await addMaterial(material, kind, bytes, budget);
        const unusable = kind === "crl" ? material.crls.at(-1)!.unusable : null;
        if (unusable !== null) left.push({ ...object, message: crlProblem(unusable) });
      } catch (thrown) {
        if (!(thrown instanceof DerError)) throw thrown;
        const what = kind === "crl" ? "The CRL" : "The OCSP response";
        left.push({
          ...object,
          message: `${what} cannot be read: ${thrown.message}`,
        });
      }
    }
  }
  return { material, skipped: left };
}

/**
 * The status of each certificate below the last one; empty if there are no CRLs and responses. CRLs may be
 * signed by certificates of the pool that are not on the path.
 */
export async function revocationsOf(
  { certificates, links }: Pick<Path, "certificates" | "links">,
  pool: Pool,
  material: RevocationMaterial,
  inputs: PathInputs,
): Promise<CertificateRevocation[]> {
  const revocations: CertificateRevocation[] = [];
  if (material.crls.length + material.responses.length === 0) return revocations;
  const revocationAt = revocationsAlong({ certificates, links }, pool, material, inputs);
  for (const index of links.keys()) revocations.push({ index, ...await revocationAt(index) });
  return revocations;
}

/** Returns a function that gives the status of the certificate at an index of the path, except the last one. */
export function revocationsAlong(
  { certificates, links }: Pick<Path, "certificates" | "links">,
  pool: Pool,
  material: RevocationMaterial,
  inputs: PathInputs,
): (index: number) => Promise<RevocationVerdict> {
  const { now, budget } = inputs;
  let signers: CrlSigners | null = null;
  return async (index) => {
    if (links[index] !== true) return unknownStatus("Its issuer is not verified");
    // If the path is not proven to its end, its last proven certificate serves as the anchor.
    const broken = links.findIndex((link, place) => place > index && link !== true);
    const above = certificates.slice(index + 1, broken === -1 ? undefined : broken + 1);
    const anchor = above[above.length - 1];
    if (signers?.anchor !== anchor) signers = new CrlSigners(pool, anchor, material, inputs);
    const certificate = certificates[index];
    return await revocationOf(material, {
      ...{ certificate: certificate.certificate, issuer: above[0].certificate, now, budget },
      findSigner: (crl) => signers!.find(crl, { certificate, above }),
    });
  };
}

/** The problems that are listed after revocations. All others come before them. */
const LAST: ReadonlySet<string> = new Set(["root_distrusted", "expiring_soon"]);

/** Adds the revocation status to an analysis. One revoked certificate makes the chain invalid. */
export function withRevocations(
  answer: ChainResponse,
  revocation: CertificateRevocation[],
): ChainResponse {
  if (revocation.length === 0) return answer;
  const revoked = revocation.filter(({ status }) => status === "revoked").map(problemOf);
  const { problems, validation, setAside, evaluatedAt, calendar, ...rest } = answer;
  // Only a valid path has valid policies (RFC 5280, 6.1.6).
  const { policies: _, ...withoutPolicies } = validation;
  const last = problems.findIndex(({ code }) => LAST.has(code));
  return {
    ...rest,
    // A revoked certificate is replaced at once.
    ...calendar && {
      calendar: revoked.length > 0 ? calendar.filter(({ kind }) => kind !== "renew") : calendar,
    },
    validation: revoked.length > 0 ? { ...withoutPolicies, isValid: false } : validation,
    problems: problems.toSpliced(last === -1 ? problems.length : last, 0, ...revoked),
    revocation,
    setAside,
    evaluatedAt,
  };
}

function problemOf(revocation: CertificateRevocation): Problem {
  const { kind, severity, clause, title, why, advice } = ruleOf("revoked");
  return {
    code: "revoked",
    severity,
    kind,
    title,
    message: revokedMessage(revocation),
    why,
    advice,
    index: revocation.index,
    clause: citation(clause),
  };
}
