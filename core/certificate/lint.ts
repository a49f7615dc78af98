/** certificate/lint: checks every certificate of a text by all rules that apply to it. */
import { repairedField } from "../x509/pem/repairs.ts";
import { withoutRepetition } from "../x509/repeated-messages.ts";
import { withCommas } from "../kernel/formatting.ts";
import type { Operation } from "../kernel/execute.ts";
import { OperationError } from "../kernel/errors.ts";
import { formatTime } from "../x509/asn1/time.ts";
import { requireCertificates } from "../x509/cms/bundles.ts";
import { Candidate } from "../x509/constraints/candidate.ts";
import { anchorsOf, mozillaRoots } from "../x509/path/trust-store.ts";
import { buildPath, reachesAnchor } from "../x509/path/build.ts";
import { Pool } from "../x509/path/pool.ts";
import { isRuleCode, ruleOf } from "../x509/rules/catalogue.ts";
import { Judging, severityOf } from "../x509/rules/public.ts";
import { lint as lintOne } from "../x509/rules/lint/lint.ts";
import { lintedVerdict } from "../verdict/certificate.ts";
import type { certificateLint } from "./contract.ts";

/** The most certificates in one text: enough for a chain. */
const MAX_CERTIFICATES = 20;

/**
 * Returns the violated rules of each certificate, judged on its path to the others and to Mozilla's roots.
 * Throws the errors of `requireCertificates`, and `too_complex` beyond MAX_CERTIFICATES.
 */
export const lint: Operation<typeof certificateLint> = async (input, { budget, now }) => {
  const { certificates, skipped, repairs } = requireCertificates(
    input.certificate,
    budget,
    "certificate",
  );
  if (certificates.length > MAX_CERTIFICATES) {
    const message = `${
      withCommas(certificates.length)
    } certificates were found. At most ${MAX_CERTIFICATES} are checked at once`;
    throw new OperationError("too_complex", message, "certificate");
  }
  const evaluatedAt = input.at ?? now;
  const pool = new Pool(budget);
  const candidates = certificates.map(({ certificate, position }) =>
    new Candidate(certificate, "input", position)
  );
  for (const candidate of candidates) pool.add(candidate);
  for (const root of anchorsOf(mozillaRoots())) pool.add(root);

  const linted = [];
  for (const [index, candidate] of candidates.entries()) {
    const { certificate } = candidate;
    const path = await buildPath(candidate, pool, {
      now: evaluatedAt,
      reference: null,
      purpose: null,
      budget,
    });
    const trusted = reachesAnchor(path);
    const isRoot = candidate.isCa && await pool.isRoot(candidate);
    const { judgedAs, role, findings, passed } = lintOne(certificate, input.judgeAs, {
      now: evaluatedAt,
      trusted,
      complete: path.complete,
      // A CA with its own name as issuer is not a root if another key signed it.
      role: isRoot ? "root" : candidate.isCa ? "intermediate" : "leaf",
      isCrossCertified: pool.bySubject(candidate.subjectKey).some((other) =>
        other.identity === candidate.identity && other.issuerKey !== candidate.issuerKey
      ),
      budget,
      candidate,
    });
    const standing = { trusted, complete: path.complete };
    const { isPublic } = new Judging(candidate, input.judgeAs, standing);
    const ruling = { isPublic, isListedRoot: isRoot && trusted };
    const found = findings.map(
      ({ code, severity, source, clause, title, message, why, advice, where }) => ({
        code,
        // A rule that other tools check too has the severity that they give it.
        severity: isRuleCode(code) ? severityOf(ruleOf(code), ruling) : severity,
        ...{ source, clause, title, message, why, advice, where },
      }),
    );
    linted.push({
      position: certificates[index].position,
      subject: certificate.subject.raw,
      serialNumber: certificate.serialNumber,
      judgedAs,
      role,
      trusted,
      findings: found,
      passed,
    });
  }
  return {
    certificates: linted,
    setAside: withoutRepetition(
      skipped.map(({ position, message }) => ({ position, message })),
    ),
    ...repairedField(repairs),
    evaluatedAt: formatTime(evaluatedAt - evaluatedAt % 1000),
    verdict: lintedVerdict({ certificates: linted }),
  };
};
