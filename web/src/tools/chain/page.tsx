import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import { chainAnalyze } from "../../../../core/chain/contract.ts";
import { useOnline } from "../../lib/browser.ts";
import { useArrivals, useHandOver } from "../../hand-over/hand-over.ts";
import { useSetting } from "../../lib/store.ts";
import { useExample } from "../../lib/example.ts";
import { useLatest } from "../../lib/hooks.ts";
import { ToolPage } from "../../page/tool-page.tsx";
import { useRequiredModule } from "../../lib/load.ts";
import { isFinished } from "../../run/live.ts";
import { useFaults } from "../../run/faults.ts";
import { useLive } from "../../run/use-live.ts";
import type { Where } from "../../run/run.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState, ResultPanel } from "../../ui/result/result-panel.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { hostPart, withoutScheme } from "./domain.ts";
import { completeSetting, sentToo, useCompletion } from "./completion.ts";
import { DomainField, HostNameField, PastedFields, RootsField } from "./fields.tsx";
import type { Analysis } from "./analysis.ts";
import { analysisOf, useHost } from "./use-host.ts";
import { tool } from "./tool.ts";

/** Half of the page's code, which nothing needs before there is a result. */
const loadResult = () => import("./result.tsx");

type Mode = "paste" | "url";
type Field = "certificate" | "hostname" | "url" | "roots";

/** In the order of the form. */
const FIELDS: Readonly<Record<Mode, readonly Field[]>> = {
  paste: ["certificate", "hostname", "roots"],
  url: ["url", "roots"],
};

const MODES = [
  { value: "paste", text: "Paste Certificate" },
  { value: "url", text: "From URL" },
] as const;

const loadExample = () => import("./example.ts");
const example = async () => ({ certificate: (await loadExample()).EXAMPLE_CHAIN });

