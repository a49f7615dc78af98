import {
  type ComponentType,
  lazy,
  Suspense,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { flushSync } from "react-dom";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import * as TEXT from "../../../../core/texts.ts";
import { counted, withCommas } from "../../../../core/kernel/formatting.ts";
import { once } from "../../../../core/kernel/once.ts";
import { useArrivals, useHandOver } from "../../hand-over/hand-over.ts";
import { useLink } from "../../links/use-link.ts";
import { isFinished } from "../../run/live.ts";
import type { ObjectTab } from "../../page/object-tabs.tsx";
import { ToolPage } from "../../page/tool-page.tsx";
import { useUndo } from "../../ui/feedback/undo.ts";
import { afterPaint } from "../../lib/screen.ts";
import { firstMissing } from "../../lib/browser.ts";
import type { FoundProps } from "./found.tsx";
import type { BelowHeadlineProps, HeadlineProps } from "./headline.tsx";
import type { InspectMapProps } from "./inspect-map.tsx";
import type { Compared, Comparing } from "./pairs.ts";
import {
  addFiles,
  addText,
  again,
  clear,
  clearKeeping,
  type InspectionState,
  inspectionState,
  type Picture,
} from "./inspection.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { DropZone } from "../../ui/form/drop-zone.tsx";
import { EmptyState, ResultPanel } from "../../ui/result/result-panel.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Progress } from "../../ui/feedback/progress.tsx";
import { tool } from "./tool.ts";

// Loaded when there are objects to show, so that the first visit is lighter.
const Shown = lazy(() => import("./shown.tsx"));

// Loaded together: a headline that loads later would move the list while the user taps it.
const found = once(() => import("./found.tsx"));

type Late = Awaited<ReturnType<typeof found>>;

function late<Props extends object>(pick: (module: Late) => ComponentType<Props>) {
  return (props: Props) => {
    const Part = pick(use(found()));
    return <Part {...props} />;
  };
}

const Found = late<FoundProps>(({ FoundObjects }) => FoundObjects);
const Headline = late<HeadlineProps>(({ FoundHeadline }) => FoundHeadline);
const BelowHeadline = late<BelowHeadlineProps>(({ BelowHeadline }) => BelowHeadline);
const ObjectsMap = late<InspectMapProps>(({ FoundMap }) => FoundMap);

export default function InspectPage() {
  const state = useSyncExternalStore(
    inspectionState.subscribe,
    inspectionState.get,
    inspectionState.get,
  );
  const [selected, setSelected] = useState<number | null>(null);
  const [tab, setTab] = useState<ObjectTab>("answer");
  const [wanted, setWanted] = useState<{ id: number; offset: number } | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [setsWanted, setSetsWanted] = useState(0);
  const [compared, setCompared] = useState<Comparing | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const progressArea = useRef<HTMLDivElement>(null);
  const { status } = state;
  // Deferred, so that thousands of objects render in slices between frames. Clearing is not deferred,
  // because a page in the back/forward cache would render nothing later.
  const drawn = useDeferredValue(state.picture);
  const picture = state.picture && drawn;
  const busy = status === "reading" || status === "relating";
  // One frame later, so that the browser draws the effect of the click first.
  const showsProgress = useDeferredValue(busy) && busy;
  const missing = useMissing();
  const begins = showsProgress && picture === null;
  // The progress is above the field, to which a user of a narrow screen may have scrolled.
  useEffect(() => {
    if (begins) progressArea.current!.scrollIntoView({ block: "nearest" });
  }, [begins]);

  useHandOver("/inspect", ({ files, text }) => {
    if (files.length > 0) addFiles(files);
    else if (text !== "") addText(text);
  });
  // The objects of a link are added to the list, and replace nothing.
  useLink("/inspect", "", async (text, byte) => {
    if (missing !== null) return;
    await addText(text);
    if (byte === null) return;
    const { idOf } = await import("./linked-object.ts");
    const id = await idOf(text);
    if (id === null) return;
    setSelected(id);
    showBytes(id, byte);
  });
  useArrivals({
    all({ files, text }) {
      if (missing !== null) return false;
      setRefused(null);
      if (files.length > 0) addFiles(files);
      else addText(text);
      return true;
    },
  });
  const isWhole = picture !== null && !picture.growing;
  const row = rowShown(picture, selected);
  // The chosen object is marked at once. Its many fields follow with the next frame, and take the
  // list's place on a narrow screen.
  const later = useDeferredValue(row);
  const shownRow = picture && later;
  // Whether its fields are there. The rest of the page changes with them. A press changes only the card and the tile,
  // because the browser would lay out and draw all that is below a part that goes before the press has an effect.
  const opened = row !== null && shownRow !== null;
  // Memoized, so that the panel renders again only for another object.
  const showBytes = useCallback((id: number, offset: number) => {
    setTab("bytes");
    setWanted({ id, offset });
  }, []);

  const from = shownRow?.id ?? null;
  const compare = useCallback((pair: Compared) => setCompared({ pair, from }), [from]);

  const takeText = (text: string) => {
    if (text.trim() === "") {
      setRefused(TEXT.inspectRequired);
      area.current?.focus();
      return;
    }
    setRefused(null);
    addText(text);
  };
  const leaving = useRef<() => void>(undefined);
  const select = useCallback((id: number | null) => {
    leaving.current?.();
    // The overview that comes back must not scroll to its sets again.
    setSetsWanted(0);
    setWanted(null);
    if (id !== null) return setSelected(id);
    // Let the browser draw the effect of the click first: on a slow phone, rendering a long list takes
    // longer than a frame.
    leaving.current = afterPaint(() => {
      const card = document.querySelector<HTMLElement>("button[aria-current=true]");
      // On a narrow screen the list was hidden and takes its place again.
      flushSync(() => setSelected(null));
      // The focus returns to the card that was chosen.
      card?.focus();
    });
  }, []);
  useEffect(() => () => leaving.current?.(), []);
  const undo = useUndo();
  const forget = () => {
    if (picture && !picture.growing) {
      const { gone, isWorth, restore } = clearKeeping();
      undo({
        kept: { isWorth },
        empty: { isWorth: false },
        put: () => void restore(),
        secrets: gone,
      });
    } else clear();
    setSelected(null);
    setCompared(null);
    area.current?.focus();
  };
  const zone = (
    <DropZone
      ref={area}
      heading={picture ? "Drop more" : "Drop files or a whole folder"}
      touchHeading={picture ? "Add more" : "Paste or open files"}
      label="Text to inspect"
      placeholder={picture
        ? "… or paste text"
        : "… or paste: PEM, base64, a log, CAA lines, a domain name"}
      action="Inspect"
      compact={picture !== null}
      disabled={missing !== null}
      error={refused}
      onFiles={(files) => {
        setRefused(null);
        addFiles(files);
      }}
      onText={takeText}
      onPasted={(text) => {
        const taken = isFinished(text);
        if (taken) takeText(text);
        return taken;
      }}
    >
      Up to 10,000 objects and 64 MiB. Nothing leaves this device.
    </DropZone>
  );
  // Cancel stays in the same place when the first objects appear: if a button moves between press and
  // release, the browser fires no click.
  const progress = showsProgress && (
    <div ref={progressArea}>
      <Card>
        <Progress {...progressOf(state)} onCancel={forget} />
      </Card>
    </div>
  );
  const result = (
    <ResultPanel
      heads={picture !== null}
      status={status === "failed" ? "error" : isWhole ? "result" : "idle"}
      loading=""
      onCancel={forget}
      empty={
        <EmptyState icon={tool.icon} heading="Your results will appear here">
          You see what each file is, what belongs together, and what is wrong.
        </EmptyState>
      }
    >
      {status === "failed" && (
        <Banner title={state.message} onDismiss={forget}>
          <Row>
            <Button size="small" onClick={again}>Try again</Button>
          </Row>
        </Banner>
      )}
      {isWhole && <Headline picture={picture} />}
    </ResultPanel>
  );

  return (
    <ToolPage
      tool={tool}
      top={
        <>
          {progress}
          {isWhole && result}
          {isWhole && (
            <Suspense>
              <BelowHeadline
                picture={picture}
                overview={!opened}
                onShowSets={() => setSetsWanted((times) => times + 1)}
                map={
                  <ObjectsMap
                    picture={picture}
                    selected={row?.id ?? null}
                    away={opened}
                    onSelect={select}
                    onCompare={compare}
                  />
                }
              >
                {!busy && <Button size="small" onClick={forget}>Clear</Button>}
              </BelowHeadline>
            </Suspense>
          )}
        </>
      }
      list={picture !== null}
      // A single object needs no list before it, unless the list has the field for its password.
      resultFirst={row !== null && picture!.rows.size === 1 && !row.locked}
      detail={opened && picture!.rows.size > 1}
      input={
        <Stack>
          {missing && (
            <Banner tone="warn" quiet title="This browser cannot inspect files here">
              <p>{missing}</p>
            </Banner>
          )}
          {picture
            ? (
              <>
                <Suspense>
                  <Found
                    picture={picture}
                    unlocked={state.unlocked}
                    waits={busy && state.passwords > 0}
                    selected={row?.id ?? null}
                    onSelect={select}
                    onFindings={(id) => {
                      setTab("details");
                      select(id);
                    }}
                  />
                </Suspense>
                {isWhole && zone}
              </>
            )
            : zone}
        </Stack>
      }
      result={picture
        ? (
          <Suspense>
            <Shown
              picture={picture}
              row={shownRow}
              onSelect={select}
              tab={tab}
              onTab={setTab}
              onBytes={showBytes}
              wanted={wanted}
              setsWanted={setsWanted}
              compared={compared}
              onCompared={setCompared}
            />
          </Suspense>
        )
        : result}
    />
  );
}

/** The selected object. A single object opens at once. */
function rowShown(picture: Picture | null, selected: number | null): ObjectRow | null {
  if (picture === null) return null;
  if (selected !== null) return picture.rows.get(selected) ?? null;
  const [only] = picture.rows.values();
  return !picture.growing && picture.rows.size === 1 ? only : null;
}

function progressOf({ status, done, total, objects }: InspectionState) {
  return status === "reading"
    ? {
      label: "Reading files",
      done,
      total,
      text: `${withCommas(done)} of ${counted(total, "file")}, ${counted(objects, "object")}`,
    }
    : { label: "Putting everything together", done, total, text: counted(objects, "object") };
}

/** The first feature that this browser lacks, and what to do; null while prerendering. */
function useMissing(): string | null {
  const [missing, setMissing] = useState<string | null>(null);
  useEffect(() => {
    const lacking = firstMissing(["webassembly", "subtle-crypto"]);
    if (lacking === null) return;
    // Nothing is taken while the sentence loads.
    setMissing("");
    import("./lacking.ts").then(({ LACKING }) => setMissing(LACKING[lacking]), () => {});
  }, []);
  return missing;
}
