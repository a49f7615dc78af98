/** The chain analyzer with a live host: the server connects to it and answers in parts. */
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { chainAnalyzeUrl } from "../../../../core/chain/contract.ts";
import type { OutputOf } from "../../../../core/kernel/contract.ts";
import { useOnline } from "../../lib/browser.ts";
import { useLatest } from "../../lib/hooks.ts";
import { useRequiredModule } from "../../lib/load.ts";
import { useFaults } from "../../run/faults.ts";
import { type OperationState, useOperation } from "../../run/use-operation.ts";
import type { Analysis } from "./analysis.ts";
import { linkTo, showHost } from "./address.ts";
import { hostPart, withoutScheme } from "./domain.ts";
import { DomainField, RootsField } from "./fields.tsx";
import { missingParts } from "../../../../core/verdict/judge/parts.ts";
import { COMPLETE, type Progress } from "./parts.ts";
import { loadResult, type RootsInput, type Source } from "./source.ts";
import { tool } from "./tool.ts";

const Unreached = lazy(async () => ({
  default: (await import("./unreached.tsx")).Unreached,
}));

/** In the order of the form. */
const FIELDS = ["url", "roots"] as const;

interface LiveHostSource extends Source {
  /** Fills in a domain that was cleared. */
  put(domain: string): void;
  /** Fills in a host from the page's address or from a paste. Sends nothing. */
  fill(host: string): void;
  /** Fills in a host, and contacts it: the user has agreed. */
  check(host: string): void;
}

export function useLiveHost({ roots, onRoots }: RootsInput): LiveHostSource {
  const [domain, setDomain] = useState("");
  /** The error of the domain, found before anything is sent. */
  const [badDomain, setBadDomain] = useState<string | null>(null);
  const trusting = roots.trim() === "" ? {} : { roots };
  const operation = useOperation(
    chainAnalyzeUrl,
    tool.id,
    { url: domain, ...trusting },
    { inParts: true },
  );
  const { state, judged, run, stop } = operation;
  const faults = useFaults(state, FIELDS);
  const connected = useOnline();
  const analysis = analysisOf(state);
  const progress = useMemo(() => progressOf(state), [state]);
  const parts = useRequiredModule(loadResult, analysis !== null);

  /** Requests the shown host again, even if the form now contains another one. */
  const refresh = useCallback(() => {
    if (judged) run(judged);
  }, [judged, run]);

  // Memoized, because a result may have thousands of rows and the page renders on each keystroke.
  const result = useMemo(() =>
    analysis && parts && (
      <parts.ChainResult
        analysis={analysis}
        progress={progress}
        controls={
          <parts.HostProgress
            host={analysis.source?.unicodeHostname ?? ""}
            progress={progress}
            connected={connected}
            link={analysis.source ? linkTo(analysis.source.hostname) : null}
            onCancel={stop}
            onRefresh={refresh}
          />
        }
      />
    ), [parts, analysis, progress, connected, stop, refresh]);

  /** `host`: as it appears in the address; null if the code that reads it did not load. */
  const send = async (url: string, host: string | null) => {
    if (host !== null) showHost(host);
    const outcome = await run({ url, ...trusting });
    if (outcome && !outcome.ok) faults.focusFirst(outcome.error.issues);
  };
  const latest = useLatest(domain);
  const analyze = async () => {
    const { host, problem } = await readHost(domain);
    // The domain changed while the code that checks it loaded: the new one waits for another click.
    if (latest.current !== domain) return;
    setBadDomain(problem);
    if (problem) {
      operation.reset();
      faults.focus("url");
      return;
    }
    const url = hostPart(domain);
    setDomain(url);
    await send(url, host);
  };
  const replace = (text: string) => {
    setDomain(text);
    setBadDomain(null);
  };

  const busy = state.status === "loading";
  return {
    operation,
    busy,
    text: domain,
    fields: (
      <>
        <DomainField
          ref={faults.refOf("url")}
          domain={domain}
          error={badDomain ?? faults.errorOf("url")}
          connected={connected}
          onChange={(text) => {
            replace(withoutScheme(text));
            faults.clear("url");
          }}
        />
        <RootsField
          field={faults.of("roots")}
          value={roots}
          onChange={(text) => {
            onRoots(text);
            faults.clear("roots");
          }}
        />
      </>
    ),
    analysis,
    result,
    panel: {
      status: faults.panel,
      announcement: analysis && parts && !busy ? parts.announce(analysis, { progress }) : "",
      fault: faults.live,
    },
    banner: faults.banner,
    help: state.status === "error" && state.error.code === "host_refused" && (
      <Suspense>
        <Unreached host={hostPart(domain)} />
      </Suspense>
    ),
    submit: () => void analyze(),
    clear: operation.reset,
    empty() {
      operation.reset();
      replace("");
    },
    put: replace,
    keep() {
      const [show, shown] = [operation.keep(), analysis?.source?.hostname ?? null];
      return () => {
        show();
        if (shown !== null) showHost(shown);
      };
    },
    focus: () => faults.focus("url"),
    fillExample(text) {
      replace(text);
      if (faults.first) operation.reset();
    },
    fill: (host) => replace(withoutScheme(host.trim())),
    check(host) {
      replace(host);
      void send(host, host);
    },
  };
}

type State = OperationState<OutputOf<typeof chainAnalyzeUrl>>;

/** The answer so far; null before its first part, which is the chain. */
function analysisOf(state: State): Analysis | null {
  if (state.status === "result") return state.value;
  if (state.status === "loading" || state.status === "partial") {
    return state.parts as Analysis | null;
  }
  return null;
}

function progressOf(state: State): Progress {
  if (state.status === "loading") {
    return { missing: missingParts(state.parts ?? {}), busy: true, failure: null };
  }
  if (state.status !== "partial") return COMPLETE;
  return { missing: missingParts(state.parts), busy: false, failure: state.error?.message ?? null };
}

/** The host of a domain, or its error; neither if the code that reads it did not load. */
async function readHost(domain: string): Promise<{ host: string | null; problem: string | null }> {
  try {
    return (await import("./read-host.ts")).readHost(domain);
  } catch {
    return { host: null, problem: null };
  }
}
