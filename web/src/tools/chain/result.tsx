import { lazy, Suspense, useState } from "react";
import * as TEXT from "../../../../core/texts.ts";
import { counted, withCommas } from "../../../../core/kernel/formatting.ts";
import { OtherPaths } from "../../ui/certificate/chain-picture.tsx";
import { Command } from "../../ui/data/code.tsx";
import { Facts } from "../../ui/data/facts.tsx";
import { Value } from "../../ui/data/value.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Beside } from "../../ui/result/beside.tsx";
import { ResultSections } from "../../ui/result/sections.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { EverywhereView } from "./everywhere.tsx";
import { CaaView } from "./caa.tsx";
import { ChainActions, FolderOfChain, Install } from "./exports.tsx";
import { AlternativeNames, EndEntity, TechnicalDetails } from "./end-entity.tsx";
import { Problems, Repairs } from "./problems.tsx";
import { ChainMap } from "./chain-map.tsx";
import { ChainPath } from "./chain-path.tsx";
import { TransparencyView } from "../../page/transparency.tsx";
import { UntilWhen } from "../../page/until-when.tsx";
import { type Analysis, matchesHost, verdictOf } from "./analysis.ts";
import { toneOf } from "../../page/verdict-tone.ts";
import { certificates, usableUntil } from "./names-and-dates.ts";
import { OtherCertificates } from "./other-certificates.tsx";
import { COMPLETE, type Progress } from "./parts.ts";
import { Pending } from "./pending.tsx";
import { RenderingBoundary } from "./rendering-boundary.tsx";
import { Revocation } from "./revocation.tsx";
import { showCertificates } from "../../live-check/openssl.ts";
import { ServerSends } from "./server-sends.tsx";
import type { Linted } from "../../page/rules.tsx";
import { WhereItWorks } from "../../page/where-it-works.tsx";

// Exported from here, because the page needs them only together with the result.
export { CompleteOnline } from "./complete-online.tsx";
export { HostProgress } from "./host-progress.tsx";

/** Loaded separately, so that the rest of the result does not wait for it. */
const Rules = lazy(async () => ({ default: (await import("../../page/rules.tsx")).Rules }));

interface ResultProps {
  analysis: Analysis;
  /** The host name that the user asked for. */
  hostname?: string | null;
  /** Offered below the verdict: completing the chain online. */
  completion?: React.ReactNode;
  /** The progress of a live host's answer. */
  progress?: Progress;
  /** Shown below the verdict: pending parts, Cancel and Refresh. */
  controls?: React.ReactNode;
}

/** The result's announcement to screen readers. */
export function announce(
  analysis: Analysis,
  asked: { progress?: Progress; hostname?: string | null },
): string {
  try {
    const { title, cause } = verdictOf(analysis, asked);
    return `${title}. ${cause}`;
  } catch {
    // Parts of the answer are missing; the result itself says so.
    return TEXT.chainRendering;
  }
}

/** An answer with missing parts must not take down the page and the input with it. */
export function ChainResult(props: ResultProps) {
  return (
    <RenderingBoundary of={props.analysis}>
      <WholeResult {...props} />
    </RenderingBoundary>
  );
}

