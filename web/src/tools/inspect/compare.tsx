/** Two certificates or CSRs side by side, after one sentence about them. */
import { useEffect, useRef, useState } from "react";
import { certificateDiff, type Comparison } from "../../../../core/certificate/contract.ts";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import { counted, namedFile, withCommas } from "../../../../core/kernel/formatting.ts";
import { day } from "../../../../core/kernel/dates.ts";
import { toneOf } from "../../page/verdict-tone.ts";
import { run } from "../../run/run.ts";
import { Button } from "../../ui/base/button.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { LongList } from "../../ui/data/long-list.tsx";
import { type Pair, SideBySide } from "../../ui/data/side-by-side.tsx";
import { Value } from "../../ui/data/value.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { StatusPill } from "../../ui/feedback/status.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { ask, type Picture } from "./inspection.ts";
import type { Compared } from "./pairs.ts";
import { keyWords } from "./words.ts";

interface CompareProps {
  pair: Compared;
  picture: Picture;
  onChange: (pair: Compared) => void;
  onClose: () => void;
}

type State =
  | { status: "busy" }
  | { status: "failed"; message: string }
  | { status: "done"; answer: Comparison };

/** Mount a new component for each pair. */
export function Compare({ pair, picture, onChange, onClose }: CompareProps) {
  const [state, setState] = useState<State>({ status: "busy" });
  const back = useRef<HTMLButtonElement>(null);
  const { before, after } = pair;
  useEffect(() => {
    const underWay = new AbortController();
    const compare = async () => {
      const [first, second] = await Promise.all([pemOf(before), pemOf(after)]);
      if (underWay.signal.aborted) return;
      if (first === null || second === null) {
        return setState({ status: "failed", message: "One of the two was removed." });
      }
      // Always on this device: a comparison sends nothing.
      const { signal } = underWay;
      const outcome = await run(certificateDiff, { before: first, after: second }, { signal });
      if (signal.aborted) return;
      setState(
        outcome.ok
          ? { status: "done", answer: outcome.value }
          : { status: "failed", message: outcome.error.message },
      );
    };
    compare();
    return () => underWay.abort();
  }, [before, after]);
  useEffect(() => {
    back.current?.scrollIntoView({ block: "nearest" });
    back.current?.focus({ preventScroll: true });
  }, []);
  const rows = [picture.rows.get(before), picture.rows.get(after)];
  return (
    <Stack>
      <Row spread>
        <Button ref={back} size="small" kind="quiet" flush onClick={onClose}>Back</Button>
        <Button
          size="small"
          kind="quiet"
          onClick={() => onChange({ before: after, after: before })}
        >
          Swap both
        </Button>
      </Row>
      <div role="status">
        {state.status === "busy" && <p>Comparing...</p>}
      </div>
      {state.status === "failed" && (
        <Banner tone="bad" title="They were not compared">
          <p>{state.message}</p>
        </Banner>
      )}
      {state.status === "done" && rows[0] && rows[1] && (
        <Result answer={state.answer} before={rows[0]} after={rows[1]} />
      )}
    </Stack>
  );
}

/** The chain of a certificate if it is the end entity, otherwise the object itself. */
async function pemOf(id: number): Promise<string | null> {
  const set = await ask("set", { id });
  if (set?.certificate === id && set.chainPem !== "") return set.chainPem;
  return (await ask("details", { id }))?.pem ?? null;
}

const FIRST = "First";
const SECOND = "Second";

