import { dateTime } from "../../../../core/kernel/dates.ts";
import { useState } from "react";
import type { RequestOf } from "../../../../core/kernel/contract.ts";
import type { pfxConvert, PfxResponse } from "../../../../core/pfx/contract.ts";
import { withCommas } from "../../../../core/kernel/formatting.ts";
import { HandOverLink } from "../../hand-over/hand-over-link.tsx";
import { isForServers } from "../../install/for-servers.ts";
import { InstallSection } from "../../install/install-section.tsx";
import { MakeItWork } from "../../make-it-work/make-it-work.tsx";
import { ResultActions } from "../../save-as/actions.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Command } from "../../ui/data/code.tsx";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { Details, Facts } from "../../ui/data/facts.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Beside } from "../../ui/result/beside.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Value } from "../../ui/data/value.tsx";
import { ResultSections } from "../../ui/result/sections.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import * as TEXT from "../../../../core/texts.ts";
import { dateStatus } from "../../page/date-status.ts";
import { CertificateDetails } from "../match/certificate-details.tsx";
import { keyText } from "../match/result.tsx";
import { missingWords } from "./missing-words.ts";
import { exportCommand, inspectCommand } from "./openssl-commands.ts";
import { ConvertedMap } from "./pfx-map.tsx";
import { savedFile } from "./saved-file.ts";
import { tool } from "./tool.ts";
import { convertedVerdict } from "../../../../core/verdict/pfx.ts";
import { toneOf } from "../../page/verdict-tone.ts";
import { PLACES } from "./places.ts";

const ENCRYPTION_WORDS: Readonly<Record<PfxResponse["encryption"], string>> = {
  "3des-sha1": "3DES",
  "aes256-sha256": "AES-256",
  "none": "None",
};

interface ConvertedFileProps {
  file: PfxResponse;
  /** The request that made the file, to pass on to another tool. */
  made: RequestOf<typeof pfxConvert> | null;
}

export default function ConvertedFile({ file, made }: ConvertedFileProps) {
  const { chainLength, passwordProtected, certificate, protection, missing } = file;
  const [dismissed, setDismissed] = useState(false);
  const certificatePem = made?.certificate ?? "";
  const saved = savedFile(file.pfx, file.filename);
  const status = dateStatus(certificate);
  const verdict = convertedVerdict(file);
  const { level, title, cause, next } = verdict;
  return (
    <Stack>
      <Verdict tone={toneOf(level)} title={title} next={next}>{cause}</Verdict>
      <ConvertedMap file={file} />
      {"error" in saved && !dismissed && (
        <Banner
          title={saved.error}
          onDismiss={() => setDismissed(true)}
        />
      )}
      <ResultActions
        main={"bytes" in saved && (
          <>
            <DownloadButton
              kind="filled"
              name="Download PFX"
              label="Download PFX"
              content={saved.bytes}
              filename={saved.filename}
              type="application/x-pkcs12"
            />
            {status.tone !== "good" && (
              <StatusPill tone={status.tone}>
                {status.word === "Expiring soon" ? TEXT.pfxExpiringSoon : status.word}
              </StatusPill>
            )}
          </>
        )}
        shared={{ name: certificate.subject.commonName ?? "", verdict, link: null }}
      >
        <HandOverLink
          to="/match"
          data={{ certificate: certificatePem, privateKey: made?.privateKey ?? "" }}
          icon="match"
        >
          Check the match
        </HandOverLink>
        <HandOverLink to="/chain" data={{ certificate: certificatePem }} icon="chain">
          Analyze the chain
        </HandOverLink>
      </ResultActions>
      {!passwordProtected && (
        <Banner quiet tone="warn" title="The file has no password.">
          <p>Anyone who has the file can use the key. Keep it in a safe place.</p>
        </Banner>
      )}
      {missing && <Missing missing={missing} />}
      <Facts
        facts={[
          { term: "Chain length", value: chainLength },
          { term: "Password-protected", value: passwordProtected ? "Yes" : "No" },
          { term: "Encryption", value: ENCRYPTION_WORDS[file.encryption] },
          { term: "Key", value: keyText(file.privateKey.publicKey) },
        ]}
      />
      <ResultSections>
        {made && isForServers(certificate) && (
          <MakeItWork
            tool={tool.id}
            checksServer
            files={() =>
              Promise.resolve([
                { name: "certificate.pem", text: certificatePem },
                { name: "private.key", text: made.privateKey ?? "" },
              ])}
            passphrases={[made.passphrase ?? ""]}
          />
        )}
        {passwordProtected && isForServers(certificate) && (
          <InstallSection
            base={file.filename.replace(/\.\w+$/, "")}
            chain=""
            keyFile=""
            pfx={file.filename}
          />
        )}
        {file.notes.length > 0 && (
          <Section heading="Notes" count={file.notes.length}>
            <ItemList items={file.notes.map((note) => ({ title: note }))} />
          </Section>
        )}
        <Beside
          first={
            <Section heading="In the file" count={chainLength}>
              <ItemList
                items={file.chain.map(({ place, subject, notAfter, isExpired }) => ({
                  title: <Value>{subject || "Certificate without a name"}</Value>,
                  status: (
                    <>
                      <StatusPill tone={place === "other" ? "warn" : "neutral"}>
                        {PLACES[place]}
                      </StatusPill>
                      {isExpired && <StatusPill tone="bad">EXPIRED</StatusPill>}
                    </>
                  ),
                  children: <p>Valid until {dateTime(notAfter)}</p>,
                }))}
              />
            </Section>
          }
          second={
            <Section heading="The file">
              <Details
                details={[
                  { term: "Name", value: <Value>{file.filename}</Value> },
                  { term: "Friendly name", value: <Value>{file.friendlyName}</Value> },
                  { term: "Key encryption", value: <Value>{protection.key}</Value> },
                  {
                    term: "Certificate encryption",
                    value: <Value>{protection.certificates}</Value>,
                  },
                  { term: "MAC", value: <Value>{protection.mac}</Value> },
                  { term: "Iterations", value: withCommas(protection.iterations) },
                ]}
              />
            </Section>
          }
        />
        <CertificateDetails certificate={certificate}>
          <Section heading="With OpenSSL" screenOnly>
            <Stack>
              <Command copyName="Copy export command" command={exportCommand(file)}>
                Make the same file on your own command line:
              </Command>
              <Command copyName="Copy inspection command" command={inspectCommand(file)}>
                See what is in it and how it is protected:
              </Command>
            </Stack>
          </Section>
        </CertificateDetails>
      </ResultSections>
    </Stack>
  );
}

function Missing({ missing }: { missing: NonNullable<PfxResponse["missing"]> }) {
  const { tone, title, text } = missingWords(missing);
  return (
    <Banner tone={tone} title={title}>
      <p>
        The file lacks the certificate of <Value>{missing.issuer}</Value>. {text}
      </p>
    </Banner>
  );
}