export default function ChainPage() {
  const [mode, setMode] = useState<Mode>("paste");
  const [certificate, setCertificate] = useState("");
  const [domain, setDomain] = useState("");
  const [hostname, setHostname] = useState("");
  const [roots, setRoots] = useState("");
  const trusting = roots.trim() === "" ? {} : { roots };
  const question = hostname.trim() === "" ? trusting : { ...trusting, hostname: hostname.trim() };
  const request = (text = certificate) => ({ certificate: text, ...question });
  const pasted = useOperation(chainAnalyze, tool.id, request(), { example });
  const { operation: online, progress, refresh } = useHost(domain, trusting);
  /** What is wrong with the domain, found before the server is asked. */
  const [badDomain, setBadDomain] = useState<string | null>(null);
  const [always, setAlways] = useSetting(completeSetting);
  const { completion, complete, forget } = useCompletion();
  const connected = useOnline();

  const isReady = mode === "paste" && isFinished(certificate) &&
    (roots.trim() === "" || isFinished(roots));
  const live = useLive(pasted, isReady ? request() : null, {
    // Half a name is a name too, so the button checks it.
    without: ["hostname"],
    onStart: forget,
  });

  const operation = mode === "paste" ? pasted : online;
  const { state } = operation;
  const input = mode === "paste" ? "certificate" : "url";
  const faults = useFaults(state, FIELDS[mode]);
  const busy = state.status === "loading";
  const blank = (mode === "paste" ? certificate : domain).trim() === "";

  const analysis: Analysis | null = mode === "paste" && completion.status === "result"
    ? completion.value
    : analysisOf(state);

  /** The question that the shown answer belongs to. */
  const { hostname: askedName, roots: askedRoots } = completion.status === "result"
    ? completion.question
    : pasted.judged ?? {};
  const asked = useMemo(
    () => ({
      ...askedRoots !== undefined && { roots: askedRoots },
      ...askedName !== undefined && { hostname: askedName },
    }),
    [askedName, askedRoots],
  );

  const shownWith = useRequiredModule(loadResult, analysis !== null);

  // Thousands of rows must not be drawn again with each letter that is typed.
  const shown = useMemo(() =>
    analysis && shownWith && (
      <shownWith.ChainResult
        analysis={analysis}
        hostname={mode === "paste" ? asked.hostname : undefined}
        progress={mode === "url" ? progress : undefined}
        controls={mode === "url" && (
          <shownWith.HostProgress
            host={analysis.source?.unicodeHostname ?? ""}
            progress={progress}
            connected={connected}
            onCancel={online.stop}
            onRefresh={refresh}
          />
        )}
        completion={mode === "paste" && (
          <shownWith.CompleteOnline
            analysis={analysis}
            connected={connected}
            completion={completion}
            sends={sentToo(asked)}
            onComplete={(incomplete) => complete(incomplete, asked)}
            onDismiss={forget}
          />
        )}
      />
    ), [
    shownWith,
    analysis,
    asked,
    mode,
    progress,
    connected,
    completion,
    complete,
    forget,
    online.stop,
    refresh,
  ]);

  const analyze = async (text = certificate) => {
    forget();
    if (mode === "url") return analyzeDomain();
    const outcome = await pasted.run(request(text));
    if (!outcome) return;
    if (outcome.ok) {
      const reachable = outcome.value.missing.some(({ urls }) => urls.length > 0);
      if (always === "always" && reachable && navigator.onLine && outcome.where === "device") {
        complete(outcome.value, question);
      }
    } else faults.focusFirst(outcome.error.issues);
  };
  const typed = useLatest(domain);
  const analyzeDomain = async () => {
    const problem = await problemOf(domain);
    // The code that checks came late, and the domain has changed: it waits for another press.
    if (typed.current !== domain) return;
    setBadDomain(problem);
    if (problem) {
      online.reset();
      faults.focus("url");
      return;
    }
    const url = hostPart(domain);
    setDomain(url);
    const outcome = await online.run({ url, ...trusting });
    if (outcome && !outcome.ok) faults.focusFirst(outcome.error.issues);
  };
  useHandOver("/chain", (given) => {
    setCertificate(given.certificate);
    if (pasted.route.where === "device") analyze(given.certificate);
  });
  /** Fills in a host from the address or a paste; nothing is sent yet. */
  const fillHost = (host: string) => {
    if (mode !== "url") switchTo("url");
    setDomain(withoutScheme(host.trim()));
    setBadDomain(null);
  };
  const onAddress = useEffectEvent((host: string | null) => host && fillHost(host));
  const { search } = useLocation();
  useEffect(() => void onAddress(new URLSearchParams(search).get("host")), [search]);
  useArrivals({
    certificate(text) {
      if (mode !== "paste") switchTo("paste");
      setCertificate(text);
      live.fill();
    },
    host: fillHost,
  });
  const reset = () => {
    forget();
    pasted.reset();
    online.reset();
    setCertificate("");
    setDomain("");
    setHostname("");
    setRoots("");
    setBadDomain(null);
    faults.focus(input);
  };
  const fillExample = useExample({
    values: { mode, text: mode === "paste" ? certificate : domain },
    texts: ["mode", "text"],
    async load() {
      const { EXAMPLE_CHAIN, EXAMPLE_DOMAIN } = await loadExample();
      return { mode, text: mode === "paste" ? EXAMPLE_CHAIN : EXAMPLE_DOMAIN };
    },
    fill({ text }) {
      if (mode === "url") {
        setDomain(text);
        setBadDomain(null);
        if (faults.first) online.reset();
        return;
      }
      setCertificate(text);
      if (pasted.route.where === "device") analyze(text);
      else if (faults.first) pasted.reset();
    },
    onMissing: operation.failToLoad,
  });
  const rootsField = (
    <RootsField
      field={faults.of("roots")}
      value={roots}
      onChange={(text) => {
        setRoots(text);
        faults.clear("roots");
      }}
      onFill={live.fill}
    />
  );
  const switchTo = (next: Mode) => {
    operation.reset();
    forget();
    setMode(next);
  };

  // The completed answer comes from the server, unlike the one before.
  const made = mode === "paste" && completion.status === "result"
    ? completion.made
    : operation.made;

  return (
    <ToolPage
      tool={tool}
      operation={{ ...operation, made }}
      privacy={privacyOf(
        operation.route.where,
        always === "always" ? sentToo(question) : null,
        completion.status !== "idle" ? sentToo(asked) : null,
      )}
      judgedAt={analysis?.evaluatedAt}
      sticky
      input={
        <Card>
          <Tabs
            label="Where the certificates come from"
            tabs={MODES}
            value={mode}
            onChange={switchTo}
          >
            <Form
              onSubmit={() => analyze()}
              actions={
                <>
                  <Button type="submit" kind="filled" disabled={busy || blank}>
                    {busy ? "Analyzing..." : "Analyze Chain"}
                  </Button>
                  <Button disabled={busy} onClick={reset}>Reset</Button>
                  <Button disabled={busy} onClick={fillExample}>Fill Example Data</Button>
                </>
              }
            >
              {mode === "paste"
                ? (
                  <>
                    <PastedFields
                      field={faults.of("certificate")}
                      certificate={certificate}
                      onChange={(text) => {
                        setCertificate(text);
                        faults.clear("certificate");
                      }}
                      onFill={live.fill}
                      completesOnline={always === "always"}
                      onCompletesOnline={(checked) => setAlways(checked ? "always" : "ask")}
                    />
                    <HostNameField
                      field={faults.of("hostname")}
                      value={hostname}
                      onChange={(text) => {
                        setHostname(text);
                        faults.clear("hostname");
                      }}
                    />
                    {rootsField}
                  </>
                )
                : (
                  <>
                    <DomainField
                      ref={faults.refOf("url")}
                      domain={domain}
                      error={badDomain ?? faults.errorOf("url")}
                      connected={connected}
                      onChange={(text) => {
                        setDomain(withoutScheme(text));
                        setBadDomain(null);
                        faults.clear("url");
                      }}
                    />
                    {rootsField}
                  </>
                )}
            </Form>
          </Tabs>
        </Card>
      }
      result={
        <ResultPanel
          status={faults.panel}
          announcement={analysis && shownWith && !busy
            ? shownWith.announce(analysis, progress)
            : ""}
          loading="Analyzing..."
          onCancel={operation.reset}
          outdated={operation.outdated}
          {...mode === "paste" && live.panel}
          fault={faults.live}
          empty={
            <EmptyState icon={tool.icon} heading="The chain will appear here">
              {mode === "paste"
                ? "Who signed whom, up to the root, what is wrong with it and how to repair it."
                : "What the server really sends, the path to its root, and how to repair it."}
            </EmptyState>
          }
        >
          {faults.banner && <Banner title={faults.banner} onDismiss={operation.reset} />}
          {shown}
        </ResultPanel>
      }
    />
  );
}

/** What is sent, if it is not simply all or nothing: completing a chain sends its certificates. */
function privacyOf(
  where: Where,
  sends: string | null,
  sent: string | null,
): string | undefined {
  if (where === "server") return undefined;
  if (sent !== null) {
    return `To complete the chain, its certificates${sent} were sent to this site's server. Nothing else was.`;
  }
  return sends !== null
    ? `When an issuer is missing, the certificates${sends} are sent to this site's server. Nothing else is.`
    : undefined;
}

/** What is wrong with a domain; null if nothing is, or if the code that checks did not load. */
async function problemOf(domain: string): Promise<string | null> {
  try {
    return (await import("./domain-problem.ts")).domainProblem(domain);
  } catch {
    return null;
  }
}