function Result(
  { answer, before, after }: { answer: Comparison; before: ObjectRow; after: ObjectRow },
) {
  const { verdict: { level, title, next }, names, extensions, extensionsSame, chain } = answer;
  const json = () => JSON.stringify(answer, null, 2) + "\n";
  return (
    <>
      <Verdict inner tone={toneOf(level)} title={title} next={next}>
        <p>{namedFile(before.places[0].file)} and {namedFile(after.places[0].file)}</p>
      </Verdict>
      <Section
        heading="Side by side"
        aside={<CopyButton label="Copy as JSON" text={json} />}
      >
        <SideBySide heads={[FIRST, SECOND]} pairs={pairsOf(answer, before, after)} />
      </Section>
      <Names title="Names added" names={names.added} count={names.addedCount} />
      <Names title="Names removed" names={names.removed} count={names.removedCount} />
      <Section heading="Extensions" count={extensions.length}>
        <Stack gap={3}>
          {extensions.length > 0 && (
            <ItemList
              items={extensions.map(({ name, oid, change, message }) => ({
                title: name,
                data: name === oid ? undefined : oid,
                status: (
                  <StatusPill tone="neutral">
                    {change === "added" ? "Added" : change === "removed" ? "Removed" : "Changed"}
                  </StatusPill>
                ),
                children: <p>{message}</p>,
              }))}
            />
          )}
          <p>
            {extensionsSame === 0
              ? "No extension is the same."
              : `${counted(extensionsSame, "extension is", "extensions are")} the same.`}
          </p>
        </Stack>
      </Section>
      {chain.length > 0 && (
        <Section heading="CA certificates" count={chain.length}>
          <ItemList
            items={chain.map(({ subject, change }) => ({
              title: <Value data>{subject}</Value>,
              status: (
                <StatusPill tone="neutral">
                  {{
                    same: "Same",
                    added: "Added",
                    removed: "Removed",
                    replaced: "Replaced",
                  }[change]}
                </StatusPill>
              ),
            }))}
          />
        </Section>
      )}
    </>
  );
}

function Names(
  { title, names, count }: { title: string; names: Comparison["names"]["added"]; count: number },
) {
  if (count === 0) return null;
  return (
    <Section heading={title} count={count}>
      <LongList
        what={title.toLowerCase()}
        rows={names.map(({ type, value }) => ({ kind: type, value }))}
      />
      {count > names.length && <p>… and {withCommas(count - names.length)} more.</p>}
    </Section>
  );
}

function pairsOf(answer: Comparison, first: ObjectRow, second: ObjectRow): Pair[] {
  const { before, after, key, issuer, lifetime, names, subject, signatureAlgorithm } = answer;
  const dates = (start: string | null, end: string | null) =>
    start === null || end === null ? "No dates in a CSR" : `${day(start)} to ${day(end)}`;
  const kind = (side: Comparison["before"]) => side.kind === "request" ? "CSR" : "Certificate";
  return [
    { term: "Kind", before: kind(before), after: kind(after), differs: before.kind !== after.kind },
    {
      term: "File",
      before: <Value data>{first.places[0].file}</Value>,
      after: <Value data>{second.places[0].file}</Value>,
      differs: false,
    },
    {
      term: "Subject",
      before: <Value data>{before.subject}</Value>,
      after: <Value data>{after.subject}</Value>,
      differs: subject.length > 0,
    },
    {
      term: "Names",
      before: counted(before.names, "name"),
      after: counted(after.names, "name"),
      differs: names.addedCount + names.removedCount > 0,
    },
    {
      term: "Key",
      before: keyWords(first) ?? "Unknown",
      after: `${keyWords(second) ?? "Unknown"}, ${
        key.same === true ? "the same key" : key.same === false ? "another key" : "not comparable"
      }`,
      differs: key.same === false,
    },
    {
      term: "Valid",
      before: dates(before.notBefore, before.notAfter),
      after: dates(after.notBefore, after.notAfter),
      differs: lifetime !== null && lifetime.endsLaterBy !== 0,
    },
    ...lifetime === null ? [] : [{
      term: "Lifetime",
      before: counted(lifetime.beforeDays, "day"),
      after: counted(lifetime.afterDays, "day"),
      differs: lifetime.beforeDays !== lifetime.afterDays,
    }],
    {
      term: "Issuer",
      before: before.issuer === null ? "None yet" : <Value data>{before.issuer}</Value>,
      after: after.issuer === null ? "None yet" : <Value data>{after.issuer}</Value>,
      differs: issuer?.same === false,
    },
    {
      term: "Serial number",
      before: before.serialNumber === null ? "None yet" : <Value data>{before.serialNumber}</Value>,
      after: after.serialNumber === null ? "None yet" : <Value data>{after.serialNumber}</Value>,
      differs: before.serialNumber !== after.serialNumber,
    },
    {
      term: "Signature",
      before: before.signatureAlgorithm,
      after: after.signatureAlgorithm,
      differs: signatureAlgorithm.same === false,
    },
  ];
}
