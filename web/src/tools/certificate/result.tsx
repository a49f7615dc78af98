import type { ReactNode } from "react";
import { withCommas } from "../../../../core/kernel/formatting.ts";
import { type GeneratedCertificate, isCaKind } from "../../../../core/certificate/contract.ts";
import { HandOverLink } from "../../hand-over/hand-over-link.tsx";
import { MakeItWork } from "../../make-it-work/make-it-work.tsx";
import { InstallSteps } from "../../install/install-steps.tsx";
import { clientCheckPrograms, curlCommand, serverPrograms } from "../../install/lines.ts";
import { isLocalName, localPrograms } from "../../install/local-lines.ts";
import { day } from "../../../../core/kernel/dates.ts";
import { hostOf, LiveSection } from "../../live-check/live-section.tsx";
import { ResultActions } from "../../save-as/actions.tsx";
import { Button } from "../../ui/base/button.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { CodeOutput, Command } from "../../ui/data/code.tsx";
import { Chips, Hex, Value } from "../../ui/data/value.tsx";
import { Details, Facts } from "../../ui/data/facts.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { ResultSections } from "../../ui/result/sections.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { toneOf } from "../../page/verdict-tone.ts";
import { downloadArchive, SECRET } from "../../page/archive.ts";
import { bundleOf } from "./bundle.ts";
import { filesOf, pfxName } from "../../../../core/certificate/files.ts";
import type { FormValues } from "./form-values.ts";
import { certificatesIn, type HeldCa, keysOf, signsServers } from "./held-cas.ts";
import { CLIENT_PROGRAMS, MAIL_PROGRAMS } from "./import-steps.ts";
import { checkingCommands, makingCommands, signingCommand } from "./openssl-commands.ts";
import type { KeyFile } from "./made-certificates.ts";
import { SaveAsPfx } from "./save-as-pfx.tsx";
import { tool } from "./tool.ts";
import { TrustSteps } from "./trust-steps.tsx";
import { type KeyName, WORDS } from "./words.ts";

interface CertificateResultProps {
  made: GeneratedCertificate;
  /** The form's values at the time of the request. */
  values: FormValues;
  /** The CA that signs next, if this page has its key. */
  ca: HeldCa | null;
  /** Whether the private key of the result was copied or saved. */
  isSaved: boolean;
  onKeyTaken: (name: KeyName) => void;
  /** The files with the key under a password. */
  keyFiles: readonly KeyFile[];
  onKeyFile: (file: KeyFile) => void;
  /** Prepares the form to sign a certificate with the CA. */
  onSign: (kind: "tls-server" | "tls-client") => void;
  /** The certificate with its CA and what this CA signed. */
  map: ReactNode;
}

