/** Compares our reading of a certificate or CSR with that of another library, when the user opens it. */
import { useEffect, useRef, useState } from "react";
import { certificateReadAgain } from "../../../core/certificate/contract.ts";
import type { OutputOf } from "../../../core/kernel/contract.ts";
import { run } from "../run/run.ts";
import { Button } from "../ui/base/button.tsx";
import { Details } from "../ui/data/facts.tsx";
import { Value } from "../ui/data/value.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { StatusPill } from "../ui/feedback/status.tsx";
import { Disclosure } from "../ui/layout/disclosure.tsx";
import { ItemList } from "../ui/layout/item-list.tsx";
import { Row, Stack } from "../ui/layout/layout.tsx";

type Answer = OutputOf<typeof certificateReadAgain>;
type Field = Answer["fields"][number];

const TITLES: Readonly<Record<Field["field"], string>> = {
  subject: "Subject",
  issuer: "Issuer",
  serialNumber: "Serial number",
  notBefore: "Valid from",
  notAfter: "Valid until",
  publicKey: "Public key",
  signatureAlgorithm: "Signature algorithm",
  subjectAltName: "Subject alternative names",
  extensions: "List of extensions",
  extension: "Extension",
};

/** `text`: the certificate or CSR, as PEM. Mount a new component for each text. */
export function ReadAgain({ text }: { text: string }) {
  return (
    <Disclosure summary="Read again with another library">
      {() => <Reading text={text} />}
    </Disclosure>
  );
}

type State =
  | { status: "busy" }
  | { status: "failed"; message: string; mayPass: boolean }
  | { status: "done"; answer: Answer };

function Reading({ text }: { text: string }) {
  const [state, setState] = useState<State>({ status: "busy" });
  const underWay = useRef<AbortController | null>(null);
  const read = async () => {
    const { signal } = underWay.current = new AbortController();
    setState({ status: "busy" });
    // Always on this device, even if the tool runs on the server: a comparison sends nothing.
    const outcome = await run(certificateReadAgain, { text }, { signal });
    if (signal.aborted) return;
    setState(
      outcome.ok ? { status: "done", answer: outcome.value } : {
        status: "failed",
        message: outcome.error.message,
        // An error with an issue is caused by the input, so trying again would not help.
        mayPass: outcome.error.issues.length === 0,
      },
    );
  };
  useEffect(() => {
    read();
    return () => underWay.current?.abort();
  }, []);

  return (
    <Stack gap={3}>
      <div role="status">
        {state.status === "busy" && <p>Reading again...</p>}
        {state.status === "done" && <Summary verdict={state.answer.verdict} />}
      </div>
      {state.status === "failed" && (
        <Banner tone="bad" title="It was not read again">
          <p>{state.message}</p>
          {state.mayPass && (
            <Row>
              <Button size="small" onClick={read}>Try again</Button>
            </Row>
          )}
        </Banner>
      )}
      {state.status === "done" && <Differences answer={state.answer} />}
    </Stack>
  );
}

const Summary = ({ verdict: { title, cause } }: Pick<Answer, "verdict">) => (
  <p>{title}.{cause !== "" && ` ${cause}`}</p>
);

/** Both readings of each field that differs or was not read; nothing if all fields agree. */
function Differences({ answer: { fields } }: { answer: Answer }) {
  const shown = fields.filter(({ agrees }) => agrees !== true);
  if (shown.length === 0) return null;
  return (
    <ItemList
      items={shown.map(({ field, oid, ours, theirs, agrees, note }) => ({
        title: TITLES[field],
        data: oid ?? undefined,
        status: (
          <StatusPill tone={agrees === false ? "warn" : "neutral"}>
            {agrees === false ? "Differs" : "Not compared"}
          </StatusPill>
        ),
        children: (
          <>
            {note && <p>{note}.</p>}
            <Details
              details={[
                { term: "We read", value: <Reader value={ours} /> },
                { term: "The library reads", value: <Reader value={theirs} /> },
              ]}
            />
          </>
        ),
      }))}
    />
  );
}

const Reader = ({ value }: { value: string | null }) =>
  value === null ? <>Not read</> : value === "" ? <>Nothing</> : <Value data>{value}</Value>;
