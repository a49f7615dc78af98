/** The chain as files, and links to other tools. */
import { chainFileName, fileBaseName } from "../../../../core/file-names.ts";
import { useState } from "react";
import { HandOverLink } from "../../hand-over/hand-over-link.tsx";
import { isForServers } from "../../install/for-servers.ts";
import { InstallSection } from "../../install/install-section.tsx";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { CopyResult, SaveAs } from "../../save-as/section.tsx";
import { CheckboxField } from "../../ui/form/field.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import type { Linted } from "../../page/rules.tsx";
import type { Analysis } from "./analysis.ts";
import { tool } from "./tool.ts";

const BEGIN = "-----BEGIN CERTIFICATE-----";

/** The chain as a server should send it: leaf first, each followed by its issuer. */
function bundleOf({ chain }: Analysis, withRoot: boolean): string {
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
export function ServerBundle({ analysis, withRoot }: { analysis: Analysis; withRoot: boolean }) {
  const { certificate: { subject }, missing: [missing] } = analysis;
  if (!isForServer(analysis)) return null;
  const content = bundleOf(analysis, withRoot);
  if (content.split(BEGIN).length > 2) {
    return (
      <DownloadButton
        // A server does not send the root.
        label={missing && missing.kind !== "root" ? "Download bundle" : "Download corrected bundle"}
        content={content}
        filename={chainFileName(subject, "bundle.pem")}
      />
    );
  }
  return missing && (
    <DownloadButton
      label={`Certificate only, ${
        missing.kind === "intermediate" ? "the intermediate" : "its issuer"
      } is missing`}
      content={content}
      filename={chainFileName(subject, "certificate_only.pem")}
    />
  );
}

/** How a server gets the bundle; nothing without one. */
function Install({ analysis }: { analysis: Analysis }) {
  const { certificate } = analysis;
  if (!isForServer(analysis) || !isForServers(certificate)) return null;
  if (bundleOf(analysis, false).split(BEGIN).length <= 2) return null;
  const { commonName, organizationName } = certificate.subject;
  const base = fileBaseName(commonName || organizationName || "", "certificate");
  return (
    <InstallSection
      base={base}
      chain={chainFileName(certificate.subject, "bundle.pem")}
      keyFile={`${base}.key`}
      isGuess
      pfx={null}
    />
  );
}

interface ExportsProps {
  analysis: Analysis;
  /** The rules as they are shown; null while they are checked. */
  lint: Linted | null;
}

export function Exports({ analysis, lint }: ExportsProps) {
  const { chain, certificate } = analysis;
  const all = { ...analysis, lint };
  const [withRoot, setWithRoot] = useState(false);
  const hasRoot = isForServer(analysis) && chain.length > 1 &&
    chain[chain.length - 1].type === "root";
  return (
    <>
      <Section heading="Export" screenOnly>
        <Stack>
          <Row gap={2}>
            <DownloadButton
              label="PEM chain"
              name="Download PEM chain"
              content={() => chain.map((entry) => entry.certificate).join("")}
              filename={chainFileName(certificate.subject, "chain.pem")}
            />
            <DownloadButton
              label="JSON"
              name="Download JSON"
              type="application/json"
              content={() => JSON.stringify(all, null, 2) + "\n"}
              filename={chainFileName(certificate.subject, "chain.json")}
            />
            <CopyResult value={all} />
          </Row>
          <Row gap={2}>
            <ServerBundle analysis={analysis} withRoot={withRoot} />
          </Row>
          {hasRoot && (
            <CheckboxField
              label="With the root"
              checked={withRoot}
              onChange={setWithRoot}
              hint="The corrected bundle is for a server: leaf first, without the root, which clients have."
            />
          )}
        </Stack>
      </Section>
      <Install analysis={analysis} />
      <Row gap={2}>
        <HandOverLink
          to="/pfx"
          data={{ certificate: bundleOf(analysis, withRoot), privateKey: "" }}
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
          Renew: a CSR like this
        </HandOverLink>
      </Row>
      <SaveAs tool={tool.id} certificates={bundleOf(analysis, withRoot)} />
    </>
  );
}