function WholeResult(
  { analysis, hostname, completion, progress = COMPLETE, controls }: ResultProps,
) {
  const verdict = verdictOf(analysis, { progress, hostname });
  const { level, title, cause, next } = verdict;
  const [rules, setRules] = useState<{ leaf: string; lint: Linted | null } | null>(null);
  const leaf = analysis.chain[0]?.certificate ?? "";
  return (
    <Stack>
      {analysis.repaired && <Banner quiet tone="info" title={analysis.repaired} />}
      <SkippedParts analysis={analysis} />
      <Verdict tone={toneOf(level)} title={title} next={next}>{cause}</Verdict>
      <RenderingBoundary of={analysis} quiet>
        <ChainMap analysis={analysis} />
      </RenderingBoundary>
      {completion}
      <ChainActions
        analysis={analysis}
        hostname={hostname ?? null}
        verdict={verdict}
        lint={rules?.leaf === leaf ? rules.lint : null}
      />
      {controls}
      <WhereItWorks analysis={analysis} />
      <UntilWhen
        analysis={analysis}
        answer={`${title} ${cause}`}
        name={analysis.source?.unicodeHostname}
      />
      <TransparencyView transparency={analysis.transparency} />
      <Facts facts={factsOf(analysis, hostname)} />
      <ResultSections>
        {analysis.everywhere && <EverywhereView everywhere={analysis.everywhere} />}
        <Pending part="everywhere" progress={progress} />
        <Beside
          first={
            <RenderingBoundary of={analysis}>
              <ChainPath analysis={analysis} verdict={verdict} />
            </RenderingBoundary>
          }
          second={
            <>
              <Repairs analysis={analysis} />
              <Problems analysis={analysis} />
              <EndEntity analysis={analysis} />
            </>
          }
        />
        <FolderOfChain analysis={analysis} />
        <Install analysis={analysis} />
        <Revocation analysis={analysis} />
        <Pending part="revocation" progress={progress} />
        {analysis.caa && <CaaView caa={analysis.caa} />}
        <Pending part="caa" progress={progress} />
        {analysis.source && <ServerSends analysis={analysis} source={analysis.source} />}
        <Suspense fallback={null}>
          <RulesOf
            analysis={analysis}
            onLinted={(lint) => setRules({ leaf, lint })}
          />
        </Suspense>
        <Beside
          first={<TechnicalDetails analysis={analysis} />}
          second={<AlternativeNames analysis={analysis} />}
        />
        <OtherPaths paths={analysis.otherPaths} />
        <OtherCertificates analysis={analysis} />
        <Section heading="With OpenSSL" screenOnly>
          <Command copyName="Copy OpenSSL command" command={opensslCommand(analysis)}>
            {analysis.source
              ? "What the server sends, seen from your own command line:"
              : "Verify the same path on your own command line (root and intermediates in separate files):"}
          </Command>
        </Section>
      </ResultSections>
    </Stack>
  );
}

/** The rules for the end entity, with the path above it. */
function RulesOf(
  { analysis: { chain, evaluatedAt }, onLinted }: {
    analysis: Analysis;
    onLinted: (lint: Linted | null) => void;
  },
) {
  const [leaf, ...above] = chain.map(({ certificate }) => certificate);
  if (!leaf) return null;
  return (
    <Rules
      key={leaf}
      certificate={leaf}
      issuers={above.join("\n")}
      at={evaluatedAt}
      onLinted={onLinted}
    />
  );
}

function factsOf(analysis: Analysis, hostname?: string | null) {
  const { validation, certificate, source } = analysis;
  const { isValid } = validation;
  const facts = [
    {
      term: "Chain status",
      value: isValid === null ? "Cannot be verified here" : isValid ? "VALID" : "INVALID",
    },
    { term: "Chain depth", value: certificates(validation.depth) },
    {
      term: "Root certificate",
      value: validation.hasRoot ? TEXT.chainRootFound : TEXT.chainRootNotFound,
    },
    {
      term: "Days remaining",
      value: certificate.isExpired ? "Expired" : withCommas(certificate.daysUntilExpiry),
    },
    ...usableUntil(analysis),
    { term: "Publicly trusted", value: validation.trusted ? "Yes" : "No" },
  ];
  if (validation.trustedByYou !== undefined) {
    facts.push({ term: "Trusted by you", value: validation.trustedByYou ? "Yes" : "No" });
  }
  if (hostname) {
    facts.push({
      term: "Host name",
      value: matchesHost(analysis) ? "Matches" : "Does not match",
    });
  }
  if (validation.policies) {
    facts.push({ term: "Valid policies", value: validation.policies.map(policyText).join(", ") });
  }
  if (source) {
    facts.push({ term: "Host name", value: source.hostnameMatches ? "Matches" : "Does not match" });
  }
  return facts;
}

type Policy = NonNullable<Analysis["validation"]["policies"]>[number];

/** "domain validated"; the OID of a policy without a known name. */
function policyText({ oid, name, extendedValidation }: Policy): string {
  const words = name === "anyPolicy" ? "any policy" : name?.replaceAll("-", " ") ?? oid;
  return extendedValidation ? `${words} (EV under this root)` : words;
}

function opensslCommand({ source }: Analysis): string {
  return source
    ? showCertificates(source.hostname)
    : "openssl verify -x509_strict -CAfile root.pem -untrusted intermediates.pem leaf.pem";
}

/** Parts of the input that cannot be read, with their places. */
function SkippedParts({ analysis: { setAside } }: { analysis: Analysis }) {
  if (setAside.length === 0) return null;
  return (
    <Banner
      quiet
      tone="warn"
      title={setAside.length === 1 ? "One part was skipped" : "Some parts were skipped"}
    >
      {setAside.map(({ position, message, more }) => (
        <p key={position}>
          No. {position + 1}: <Value>{message}</Value>
          {more && ` (and ${counted(more, "more part")} with the same problem)`}
        </p>
      ))}
    </Banner>
  );
}
