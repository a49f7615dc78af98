import type { ServerSource } from "../../../../core/chain/contract.ts";
import { Section } from "../../ui/layout/card.tsx";
import { type Detail, Details } from "../../ui/data/facts.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import type { Tone } from "../../ui/base/tone.ts";
import { Value } from "../../ui/data/value.tsx";
import { certificateName } from "../../../../core/names/certificate-name.ts";
import { unusedWords } from "./unused-words.ts";
import type { Analysis } from "./analysis.ts";

interface Sent {
  name: string;
  tone: Tone;
  word: string;
}

/** The certificates in the order in which the server sent them, and how the connection was made. */
export function ServerSends({ analysis, source }: { analysis: Analysis; source: ServerSource }) {
  const sent = source.presented.certificates.map((_, position) => sentAt(analysis, position));
  return (
    <Section heading="What the server sends" count={source.presented.count}>
      <Stack>
        <ItemList
          items={sent.map(({ name, tone, word }, position) => ({
            title: <Value>{name}</Value>,
            data: `No. ${position + 1}`,
            status: <StatusPill tone={tone}>{word}</StatusPill>,
          }))}
        />
        <Details details={connectionDetails(source, analysis.postQuantum)} />
      </Stack>
    </Section>
  );
}

function sentAt(analysis: Analysis, position: number): Sent {
  const { chain, unused, setAside } = analysis;
  const place = chain.findIndex((entry) => entry.position === position);
  if (place >= 0) {
    const isRoot = place > 0 && chain[place].type === "root";
    return {
      name: certificateName(chain[place].info),
      tone: isRoot ? "warn" : "good",
      word: place === 0 ? "End entity" : isRoot ? "Root" : "On the path",
    };
  }
  const other = unused.find((entry) => entry.position === position);
  if (other) {
    const [word] = unusedWords(other, analysis);
    return { name: certificateName(other.info), tone: "warn", word };
  }
  const broken = setAside.some((entry) => entry.position === position);
  return {
    name: "A certificate",
    tone: "warn",
    word: broken ? "Cannot be read" : "Not on the path",
  };
}

/** Whether the handshake is signed with the key of the certificate. */
const PROOF: Readonly<Record<`${boolean | null}`, string>> = {
  true: "The signature of the handshake is valid",
  false: "The signature of the handshake is not valid",
  null: "Cannot be verified here",
};

function connectionDetails(
  source: ServerSource,
  postQuantum: Analysis["postQuantum"],
): Detail[] {
  const { hostname, unicodeHostname, port, address, addresses, tlsVersion, cipher, alpn } = source;
  const details: Detail[] = [
    {
      term: "Host",
      value: (
        <>
          <Value data>{`${hostname}:${port}`}</Value>
          {unicodeHostname !== hostname && (
            <>
              {" "}(<Value>{unicodeHostname}</Value>)
            </>
          )}
        </>
      ),
    },
    { term: "Address", value: <Value data>{address}</Value> },
    { term: "Protocol", value: <Value>{tlsVersion}</Value> },
    { term: "Cipher", value: <Value data>{cipher}</Value> },
  ];
  const others = addresses.filter((other) => other !== address);
  if (others.length > 0) {
    details.splice(2, 0, {
      term: "Other addresses",
      value: <Value data>{others.join(", ")}</Value>,
    });
  }
  if (alpn !== null) details.push({ term: "ALPN", value: <Value data>{alpn}</Value> });
  if (source.ocspStapled !== null) {
    details.push({ term: "OCSP stapled", value: source.ocspStapled ? "Yes" : "No" });
  }
  details.push({ term: "Proof of the private key", value: PROOF[`${source.keyProven}`] });
  if (source.clientCertificateRequested) {
    details.push({ term: "Client certificate", value: "Asked for" });
  }
  if (postQuantum) {
    details.push({ term: "Post-quantum key agreement", value: postQuantum.message });
  }
  return details;
}
