import { lazy, Suspense } from "react";
import { certificateFileName } from "../../../../core/file-names.ts";
import type { ChainEntry, Problem } from "../../../../core/chain/contract.ts";
import type { Source } from "../../../../core/x509/shapes.ts";
import * as TEXT from "../../../../core/texts.ts";
import { counted, printable } from "../../../../core/kernel/formatting.ts";
import { keyText } from "../../ui/certificate/certificate-view.tsx";
import { ChainPicture, type Link, type Rung } from "../../ui/certificate/chain-picture.tsx";
import type { RenderedVerdict } from "../../../../core/verdict/schema.ts";
import { timeLeft } from "../../../../core/kernel/dates.ts";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { EmptyState } from "../../ui/result/result-panel.tsx";
import { certificateName } from "../../../../core/names/certificate-name.ts";
import type { Analysis } from "./analysis.ts";
import { dateStatus } from "../../page/date-status.ts";

/** Loaded when a certificate is opened. */
const OpenedCertificate = lazy(() => import("./opened-certificate.tsx"));

export const ROLES: Readonly<Record<ChainEntry["type"], string>> = {
  root: "Root",
  intermediate: "Intermediate",
  leaf: "End entity",
};

const SOURCES: Readonly<Record<Source, string>> = {
  "input": "pasted",
  "server": "sent by the server",
  "aia": "fetched online",
  "trust-store": "from the trust store",
  "roots": "trusted by you",
};

/** A revoked certificate's dates no longer matter. */
const REVOKED = { tone: "bad", text: "Revoked" } as const;

/** The path from the root down to the end entity. */
export function ChainPath({ analysis, verdict }: { analysis: Analysis; verdict: RenderedVerdict }) {
  if (analysis.chain.length === 0) {
    return (
      <EmptyState bare icon="chain" heading={TEXT.chainEmpty}>
        The answer has no certificate to draw.
      </EmptyState>
    );
  }
  return (
    <ChainPicture
      heading="Certification path"
      label="Certification path, root first"
      rungs={rungsOf(analysis).map((rung, index) => ({
        ...rung,
        details: () => (
          <Suspense fallback={null}>
            <OpenedCertificate analysis={analysis} index={index} verdict={verdict} />
          </Suspense>
        ),
      })).reverse()}
    />
  );
}

/** The certificates of the path, the end entity first. */
export function rungsOf(analysis: Analysis): Rung[] {
  const { chain, problems, evaluatedAt, revocation = [] } = analysis;
  const revoked = new Set(
    revocation.filter(({ status }) => status === "revoked").map(({ index }) => index),
  );
  return chain.map((entry, index): Rung => ({
    key: String(index),
    ...describe(entry, evaluatedAt),
    ...revoked.has(index) && { status: REVOKED },
    role: roleOf(analysis, index),
    link: index === chain.length - 1 ? endOf(analysis) : linkOf(entry),
    problems: problemPill(
      problems.filter((problem) => problem.index === index && problem.code !== "root_not_trusted"),
    ),
    emphasis: index === 0,
    actions: (
      <DownloadCertificate
        entry={entry}
        index={chain.length > 1 ? index + 1 : undefined}
      />
    ),
  }));
}

/** "Root, pasted, trusted by you" */
function roleOf({ chain, validation }: Analysis, index: number): string {
  const { type, source } = chain[index];
  const isYours = validation.trustedByYou && index === chain.length - 1 && source !== "roots";
  return `${ROLES[type]}, ${SOURCES[source]}${isYours ? ", trusted by you" : ""}`;
}

/** The texts of a certificate's card. */
function describe({ info }: Pick<ChainEntry, "info">, at: string) {
  const names = info.extensions.subjectAltName.length;
  const facts: { text: string; data?: boolean }[] = [];
  if (info.subject.commonName && info.subject.organizationName) {
    facts.push({ text: info.subject.organizationName });
  }
  if (names > 0) {
    facts.push({ text: counted(names, "name") });
  }
  facts.push({ text: keyText(info.publicKey), data: true });
  facts.push({ text: info.signatureAlgorithm, data: true });
  const { tone, word } = dateStatus(info);
  return {
    title: certificateName(info),
    facts,
    status: { tone, text: word },
    life: { from: info.notBefore, to: info.notAfter, at, left: timeLeft(info.daysUntilExpiry) },
  };
}

export function DownloadCertificate(
  { entry, index }: { entry: Pick<ChainEntry, "certificate" | "info">; index?: number },
) {
  const { certificate, info } = entry;
  return (
    <DownloadButton
      content={certificate}
      filename={certificateFileName(info.subject, index)}
      name={`Download certificate of ${printable(certificateName(info))}`}
      onFailed={() => alert(TEXT.chainDownloadFailed)}
    />
  );
}

/** The end of the picture, above the last certificate of the path. */
function endOf({ validation, problems }: Analysis): Link {
  if (validation.hasRoot) return "end";
  return problems.some(({ code }) => code === "self_signed") ? "self" : "missing";
}

function linkOf({ signedByNext }: ChainEntry): Link {
  if (signedByNext === null) return "unknown";
  return signedByNext ? "proven" : "broken";
}

function problemPill(problems: readonly Problem[]): Rung["problems"] {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.filter(({ severity }) => severity === "warning").length;
  if (errors > 0) return { tone: "bad", text: counted(errors, "error") };
  if (warnings > 0) {
    return { tone: "warn", text: counted(warnings, "warning") };
  }
  return undefined;
}
