/** Actions for an object and its matching objects. Data is passed on in memory. */
import { useNavigate } from "react-router-dom";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { ObjectSet } from "../../../../core/inspect/session-contract.ts";
import { readWebsite } from "../../arrivals/website.ts";
import { type HandOver, handOver } from "../../hand-over/hand-over.ts";
import { hostAddress } from "../../hand-over/host-address.ts";
import { InstallSection } from "../../install/install-section.tsx";
import { ask } from "./inspection.ts";
import { offeredFor } from "./set-actions.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { PEM_TYPE, saveFile } from "../../ui/base/download-button.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { SaveAs } from "../../save-as/section.tsx";
import { tool } from "./tool.ts";

export function NextSteps({ row, set }: { row: ObjectRow; set: ObjectSet }) {
  const navigate = useNavigate();
  const { certificate, privateKey, request } = set;
  const go = <Path extends keyof HandOver>(path: Path, data: HandOver[Path]) => {
    handOver(path, data);
    navigate(path);
  };
  const withKey = async (use: (pem: string) => void) => {
    const pem = privateKey === null ? null : await ask("keyPem", { id: privateKey });
    if (pem) use(pem);
  };
  const website = row.kind === "domain-name" ? readWebsite(row.name) : null;
  const holder = certificate !== null ? set.certificatePem : set.requestPem;
  const steps = [
    certificate !== null && (
      <Button
        icon="chain"
        onClick={() => go("/chain", { certificate: set.chainPem })}
      >
        Analyze the chain
      </Button>
    ),
    holder !== "" && privateKey !== null && (
      <Button
        icon="match"
        onClick={() => withKey((pem) => go("/match", { certificate: holder, privateKey: pem }))}
      >
        Verify the match
      </Button>
    ),
    certificate !== null && privateKey !== null && (
      <Button
        icon="pfx"
        onClick={() => withKey((pem) => go("/pfx", { certificate: set.chainPem, privateKey: pem }))}
      >
        Make a PFX of this set
      </Button>
    ),
    row.kind === "request" && request !== null && (
      <Button
        icon="csr-decoder"
        onClick={() => go("/csr-decoder", { csr: set.requestPem })}
      >
        Decode the CSR
      </Button>
    ),
    set.bundle === "full_chain" && (
      <Button
        icon="download"
        onClick={() => saveFile(set.bundlePem, set.bundleName, PEM_TYPE)}
      >
        Save the bundle in order
      </Button>
    ),
    website?.kind === "host" && (
      <Button
        icon="trust"
        onClick={() => {
          handOver("/chain", { host: website.host });
          navigate(hostAddress(website.host));
        }}
      >
        Check this website
      </Button>
    ),
    row.kind === "domain-name" && (
      <Button
        icon="caa"
        onClick={() => go("/caa", { domain: row.name, records: "" })}
      >
        See its CAA records
      </Button>
    ),
    holder !== "" && (
      <Button icon="csr" onClick={() => go("/csr", { text: holder })}>
        Renew: a CSR like this
      </Button>
    ),
  ].filter(Boolean);
  return (
    <>
      {steps.length > 0 && (
        <Section heading="Next steps">
          <Stack gap={2}>
            <Row gap={2}>{steps.map((step, index) => <span key={index}>{step}</span>)}</Row>
            {website?.kind === "host" && (
              <p>
                To check the website, our server contacts it on port 443. Nothing is sent before.
              </p>
            )}
          </Stack>
        </Section>
      )}
      {set.bundle === "full_chain" && offeredFor(row, new Date().toISOString()) === "server" && (
        <InstallSection
          base={set.label}
          chain={set.bundleName}
          keyFile={`${set.label}.key`}
          isGuess={privateKey === null}
          pfx={null}
        />
      )}
      {(certificate !== null || privateKey !== null) && (
        <SaveAs
          tool={tool.id}
          certificates={set.bundlePem || set.certificatePem}
          privateKey={privateKey === null ? undefined : () => ask("keyPem", { id: privateKey })}
          name={set.label}
        />
      )}
    </>
  );
}
