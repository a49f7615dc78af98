import { dateTime } from "../../../../core/kernel/dates.ts";
import type { PfxOpened } from "../../../../core/pfx/contract.ts";
import { counted, printable, withCommas } from "../../../../core/kernel/formatting.ts";
import { HandOverLink } from "../../hand-over/hand-over-link.tsx";
import { isForServers } from "../../install/for-servers.ts";
import { InstallSection } from "../../install/install-section.tsx";
import { MakeItWork } from "../../make-it-work/make-it-work.tsx";
import { ResultActions } from "../../save-as/actions.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { Command } from "../../ui/data/code.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { Facts } from "../../ui/data/facts.tsx";
import { type Item, ItemList } from "../../ui/layout/item-list.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Beside } from "../../ui/result/beside.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Value } from "../../ui/data/value.tsx";
import { ResultSections } from "../../ui/result/sections.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { dateStatus } from "../../page/date-status.ts";
import { keyText } from "../match/result.tsx";
import { TAKE_APART } from "./openssl-commands.ts";
import { tool } from "./tool.ts";
import { toneOf } from "../../page/verdict-tone.ts";
import { OpenedMap } from "./pfx-map.tsx";
import { PLACES } from "./places.ts";

interface OpenedFileProps {
  file: PfxOpened;
  /** The passphrase that encrypts the keys in PEM; "" if they are not encrypted. */
  keyPassphrase: string;
}

export default function OpenedFile({ file, keyPassphrase }: OpenedFileProps) {
  const { keys, certificates, mac, others, basename, notes } = file;
  const { level, title, cause, next } = file.verdict;
  const all = certificates.map(({ pem }) => pem).join("");
  return (
    <Stack>
      <Verdict tone={toneOf(level)} title={title} next={next}>{cause}</Verdict>
      <OpenedMap file={file} />
      {file.repaired && <Banner quiet tone="info" title={file.repaired} />}
      <ResultActions
        downloads={[{
          name: "Download JSON",
          label: "JSON",
          hint: keys.length > 0 ? "Without the private key" : undefined,
          content: () => JSON.stringify(withoutKeys(file), null, 2) + "\n",
          filename: `${basename}.json`,
          type: "application/json",
        }]}
        saveAs={{
          tool: tool.id,
          certificates: certificates.filter(({ place }) => place !== "other").map(({ pem }) => pem)
            .join("") || all,
          privateKey: keys.length > 0 ? () => keys[0].pem : undefined,
          passphrase: keyPassphrase,
          name: certificates[0]?.info.subject.commonName ?? keys[0]?.friendlyName ?? "",
        }}
        value={withoutKeys(file)}
        shared={{
          name: certificates[0]?.info.subject.commonName ?? "",
          verdict: file.verdict,
          link: null,
        }}
      >
        {certificates.length > 0 && (
          <>
            {keys.length > 0 && (
              <HandOverLink
                to="/match"
                data={{ certificate: all, privateKey: keys[0].pem }}
                icon="match"
              >
                Check the match
              </HandOverLink>
            )}
            <HandOverLink to="/chain" data={{ certificate: all }} icon="chain">
              Analyze the chain
            </HandOverLink>
            <HandOverLink to="/csr" data={{ text: all }} icon="csr">
              Renew: create a new CSR
            </HandOverLink>
          </>
        )}
      </ResultActions>
      <ResultSections>
        <Beside
          first={
            <Section heading="Save as PEM">
              <ItemList items={[...keys.map(keyItem(file)), ...partItems(file)]} />
            </Section>
          }
          second={
            <>
              <Facts
                facts={[
                  { term: "Keys", value: keys.length },
                  { term: "Certificates", value: certificates.length },
                  { term: "MAC", value: mac?.name ?? "None" },
                  { term: "Iterations", value: mac ? withCommas(mac.iterations) : "None" },
                ]}
              />
              <Section heading="Certificates in the file" count={certificates.length}>
                {certificates.length === 0 ? <p>None.</p> : (
                  <ItemList
                    items={certificates.map((
                      { info, place, friendlyName, encryption, pem },
                      index,
                    ) => ({
                      title: <Value>{info.subject.raw || "Certificate without a name"}</Value>,
                      status: (
                        <>
                          <StatusPill tone="neutral">{PLACES[place]}</StatusPill>
                          <StatusPill tone={dateStatus(info).tone}>
                            {dateStatus(info).word}
                          </StatusPill>
                        </>
                      ),
                      children: (
                        <Stack gap={2}>
                          <p>
                            Valid until {dateTime(info.notAfter)}
                            {friendlyName !== null && (
                              <>
                                , called <Value>{friendlyName}</Value>
                              </>
                            )}
                          </p>
                          <Row spread>
                            <span>{encryptionText(encryption)}</span>
                            <DownloadButton
                              name={`Download certificate ${index + 1}`}
                              content={pem}
                              filename={`${basename}_${index + 1}.crt.txt`}
                            />
                          </Row>
                        </Stack>
                      ),
                    }))}
                  />
                )}
              </Section>
            </>
          }
        />
        {keys.length > 0 && certificates.some(({ info }) => isForServers(info)) && (
          <MakeItWork
            tool={tool.id}
            checksServer
            files={() =>
              Promise.resolve([
                { name: `${basename}.crt`, text: all },
                { name: `${basename}.key`, text: keys.map(({ pem }) => pem).join("") },
              ])}
            passphrases={[keyPassphrase]}
          />
        )}
        {keyPassphrase === "" && <Install file={file} />}
        {others.length > 0 && (
          <Section heading="Other entries" count={others.length}>
            <ItemList
              items={others.map(({ kind, friendlyName }) => ({
                title: `This entry is ${kind}`,
                data: friendlyName === null ? undefined : printable(friendlyName),
              }))}
            />
          </Section>
        )}
        {notes.length > 0 && (
          <Section heading="Notes" count={notes.length}>
            <ItemList items={notes.map((note) => ({ title: note }))} />
          </Section>
        )}
        <Section heading="With OpenSSL" screenOnly>
          <Command copyName="Copy OpenSSL commands" command={TAKE_APART}>
            See the same on your own command line (add -legacy for old files):
          </Command>
        </Section>
      </ResultSections>
    </Stack>
  );
}

