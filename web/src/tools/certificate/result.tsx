import { type ReactNode, useState } from "react";
import type { GeneratedCertificate } from "../../../../core/certificate/contract.ts";
import { HandOverLink } from "../../hand-over/hand-over-link.tsx";
import { day } from "../../lib/dates.ts";
import type { KeyName } from "../../page/unsaved-keys.ts";
import { CopyResult } from "../../save-as/section.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { CodeOutput, Command } from "../../ui/data/code-output.tsx";
import { Details, Facts } from "../../ui/data/facts.tsx";
import { Hex } from "../../ui/data/hex.tsx";
import { Value } from "../../ui/data/value.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Chips, ItemList } from "../../ui/layout/item-list.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { filesOf } from "./files.ts";
import type { FormValues } from "./form-values.ts";
import { checkingCommands, makingCommands } from "./openssl-commands.ts";
import { SaveAsPfx } from "./save-as-pfx.tsx";
import { TrustSteps } from "./trust-steps.tsx";
import { READY } from "./words.ts";

export interface CertificateResultProps {
  made: GeneratedCertificate;
  /** What the form held when it was made. */
  values: FormValues;
  /** The first key that was neither copied nor saved. */
  unsaved: KeyName | null;
  onKeyTaken: (name: KeyName) => void;
}

export default function CertificateResult(
  { made, values, unsaved, onKeyTaken }: CertificateResultProps,
) {
  const files = filesOf(made);
  const { ca, privateKey } = made;
  const root = ca ? files.ca : files.certificate;
  return (
    <Stack>
      <Verdict tone={unsaved === null ? "good" : "warn"} title={READY}>
        {unsaved === null
          ? "Install it on your server, and trust the root on each device that connects."
          : `Save the ${unsaved} now: it is kept nowhere else and cannot be made again.`}
      </Verdict>
      <Facts
        facts={[
          { term: "Valid until", value: day(made.notAfter) },
          { term: "Signed by", value: ca ? "CA" : "Itself" },
          { term: "Names", value: made.subjectAltName.length || made.permitted.length },
        ]}
      />
      {made.notes.length > 0 && (
        <Section heading="Notes" count={made.notes.length}>
          <ItemList items={made.notes.map(({ message }) => ({ children: <p>{message}</p> }))} />
        </Section>
      )}
      {ca && (
        <Pem
          heading="1. CA certificate: for the devices"
          label="CA certificate"
          text={ca.certificate}
          file={files.ca}
        />
      )}
      <Pem
        heading={ca ? "2. Certificate: for the server" : "Certificate"}
        label="Certificate"
        text={made.certificate}
        file={files.certificate}
        more={
          <DownloadButton
            content={made.chain}
            filename={files.chain}
            name="Download chain"
            label="Chain"
          />
        }
      />
      {privateKey !== null && (
        <Pem
          heading={ca ? "3. Private key: for the server alone" : "Private key"}
          label="Private key"
          text={privateKey}
          file={files.key}
          onTaken={() => onKeyTaken("private key")}
        />
      )}
      {ca && ca.privateKey !== null && (
        <Pem
          heading="Private key of the CA: keep it offline"
          label="CA private key"
          text={ca.privateKey}
          file={files.caKey}
          onTaken={() => onKeyTaken("CA private key")}
        />
      )}
      <Section heading="Next" screenOnly>
        <NextSteps made={made} onKeyTaken={() => onKeyTaken("private key")} />
      </Section>
      <Section heading="How to trust it">
        <TrustSteps file={root} alias={root.replace(/\.crt$/, "")} />
      </Section>
      <Section heading="What it says">
        <Details
          details={[
            { term: "Subject", value: <Value>{made.subject || "None: the names say it"}</Value> },
            ...made.subjectAltName.length > 0
              ? [{
                term: "Names",
                value: <Chips words={made.subjectAltName.map(({ value }) => value)} />,
              }]
              : [],
            { term: "SHA-256", value: <Hex value={made.fingerprint} /> },
            ...ca
              ? [
                { term: "CA", value: <Value>{ca.subject}</Value> },
                { term: "CA, SHA-256", value: <Hex value={ca.fingerprint} /> },
              ]
              : [],
            ...made.permitted.length > 0
              ? [{ term: "The CA may issue for", value: <Chips words={made.permitted} /> }]
              : [],
          ]}
        />
      </Section>
      <Section heading="With OpenSSL" screenOnly>
        <Stack>
          <Command copyName="Copy making commands" command={makingCommands(made, values)}>
            The same, made by your own command line (OpenSSL 3.0 or later):
          </Command>
          <Command copyName="Copy checking commands" command={checkingCommands(made)}>
            Read the saved certificate and verify it:
          </Command>
        </Stack>
      </Section>
      <CopyResult
        value={{ ...made, privateKey: null, ca: ca && { ...ca, privateKey: null } }}
        withoutKey={privateKey !== null}
      />
    </Stack>
  );
}

interface PemProps {
  heading: string;
  label: string;
  text: string;
  file: string;
  more?: ReactNode;
  onTaken?: () => void;
}

function Pem({ heading, label, text, file, more, onTaken }: PemProps) {
  const name = label.toLowerCase().replace("ca ", "CA ");
  return (
    <Section
      heading={heading}
      aside={
        <>
          <CopyButton text={text} name={`Copy ${name}`} onCopied={onTaken} />
          <DownloadButton
            content={text}
            filename={file}
            name={`Download ${name}`}
            onSaved={onTaken}
          />
          {more}
        </>
      }
    >
      <CodeOutput label={label} value={text} rows={5} />
    </Section>
  );
}

const STEPS = [
  { value: "nginx", text: "nginx" },
  { value: "node", text: "Node.js" },
  { value: "pfx", text: "PFX" },
  { value: "check", text: "Check" },
] as const;
type Step = (typeof STEPS)[number]["value"];

/** How the files are used. */
function NextSteps(
  { made, onKeyTaken }: Pick<CertificateResultProps, "made"> & { onKeyTaken: () => void },
) {
  const [step, setStep] = useState<Step>("nginx");
  const { chain, key } = filesOf(made);
  const steps = STEPS.filter(({ value }) => value !== "pfx" || made.privateKey !== null);
  return (
    <Tabs label="Use it with" tabs={steps} value={step} onChange={setStep}>
      {step === "nginx" && (
        <Command
          copyName="Copy lines for nginx"
          command={`ssl_certificate ${chain};\nssl_certificate_key ${key};`}
        >
          In the server block:
        </Command>
      )}
      {step === "node" && (
        <Command copyName="Copy lines for Node.js" command={nodeLines(chain, key)}>
          Serves https://localhost:8443 (a file that ends in .mjs):
        </Command>
      )}
      {step === "pfx" && <SaveAsPfx made={made} onKeyTaken={onKeyTaken} />}
      {step === "check" && (
        <Row gap={2}>
          <HandOverLink to="/chain" data={{ certificate: made.chain }} icon="chain">
            Analyze the chain
          </HandOverLink>
          {made.privateKey !== null && (
            <HandOverLink
              to="/match"
              data={{ certificate: made.certificate, privateKey: made.privateKey }}
              icon="match"
            >
              Check the match
            </HandOverLink>
          )}
        </Row>
      )}
    </Tabs>
  );
}

const nodeLines = (chain: string, key: string) =>
  `import { createServer } from "node:https"; import { readFileSync } from "node:fs";
createServer({ cert: readFileSync("${chain}"), key: readFileSync("${key}") }, (_, answer) => answer.end("It works")).listen(8443);`;
