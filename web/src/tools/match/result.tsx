import type { RequestOf } from "../../../../core/kernel/contract.ts";
import type { MatchResponse, matchVerify } from "../../../../core/match/contract.ts";
import type { PublicKey } from "../../../../core/x509/shapes.ts";
import { useState } from "react";
import { isForServers } from "../../install/for-servers.ts";
import { MakeItWork } from "../../make-it-work/make-it-work.tsx";
import { HandOverLink } from "../../hand-over/hand-over-link.tsx";
import { hostOf, LiveSection } from "../../live-check/live-section.tsx";
import { ResultActions } from "../../save-as/actions.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Command } from "../../ui/data/code.tsx";
import { Facts } from "../../ui/data/facts.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Value } from "../../ui/data/value.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { ButtonLink } from "../../ui/navigation/button-link.tsx";
import { ResultSections } from "../../ui/result/sections.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { dateStatus } from "../../page/date-status.ts";
import { matchStatus } from "../../page/match-status.ts";
import { CertificateDetails } from "./certificate-details.tsx";
import { MatchMap } from "./match-map.tsx";
import { RequestDetails } from "./request-details.tsx";
import { tool } from "./tool.ts";
import { toneOf } from "../../page/verdict-tone.ts";

interface MatchResultProps {
  result: MatchResponse;
  /** The compared pair, to pass on to another tool. Null after the page has cleared the key. */
  given: RequestOf<typeof matchVerify> | null;
}

export function MatchResult({ result, given }: MatchResultProps) {
  const { certificate, request, privateKey, candidates, notes } = result;
  const { level, title, cause, next } = result.verdict;
  const what = request ? "CSR" : "certificate";
  const held = (certificate ?? request)!.publicKey;
  const pem = given?.certificate ?? "";
  const key = given?.privateKey ?? "";
  const isForServer = result.match && given !== null && certificate !== null &&
    isForServers(certificate);
  const openssl = (
    <Section heading="With OpenSSL" screenOnly>
      <Command copyName="Copy OpenSSL commands" command={COMMANDS[what]}>
        If the key matches, both digests are equal.
      </Command>
    </Section>
  );
  return (
    <Stack>
      <Verdict
        tone={toneOf(level)}
        title={title}
        next={
          <>
            {next}
            {level === "bad" && (
              <ButtonLink size="small" icon="inspect" to="/inspect">Open the Inspector</ButtonLink>
            )}
          </>
        }
      >
        {cause}
      </Verdict>
      <MatchMap result={result} />
      <ResultActions
        main={certificate && result.match && given && (
          <HandOverLink
            to="/pfx"
            data={{ certificate: pem, privateKey: key }}
            icon="pfx"
            kind="filled"
          >
            Make a PFX from these
          </HandOverLink>
        )}
        downloads={[{
          name: "Download JSON",
          label: "JSON",
          hint: "The result, as the API returns it",
          content: () => JSON.stringify(result, null, 2) + "\n",
          filename: "match.json",
          type: "application/json",
        }]}
        saveAs={given && result.match
          ? {
            tool: tool.id,
            certificates: certificate ? pem : "",
            privateKey: () => key,
            passphrase: given.passphrase ?? "",
            name: (certificate ?? request)?.subject.commonName ?? "",
          }
          : undefined}
        value={result}
        shared={{
          name: (certificate ?? request)!.subject.commonName ?? "",
          verdict: result.verdict,
          link: null,
        }}
      >
        {result.match && given && <DownloadAll result={result} given={given} />}
        {certificate && result.match && given && (
          <>
            <HandOverLink to="/chain" data={{ certificate: pem }} icon="chain">
              Analyze the chain
            </HandOverLink>
            <HandOverLink to="/csr" data={{ text: pem }} icon="csr">
              Renew: create a new CSR
            </HandOverLink>
          </>
        )}
        {request && given && (
          <>
            <HandOverLink to="/csr-decoder" data={{ csr: pem }} icon="csr-decoder">
              Use this CSR in the decoder
            </HandOverLink>
            <HandOverLink to="/csr" data={{ text: pem }} icon="csr">
              A new CSR like this
            </HandOverLink>
          </>
        )}
      </ResultActions>
      <Facts
        facts={[
          { term: "Public key", value: keyText(held) },
          { term: "Private key", value: keyText(privateKey.publicKey) },
          {
            term: "Form",
            value: privateKey.encrypted ? `${privateKey.form}, encrypted` : privateKey.form,
          },
          ...(certificate ? [{ term: "Status", value: dateStatus(certificate).word }] : []),
        ]}
      />
      <ResultSections>
        {candidates.length > 1 && <Candidates result={result} />}
        {notes.length > 0 && (
          <Section heading="Also found" count={notes.length}>
            <ItemList items={notes.map((note) => ({ title: note }))} />
          </Section>
        )}
        {isForServer && (
          <>
            <MakeItWork
              tool={tool.id}
              files={() =>
                Promise.resolve([
                  { name: "certificate.pem", text: pem },
                  { name: "private.key", text: key },
                ])}
              passphrases={[given.passphrase ?? ""]}
            />
            <LiveSection chain={pem} host={hostOf(certificate.extensions.subjectAltName)} />
          </>
        )}
        {certificate && <CertificateDetails certificate={certificate}>{openssl}
        </CertificateDetails>}
        {request && <RequestDetails request={request}>{openssl}</RequestDetails>}
      </ResultSections>
    </Stack>
  );
}

