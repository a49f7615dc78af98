/** An object that was opened: its verdict, and its tabs. */
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { chainAnalyze } from "../../../../core/chain/contract.ts";
import type { ChainResponse } from "../../../../core/chain/contract.ts";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import { printable } from "../../../../core/kernel/formatting.ts";
import { day } from "../../../../core/kernel/dates.ts";
import { afterPaint } from "../../lib/screen.ts";
import { showField } from "../../ui/certificate/in-bytes.tsx";
import type { Linted } from "../../page/rules.tsx";
import { type ObjectTab, ObjectTabs } from "../../page/object-tabs.tsx";
import { toneOf } from "../../page/verdict-tone.ts";
import { routeOf, run } from "../../run/run.ts";
import { Button } from "../../ui/base/button.tsx";
import { Facts } from "../../ui/data/facts.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Verdict } from "../../ui/result/verdict.tsx";
import { type Loaded, ObjectDetailsView } from "./details.tsx";
import { ask, type Picture } from "./inspection.ts";
import { ObjectActions } from "./next-steps.tsx";
import type { Compared } from "./pairs.ts";
import { keyWords, kindOf } from "./words.ts";

const Structure = lazy(() => import("./structure.tsx"));

/** Loaded separately, because it is only for end-entity certificates. */
const ShortAnswer = lazy(async () => ({
  default: (await import("../../page/where-it-works.tsx")).ShortAnswer,
}));

/** Objects that are a line or a name in a text, and have no bytes of their own. */
const WITHOUT_BYTES: readonly ObjectRow["kind"][] = ["caa-record", "domain-name", "openpgp"];

interface ObjectPanelProps {
  row: ObjectRow;
  picture: Picture;
  tab: ObjectTab;
  onTab: (tab: ObjectTab) => void;
  onSelect: (id: number) => void;
  /** Returns to the overview; null if the object is shown in the overview. */
  onClose: (() => void) | null;
  /** Whether the headline of the page is about this object. */
  headed: boolean;
  /** Shows the element that a byte of the object is in. */
  onBytes: (offset: number) => void;
  /** Opens a comparison of two objects. */
  onCompare: (pair: Compared) => void;
  /** The byte to show; a new object for each request. */
  wanted: { offset: number } | null;
}

/** Mount a new component for each object. */
export function ObjectPanel(
  { row, picture, tab, onTab, onSelect, onClose, headed, onBytes, onCompare, wanted }:
    ObjectPanelProps,
) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const { id } = row;
  useEffect(() => {
    let gone = false;
    Promise.all([ask("details", { id }), ask("set", { id })]).then(([details, set]) => {
      if (!gone && details && set) setLoaded({ details, set });
    });
    return () => void (gone = true);
  }, [id]);
  const analysis = useAnalysis(row.role === "leaf" ? loaded : null, picture.evaluatedAt);
  const [lint, setLint] = useState<Linted | null>(null);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!back.current) return;
    // The object may be far down the page, or in the list's place on a narrow screen: it is
    // scrolled into view and gets the focus.
    const { top } = back.current.getBoundingClientRect();
    const chosen = document.querySelector<HTMLElement>("button[aria-current=true]");
    const listIsThere = chosen !== null &&
      (chosen.checkVisibility?.() ?? chosen.offsetParent !== null);
    if (listIsThere && top >= 0 && top < innerHeight) return;
    back.current.scrollIntoView({ block: "start" });
    back.current.focus({ preventScroll: true });
  }, []);
  const verdict = loaded?.details.verdict;
  return (
    <Stack gap={3}>
      {onClose && (
        <Row spread>
          <Button ref={back} size="small" kind="quiet" flush onClick={onClose}>
            Back to the overview
          </Button>
        </Row>
      )}
      {!headed && verdict && (
        <Verdict inner tone={toneOf(verdict.level)} title={verdict.title} next={verdict.next}>
          {verdict.cause}
        </Verdict>
      )}
      {loaded && (
        <ObjectTabs
          tab={tab}
          onTab={onTab}
          answer={
            <Stack>
              {headed && row.role !== "leaf" && <Facts facts={shortFacts(row)} />}
              {analysis && (
                <Suspense fallback={null}>
                  <ShortAnswer analysis={analysis} />
                </Suspense>
              )}
              <ObjectActions
                row={row}
                set={loaded.set}
                details={loaded.details}
                json={() => jsonOf(row, loaded, lint)}
              />
            </Stack>
          }
          details={
            <ObjectDetailsView
              row={row}
              picture={picture}
              loaded={loaded}
              analysis={analysis}
              onSelect={onSelect}
              onBytes={onBytes}
              onCompare={onCompare}
              onLinted={setLint}
            />
          }
          bytes={WITHOUT_BYTES.includes(row.kind) ? null : (
            <Structure
              row={row}
              pem={loaded.details.pem}
              wanted={wanted}
              onField={(field) => {
                onTab("details");
                afterPaint(() => showField(field));
              }}
            />
          )}
        />
      )}
    </Stack>
  );
}

/**
 * The analysis of an end entity with its issuers. If this browser cannot analyze it, it is not sent to the server
 * for it.
 */
function useAnalysis(loaded: Loaded | null, at: string): ChainResponse | null {
  const [analysis, setAnalysis] = useState<ChainResponse | null>(null);
  const pem = loaded?.details.pem;
  const issuers = loaded?.set.chainPem;
  useEffect(() => {
    if (!pem || routeOf(chainAnalyze).where !== "device") return;
    const asked = new AbortController();
    const input = { certificate: `${pem}\n${issuers}`, at };
    run(chainAnalyze, input, { signal: asked.signal }).then((outcome) => {
      if (outcome.ok && !asked.signal.aborted) setAnalysis(outcome.value);
    });
    return () => asked.abort();
  }, [pem, issuers, at]);
  return analysis;
}

function shortFacts(row: ObjectRow) {
  const facts = [{ term: "Kind", value: kindOf(row) }];
  const key = keyWords(row);
  if (key) facts.push({ term: "Key", value: key });
  if (row.issuer) facts.push({ term: "Issued by", value: printable(row.issuer) });
  if (row.notAfter) facts.push({ term: "Valid until", value: day(row.notAfter) });
  return facts;
}

/** The object as `inspect` returns it; for a certificate also the results of `certificate/lint`. */
function jsonOf(row: ObjectRow, { details }: Loaded, lint: Linted | null): string {
  const { certificate, request } = details;
  const answer = { ...row, certificate, subject: request?.subject ?? null, lint };
  return JSON.stringify(answer, null, 2) + "\n";
}