export default function CertificateResult(
  { made, values, ca: held, isSaved, onKeyTaken, keyFiles, onKeyFile, onSign, map }:
    CertificateResultProps,
) {
  const files = filesOf(made);
  const { ca, kind, verdict: { level, title, cause, next } } = made;
  const isCa = isCaKind(kind);
  const { privateKey, caKey } = keysOf(made, values, held);
  const words = WORDS[kind];
  const above = certificatesIn(made.chain).slice(1);
  const keyName = isCa ? "CA private key" : "private key";
  const taken = () => onKeyTaken(keyName);
  const saveAll = () => {
    downloadArchive(bundleOf({ made, privateKey, caKey, keyFiles }, Date.now()));
    if (privateKey !== null) taken();
    if (caKey !== null) onKeyTaken("CA private key");
  };
  const root = [files.certificate, files.ca][above.length] ?? files.root;
  const notes = made.notes.filter(({ code }) => code !== "ca_key_kept" || values.keepCaKey);
  return (
    <ResultSections>
      <Verdict
        tone={toneOf(level)}
        title={title}
        next={next}
      >
        {cause}
      </Verdict>
      {privateKey !== null && !isSaved && (
        <Banner tone="warn" quiet title="Download your private key now.">
          <p>There is no other copy, and it can't be recovered.</p>
        </Banner>
      )}
      {map}
      <ResultActions
        main={
          <Button kind="filled" icon="download" onClick={saveAll}>
            Download all (ZIP)
          </Button>
        }
        value={{ ...made, privateKey: null, ca: ca && { ...ca, privateKey: null } }}
        shared={{
          name: made.subjectAltName[0]?.value ?? made.subject,
          verdict: made.verdict,
          link: { path: "/chain", text: made.chain, isPublic: false },
        }}
      >
        {held && (
          <Button
            size="small"
            onClick={() =>
              onSign(kind !== "tls-server" && signsServers(held) ? "tls-server" : "tls-client")}
          >
            Sign another with this CA
          </Button>
        )}
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
      </ResultActions>
      <Facts
        facts={[
          { term: "Valid until", value: day(made.notAfter) },
          {
            term: "Signed by",
            value: !ca ? "Itself" : made.issuer === "new-ca" ? "New CA" : "Your CA",
          },
          { term: "Names", value: namesText(made) },
        ]}
      />
      {notes.length > 0 && (
        <Section heading="Notes" count={notes.length}>
          <ItemList items={notes.map(({ message }) => ({ children: <p>{message}</p> }))} />
        </Section>
      )}
      {privateKey !== null && !isCa && (
        <Install made={made} privateKey={privateKey} onPfx={onKeyFile} />
      )}
      {privateKey === null && !isCa && (
        <MakeItWork
          tool={tool.id}
          target="mail"
          files={() => Promise.resolve([{ name: files.chain, text: made.chain }])}
        />
      )}
      {kind === "tls-server" && (
        <LiveSection chain={made.chain} host={hostOf(made.subjectAltName)} />
      )}
      {kind === "tls-client" && (
        <Section heading="Where the client logs in" screenOnly>
          <InstallSteps
            label="The program that checks the client"
            programs={clientCheckPrograms({
              base: files.base,
              cas: above.length > 1 ? files.cas : above.length === 1 ? files.ca : files.certificate,
              crl: null,
            })}
          />
        </Section>
      )}
      {isCa && (
        <Section heading="Sign with it" screenOnly>
          <Stack>
            <p>
              Keep its private key offline: anyone who has it can issue certificates that your
              devices trust. This page keeps it in memory until you leave.
            </p>
            <Command
              copyName="Copy signing command"
              command={signingCommand({ ...files, key: `${SECRET}/${files.key}` })}
            >
              Sign a CSR on your own command line (OpenSSL 3.0 or later), in the unpacked folder:
            </Command>
          </Stack>
        </Section>
      )}
      {kind !== "tls-client" && (
        <Section heading="How to trust it">
          <TrustSteps
            file={root}
            alias={root.replace(/\.\w+$/, "")}
            isCa={ca !== null || isCa}
            isMail={kind === "smime"}
          />
        </Section>
      )}
      <Section heading="Files">
        <Stack>
          {ca && (
            <Pem heading={words.ca} label="CA certificate" text={ca.certificate} file={files.ca} />
          )}
          <Pem
            heading={words.certificate}
            label="Certificate"
            text={made.certificate}
            file={files.certificate}
            more={
              <DownloadButton
                content={made.chain}
                filename={files.chain}
                label="Download chain"
              />
            }
          />
          {privateKey !== null && (
            <Pem
              heading={words.key}
              label="Private key"
              text={privateKey}
              file={files.key}
              onTaken={taken}
            />
          )}
          {caKey !== null && (
            <Pem
              heading="Private key of the CA: keep it offline"
              label="CA private key"
              text={caKey}
              file={files.caKey}
              onTaken={() => onKeyTaken("CA private key")}
            />
          )}
        </Stack>
      </Section>
      <Section heading="What it says">
        <Details
          details={[
            {
              term: "Subject",
              value: <Value>{made.subject || "None. Clients use the names."}</Value>,
            },
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
            Make the same on your own command line (OpenSSL 3.0 or later):
          </Command>
          <Command copyName="Copy checking commands" command={checkingCommands(made)}>
            Read the saved certificate and verify it:
          </Command>
        </Stack>
      </Section>
    </ResultSections>
  );
}

/** A certificate of a person or device may have no alternative name. */
function namesText({ subjectAltName, permitted }: GeneratedCertificate): string {
  const count = subjectAltName.length || permitted.length;
  return count === 0 ? "Only the common name" : withCommas(count);
}

/** How a certificate with its key is put to use. */
function Install(
  { made, privateKey, onPfx }: {
    made: GeneratedCertificate;
    privateKey: string;
    onPfx: (file: KeyFile) => void;
  },
) {
  const { base, chain, key, ca } = filesOf(made);
  const files = { base, chain, key: `${SECRET}/${key}`, pfx: `${SECRET}/${pfxName(made)}` };
  const pfx = <SaveAsPfx made={made} privateKey={privateKey} onMade={onPfx} />;
  if (made.kind === "tls-server") {
    const local = made.subjectAltName.every(({ value }) => isLocalName(value))
      ? localPrograms(files)
      : [];
    const programs = serverPrograms(files).filter((server) =>
      !local.some(({ id }) => id === server.id)
    );
    return (
      <>
        <Section heading="Install it" screenOnly>
          <InstallSteps label="Install it on" programs={[...local, ...programs]} pfx={pfx} />
        </Section>
        <MakeItWork
          tool={tool.id}
          files={() =>
            Promise.resolve([{ name: chain, text: made.chain }, { name: key, text: privateKey }])}
        />
      </>
    );
  }
  return (
    <Section heading="Import it" screenOnly>
      <InstallSteps
        label="Import it into"
        programs={made.kind === "smime" ? MAIL_PROGRAMS : [
          ...CLIENT_PROGRAMS,
          {
            id: "curl",
            name: "curl",
            steps: [{
              text:
                "In the unpacked folder. Leave out --cacert if the site's certificate is public:",
              code: curlCommand(files, made.ca ? ca : null),
              copies: "curl command",
            }],
          },
        ]}
        pfx={pfx}
      />
    </Section>
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
    <Stack gap={2}>
      <Row gap={2} spread>
        <h3>{heading}</h3>
        <Row gap={2}>
          <CopyButton text={text} name={`Copy ${name}`} onCopied={onTaken} />
          <DownloadButton
            content={text}
            filename={file}
            name={`Download ${name}`}
            onSaved={onTaken}
          />
          {more}
        </Row>
      </Row>
      <CodeOutput label={label} value={text} rows={5} />
    </Stack>
  );
}
