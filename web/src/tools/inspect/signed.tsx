/** A signed file with its signers, and an encrypted message with its recipients. */
import type { ReactNode } from "react";
import type {
  Checked,
  ObjectRow,
  SignedBy,
  SignedFile,
} from "../../../../core/inspect/contract.ts";
import { counted, printable, withCommas } from "../../../../core/kernel/formatting.ts";
import { dateTime } from "../../../../core/kernel/dates.ts";
import { Button } from "../../ui/base/button.tsx";
import type { Tone } from "../../ui/base/tone.ts";
import { type Detail, Details } from "../../ui/data/facts.tsx";
import { Value } from "../../ui/data/value.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";

const OUTCOMES: Readonly<Record<Checked["outcome"], { tone: Tone; text: string }>> = {
  holds: { tone: "good", text: "Valid" },
  fails: { tone: "bad", text: "Not valid" },
  unknown: { tone: "info", text: "Not verified" },
};

interface SignedProps {
  row: ObjectRow;
  onSelect: (id: number) => void;
}

/** Renders nothing for other objects. */
export function SignedView({ row: { signed, encrypted }, onSelect }: SignedProps) {
  return (
    <>
      {signed && <Signed signed={signed} onSelect={onSelect} />}
      {encrypted && <Recipients encrypted={encrypted} onSelect={onSelect} />}
    </>
  );
}

function Signed({ signed, onSelect }: { signed: SignedFile; onSelect: (id: number) => void }) {
  const { signers, signerCount, content, time, notes } = signed;
  const isStamp = signed.format === "RFC 3161";
  return (
    <>
      <Section heading={isStamp ? "Timestamp" : "Signed content"}>
        <Stack gap={3}>
          <Details details={contentFacts(signed)} />
          {content.state === "missing" && (
            <p>Add the {isStamp ? "stamped" : "signed"} file on this page to check it.</p>
          )}
          {notes.map((note) => <p key={note}>{note}</p>)}
        </Stack>
      </Section>
      {signers.length > 0 && (
        <Section heading={isStamp ? "Authority" : "Signers"} count={signerCount}>
          <ItemList
            items={signers.map((signer) =>
              signerItem(signer, onSelect)
            )}
          />
          {signerCount > signers.length && (
            <p>… and {withCommas(signerCount - signers.length)} more, which were not checked.</p>
          )}
        </Section>
      )}
    </>
  );

  function contentFacts({ content }: SignedFile): Detail[] {
    const facts: Detail[] = [];
    if (time) {
      facts.push({ term: "Time", value: dateTime(time.time) });
      facts.push({ term: "Covers", value: content.file ?? "A file that is not among these files" });
      facts.push({ term: "Policy", value: <Value data>{time.policy}</Value> });
      facts.push({ term: "Serial number", value: <Value data>{time.serialNumber}</Value> });
      return facts;
    }
    facts.push({ term: "Content", value: contentText(content) });
    facts.push({ term: "Type", value: <Value>{content.type}</Value> });
    if (content.size !== null) {
      facts.push({ term: "Size", value: counted(content.size, "byte") });
    }
    return facts;
  }
}

function contentText({ state, file }: SignedFile["content"]): ReactNode {
  if (state === "inside") return "In the message";
  return state === "missing" ? "In another file, which is missing" : <Value data>{file}</Value>;
}

function signerItem(signer: SignedBy, onSelect: (id: number) => void) {
  const { name, certificate, signature, chain, timeStamp, claimedAt, algorithm, digest } = signer;
  const { tone, text } = OUTCOMES[signature.outcome];
  const title = printable(name ?? "Unknown signer");
  return {
    title: certificate === null ? title : (
      <Button
        size="small"
        kind="quiet"
        flush
        icon="certificate"
        onClick={() => onSelect(certificate)}
      >
        {title}
      </Button>
    ),
    status: <StatusPill tone={tone}>{text}</StatusPill>,
    children: (
      <Stack gap={2}>
        <p>{signature.message}</p>
        {chain && <p>{chain.message}</p>}
        {timeStamp && <p>{timeStamp.message}</p>}
        {claimedAt && (
          <p>
            The signer states {dateTime(claimedAt)} as the time of signing
            {timeStamp?.outcome === "holds" ? "." : ", which no timestamp proves."}
          </p>
        )}
        {algorithm !== "" && (
          <p>{algorithm}{digest !== "" && !algorithm.includes(digest) && `, digest ${digest}`}</p>
        )}
      </Stack>
    ),
  };
}

const RECIPIENTS = {
  certificate: "A certificate",
  password: "A password",
  "shared-key": "A shared key",
  other: "Another way",
} as const;

function Recipients(
  { encrypted, onSelect }: {
    encrypted: NonNullable<ObjectRow["encrypted"]>;
    onSelect: (id: number) => void;
  },
) {
  const { recipients, recipientCount, cipher } = encrypted;
  return (
    <Section heading="Recipients" count={recipientCount}>
      <Stack gap={3}>
        <p>The message is encrypted with {cipher}. This tool does not decrypt it.</p>
        <ItemList
          items={recipients.map((recipient) => {
            const { by, issuer, serialNumber, keyIdentifier, certificate, privateKey } = recipient;
            return {
              title: RECIPIENTS[by],
              status: certificate === null && by === "certificate"
                ? <StatusPill tone="neutral">Not in these files</StatusPill>
                : undefined,
              children: (
                <Stack gap={2}>
                  {issuer && (
                    <p>
                      Serial number <Value data>{serialNumber}</Value> of{" "}
                      <Value data>{issuer}</Value>
                    </p>
                  )}
                  {keyIdentifier && (
                    <p>
                      Key identifier <Value data>{keyIdentifier}</Value>
                    </p>
                  )}
                  {certificate !== null && (
                    <div>
                      <Button size="small" icon="certificate" onClick={() => onSelect(certificate)}>
                        Show the certificate
                      </Button>
                    </div>
                  )}
                  {privateKey !== null && (
                    <div>
                      <Button size="small" icon="key" onClick={() => onSelect(privateKey)}>
                        Show the private key
                      </Button>
                    </div>
                  )}
                </Stack>
              ),
            };
          })}
        />
        {recipientCount > recipients.length && (
          <p>… and {withCommas(recipientCount - recipients.length)} more.</p>
        )}
      </Stack>
    </Section>
  );
}
