/** The chain as files, and links to other tools. */
import { certificateBase, chainFileName } from "../../../../core/file-names.ts";
import { HandOverLink } from "../../hand-over/hand-over-link.tsx";
import { isForServers } from "../../install/for-servers.ts";
import { InstallSection } from "../../install/install-section.tsx";
import type { RenderedVerdict } from "../../../../core/verdict/schema.ts";
import { MakeItWork } from "../../make-it-work/make-it-work.tsx";
import type { Linted } from "../../page/rules.tsx";
import { ResultActions } from "../../save-as/actions.tsx";
import type { Linked } from "../../share/shared.ts";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { type Analysis, matchesHost } from "./analysis.ts";
import { repairsOf } from "./repairs.ts";
import { tool } from "./tool.ts";

const BEGIN = "-----BEGIN CERTIFICATE-----";

/** The chain as a server should send it: leaf first, each followed by its issuer. */
function bundleOf({ chain }: Analysis, withRoot = false): string {
  return chain.filter(({ type }, index) => withRoot || index === 0 || type !== "root")
    .map(({ certificate }) => certificate).join("");
}

/** Whether a server can use the end-entity certificate at all. */
function isForServer({ certificate }: Analysis): boolean {
  return !certificate.isExpired && !certificate.extensions.basicConstraints?.ca &&
    !certificate.publicKey.algorithm.startsWith("ML-KEM");
}

/**
 * The file for a server, with a name that tells its content. Null for a certificate that no server
 * can use, and for one that needs no intermediate.
 */
function ServerFile({ analysis }: { analysis: Analysis }) {
  const { certificate: { subject }, missing: [missing] } = analysis;
  if (!isForServer(analysis)) return null;
  const content = bundleOf(analysis);
  const hasIssuer = content.split(BEGIN).length > 2;
  // A server does not send the root, so a chain without it is whole.
  if (hasIssuer && (!missing || missing.kind === "root")) {
    return (
      <DownloadButton
        kind="filled"
        label="Download full chain"
        content={content}
        filename={chainFileName(subject, "fullchain.pem")}
      />
    );
  }
  return missing && (
    <DownloadButton
      label={hasIssuer
        ? "Download incomplete chain"
        : `Download certificate (${
          missing.kind === "intermediate" ? "intermediate" : "issuer"
        } missing)`}
      content={content}
      filename={chainFileName(subject, hasIssuer ? "incomplete.pem" : "certificate_only.pem")}
    />
  );
}

/** How a server gets the full chain; nothing without one. */
export function Install({ analysis }: { analysis: Analysis }) {
  const { certificate } = analysis;
  if (!isForServer(analysis) || !isForServers(certificate)) return null;
  if (bundleOf(analysis).split(BEGIN).length <= 2) return null;
  const base = certificateBase(certificate.subject);
  return (
    <InstallSection
      base={base}
      chain={chainFileName(certificate.subject, "fullchain.pem")}
      keyFile={`${base}.key`}
      isGuess
      pfx={null}
    />
  );
}

/** The folder for a server of this chain and of a key that the user adds; nothing for other certificates. */
export function FolderOfChain({ analysis }: { analysis: Analysis }) {
  const { certificate: { subject, fingerprints } } = analysis;
  if (!isForServer(analysis) || !isForServers(analysis.certificate)) return null;
  return (
    <MakeItWork
      key={fingerprints.sha256}
      tool={tool.id}
      checksServer
      asksKey
      fingerprint={fingerprints.sha256}
      files={() =>
        Promise.resolve([
          { name: chainFileName(subject, "chain.pem"), text: certificatesOf(analysis) },
        ])}
    />
  );
}

interface ChainActionsProps {
  analysis: Analysis;
  /** The host name that pasted certificates were checked for. */
  hostname: string | null;
  /** The verdict as it is shown. */
  verdict: RenderedVerdict;
  /** The rules as they are shown; null while they are checked. */
  lint: Linted | null;
}

/** The certificates that the answer was made of, without those of our own trust store. */
function certificatesOf({ chain, unused }: Analysis): string {
  return [
    ...chain.filter(({ source }) => source !== "trust-store"),
    ...unused.filter(({ position }) => position !== null),
  ].map(({ certificate }) => certificate).join("");
}

/** The link of a live host names only the host. */
function linkedBy(analysis: Analysis): Linked {
  const { source, validation } = analysis;
  return source ? { host: source.hostname } : {
    path: "/chain",
    text: certificatesOf(analysis),
    isPublic: validation.trusted,
  };
}

export function ChainActions({ analysis, hostname, verdict, lint }: ChainActionsProps) {
  const { chain, certificate: { subject } } = analysis;
  const asked = hostname && { hostname, hostnameMatches: matchesHost(analysis) };
  // Everything that the page shows.
  const all = { ...analysis, ...asked, verdict, repairs: repairsOf(analysis), lint };
  const hasRoot = isForServer(analysis) && chain.length > 1 && chain.at(-1)!.type === "root";
  return (
    <ResultActions
      main={
        <>
          <ServerFile analysis={analysis} />
          <DownloadButton
            name="Download PEM chain"
            label="PEM chain"
            content={() => chain.map((entry) => entry.certificate).join("")}
            filename={chainFileName(subject, "chain.pem")}
          />
          <DownloadButton
            name="Download JSON"
            label="JSON"
            content={() => JSON.stringify(all, null, 2) + "\n"}
            filename={chainFileName(subject, "chain.json")}
            type="application/json"
          />
        </>
      }
      downloads={[
        ...hasRoot
          ? [{
            name: "Download full chain with the root",
            label: "Full chain with the root",
            hint: "For the few servers that want the root too",
            content: () => bundleOf(analysis, true),
            filename: chainFileName(subject, "fullchain_with_root.pem"),
          }]
          : [],
      ]}
      saveAs={{ tool: tool.id, certificates: bundleOf(analysis) }}
      value={all}
      shared={{
        name: analysis.source?.unicodeHostname ?? subject.commonName ?? "",
        verdict,
        link: linkedBy(analysis),
      }}
    >
      <HandOverLink
        to="/pfx"
        data={{ certificate: bundleOf(analysis), privateKey: "" }}
        icon="pfx"
      >
        Make a PFX of this chain
      </HandOverLink>
      <HandOverLink
        to="/match"
        data={{ certificate: chain[0]?.certificate ?? "", privateKey: "" }}
        icon="match"
      >
        Check the match with a key
      </HandOverLink>
      <HandOverLink to="/csr" data={{ text: chain[0]?.certificate ?? "" }} icon="csr">
        Renew: create a new CSR
      </HandOverLink>
    </ResultActions>
  );
}
