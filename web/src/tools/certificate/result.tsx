import type { ReactNode } from "react";
import { type GeneratedCertificate, isCaKind } from "../../../../core/certificate/contract.ts";
import { day } from "../../lib/dates.ts";
import type { KeyName } from "../../page/unsaved-keys.ts";
import { CopyResult } from "../../save-as/section.tsx";
import { Button } from "../../ui/base/button.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { CodeOutput, Command } from "../../ui/data/code.tsx";
import { Chips, Hex, Value } from "../../ui/data/value.tsx";
import { Details, Facts } from "../../ui/data/facts.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { filesOf } from "./files.ts";
import type { FormValues } from "./form-values.ts";
import { NextSteps, type SignWith } from "./next-steps.tsx";
import { checkingCommands, makingCommands } from "./openssl-commands.ts";
import { TrustSteps } from "./trust-steps.tsx";
import { READY, WORDS } from "./words.ts";

export interface CertificateResultProps {
  made: GeneratedCertificate;
  /** The form's values at the time of the request. */
  values: FormValues;
  /** The first key that was neither copied nor saved. */
  unsaved: KeyName | null;
  onKeyTaken: (name: KeyName) => void;
  onSign: SignWith;
}

export default function CertificateResult(
  { made, values, unsaved, onKeyTaken, onSign }: CertificateResultProps,
) {
  const files = filesOf(made);
  const { ca, privateKey } = made;
  const root = ca ? files.ca : files.certificate;
  const words = WORDS[made.kind];
  const numbered = (number: number, heading: string) => ca ? `${number}. ${heading}` : heading;
  return (
    <Stack>
      <Verdict tone={unsaved === null ? "good" : "warn"} title={READY}>
        {unsaved === null
          ? (ca ? words.done : words.doneAlone)
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
          heading={numbered(1, words.ca)}
          label="CA certificate"
          text={ca.certificate}
          file={files.ca}
        />
      )}
      <Pem
        heading={numbered(2, words.certificate)}
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
          heading={numbered(3, words.key)}
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
          more={
            <Button size="small" onClick={() => onSign(ca.certificate, ca.privateKey!)}>
              Sign another certificate
            </Button>
          }
          onTaken={() => onKeyTaken("CA private key")}
        />
      )}
      <Section heading="Next" screenOnly>
        <NextSteps made={made} onKeyTaken={() => onKeyTaken("private key")} onSign={onSign} />
      </Section>
      {made.kind !== "tls-client" && (
        <Section heading="How to trust it">
          <TrustSteps
            file={root}
            alias={root.replace(/\.crt$/, "")}
            isCa={ca !== null || isCaKind(made.kind)}
            isMail={made.kind === "smime"}
          />
        </Section>
      )}
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