/** Loaded at the click, because the first result must not wait for it. */
const loadArchive = () => Promise.all([import("./bundle.ts"), import("../../page/archive.ts")]);

interface DownloadAllProps {
  result: MatchResponse;
  given: RequestOf<typeof matchVerify>;
}

function DownloadAll({ result, given }: DownloadAllProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const save = async () => {
    setFailed(null);
    const [{ bundleOf }, { downloadArchive }] = await loadArchive();
    const archive = await bundleOf(result, given, Date.now());
    if (typeof archive === "string") setFailed(archive);
    else downloadArchive(archive);
  };
  return (
    <>
      <Button size="small" icon="download" onClick={save}>Download all (ZIP)</Button>
      {failed && <Banner title={failed} onDismiss={() => setFailed(null)} />}
    </>
  );
}

function Candidates({ result: { candidates, chosen } }: { result: MatchResponse }) {
  return (
    <Section heading="All certificates and CSRs" count={candidates.length}>
      <ItemList
        items={candidates.map(({ type, subject, serialNumber, match }, index) => ({
          title: subject
            ? <Value>{subject}</Value>
            : (type === "request" ? "CSR without a name" : "Certificate without a name"),
          data: type === "request" ? "CSR" : `serial ${serialNumber}`,
          status: (
            <>
              <MatchPill match={match} />
              {index === chosen && <StatusPill tone="neutral">Shown below</StatusPill>}
            </>
          ),
        }))}
      />
    </Section>
  );
}

function MatchPill({ match }: { match: boolean | null }) {
  const { tone, text } = matchStatus(match);
  return <StatusPill tone={tone}>{text}</StatusPill>;
}

export function keyText({ algorithm, bits, curve }: PublicKey): string {
  if (curve !== null) return `${algorithm} ${curve}`;
  return bits !== null && !algorithm.startsWith("Ed") ? `${algorithm} ${bits}` : algorithm;
}

const DIGEST = "openssl pkey -pubin -outform DER | openssl sha256";
const OF_KEY = "openssl pkey -in private.key -pubout -outform DER | openssl sha256";

const COMMANDS = {
  certificate: `openssl x509 -in certificate.pem -noout -pubkey | ${DIGEST}\n${OF_KEY}`,
  CSR: `openssl req -in request.csr -noout -pubkey | ${DIGEST}\n${OF_KEY}`,
} as const;