const withoutKeys = (file: PfxOpened) => ({
  ...file,
  keys: file.keys.map((key) => ({ ...key, pem: null })),
});

/** How a server gets the PEM files; nothing without a key and its certificate. */
function Install({ file: { keys, certificates, basename } }: Pick<OpenedFileProps, "file">) {
  const [leaf] = certificates;
  if (keys.length !== 1 || leaf?.place !== "leaf" || !isForServers(leaf.info)) return null;
  const hasChain = certificates.some(({ place }) => place === "chain");
  return (
    <InstallSection
      base={basename}
      chain={`${basename}${hasChain ? "_fullchain.pem.txt" : ".crt.txt"}`}
      keyFile={`${basename}.key.txt`}
      pfx={null}
    />
  );
}

function keyItem({ keys, basename }: PfxOpened) {
  return (key: PfxOpened["keys"][number], index: number): Item => {
    const number = keys.length > 1 ? ` ${index + 1}` : "";
    const suffix = keys.length > 1 ? `_${index + 1}` : "";
    return {
      title: `Private key${number}`,
      data: key.publicKey ? keyText(key.publicKey) : undefined,
      status: key.certificate === null && (
        <StatusPill tone="warn">
          No certificate for it
        </StatusPill>
      ),
      children: (
        <Stack gap={2}>
          {key.problem !== null && <p>{key.problem}</p>}
          <Row spread>
            <span>
              {encryptionText(key.encryption)}
              {key.friendlyName !== null && (
                <>
                  , called <Value>{key.friendlyName}</Value>
                </>
              )}
            </span>
            <Row gap={2}>
              <CopyButton name={`Copy private key${number}`} text={key.pem} />
              <DownloadButton
                name={`Download private key${number}`}
                content={key.pem}
                filename={`${basename}${suffix}.key.txt`}
              />
            </Row>
          </Row>
        </Stack>
      ),
    };
  };
}

/** The leaf, and the chain for servers: the leaf and the certificates above it. */
function partItems({ certificates, basename }: PfxOpened): Item[] {
  const [leaf] = certificates;
  if (leaf?.place !== "leaf") return [];
  const chain = certificates.filter(({ place }) => place === "chain");
  const items = [
    { what: "certificate", title: "Certificate", list: [leaf], ending: ".crt.txt" },
    {
      what: "chain",
      title: "Chain without the certificate",
      list: chain,
      ending: "_chain.pem.txt",
    },
    {
      what: "full chain",
      title: "Full chain",
      list: [leaf, ...chain],
      ending: "_fullchain.pem.txt",
    },
  ];
  return items.slice(0, chain.length > 0 ? 3 : 1).map(({ what, title, list, ending }): Item => {
    const text = list.map(({ pem }) => pem).join("");
    return {
      title,
      children: (
        <Row spread>
          <span>{counted(list.length, "certificate")}</span>
          <Row gap={2}>
            <CopyButton name={`Copy ${what}`} text={text} />
            <DownloadButton
              name={`Download ${what}`}
              content={text}
              filename={`${basename}${ending}`}
            />
          </Row>
        </Row>
      ),
    };
  });
}

function encryptionText(encryption: PfxOpened["keys"][number]["encryption"]): string {
  if (encryption === null) return "Not encrypted in the file";
  const { name, iterations } = encryption;
  return iterations === null ? name : `${name}, ${counted(iterations, "iteration")}`;
}
