/** Actions for an object and its matching objects. Data is passed on in memory. */
import { useNavigate } from "react-router-dom";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { InspectMethods, ObjectSet } from "../../../../core/inspect/session-contract.ts";
import { readWebsite } from "../../arrivals/website.ts";
import { type HandOver, handOver } from "../../hand-over/hand-over.ts";
import { hostAddress } from "../../hand-over/host-address.ts";
import { ask } from "./inspection.ts";
import { Button } from "../../ui/base/button.tsx";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { PEM_TYPE } from "../../lib/save-file.ts";
import { ResultActions } from "../../save-as/actions.tsx";
import type { Linked } from "../../share/shared.ts";
import { tool } from "./tool.ts";

interface ObjectActionsProps {
  row: ObjectRow;
  set: ObjectSet;
  details: InspectMethods["details"]["output"];
  /** The object as JSON. */
  json: () => string;
}

export function ObjectActions({ row, set, details, json }: ObjectActionsProps) {
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
        size="small"
        icon="chain"
        onClick={() => go("/chain", { certificate: set.chainPem })}
      >
        Analyze the chain
      </Button>
    ),
    holder !== "" && privateKey !== null && (
      <Button
        size="small"
        icon="match"
        onClick={() => withKey((pem) => go("/match", { certificate: holder, privateKey: pem }))}
      >
        Verify the match
      </Button>
    ),
    certificate !== null && privateKey !== null && (
      <Button
        size="small"
        icon="pfx"
        onClick={() => withKey((pem) => go("/pfx", { certificate: set.chainPem, privateKey: pem }))}
      >
        Make a PFX of this set
      </Button>
    ),
    row.kind === "request" && request !== null && (
      <Button
        size="small"
        icon="csr-decoder"
        onClick={() => go("/csr-decoder", { csr: set.requestPem })}
      >
        Decode the CSR
      </Button>
    ),
    website?.kind === "host" && (
      <Button
        size="small"
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
        size="small"
        icon="caa"
        onClick={() => go("/caa", { domain: row.name, records: "" })}
      >
        See its CAA records
      </Button>
    ),
    holder !== "" && (
      <Button size="small" icon="csr" onClick={() => go("/csr", { text: holder })}>
        Renew: create a new CSR
      </Button>
    ),
  ].filter(Boolean);
  const hasFullChain = set.bundle === "full_chain";
  return (
    <ResultActions
      main={hasFullChain && (
        <DownloadButton
          label="Download full chain"
          content={set.bundlePem}
          filename={set.bundleName}
          type={PEM_TYPE}
        />
      )}
      downloads={[{
        name: "Download JSON",
        label: "JSON",
        hint: "Every field, with the findings",
        content: json,
        filename: `${set.label}.json`,
        type: "application/json",
      }]}
      json={json}
      saveAs={certificate !== null || privateKey !== null
        ? {
          tool: tool.id,
          certificates: set.bundlePem || set.certificatePem,
          privateKey: privateKey === null ? undefined : () => ask("keyPem", { id: privateKey }),
          name: set.label,
        }
        : undefined}
      shared={details.verdict
        ? {
          name: row.name,
          verdict: details.verdict,
          link: linkedBy(row, set, details.pem),
          request: row.kind === "request"
            ? {
              csr: set.requestPem,
              names: details.request?.subjectAltName.map(({ value }) => value) ?? [],
            }
            : undefined,
        }
        : undefined}
    >
      {steps.map((step, index) => <span key={index}>{step}</span>)}
      {website?.kind === "host" && (
        <small>
          To check the website, our server contacts it on port 443. Nothing is sent until you ask.
        </small>
      )}
    </ResultActions>
  );
}

/** A certificate with its issuers, a CSR or a CRL; null for all other objects. */
function linkedBy({ kind }: ObjectRow, { chainPem }: ObjectSet, pem: string | null): Linked | null {
  if (pem === null || kind !== "certificate" && kind !== "request" && kind !== "crl") return null;
  const text = kind === "certificate" && chainPem.includes(pem.trim()) ? chainPem : pem;
  return { path: "/inspect", text, isPublic: false };
}
