import { useEffect, useEffectEvent, useState } from "react";
import { type Location, useLocation } from "react-router-dom";
import { useArrivals, useHandOver } from "../../hand-over/hand-over.ts";
import { hostIn } from "../../hand-over/host-address.ts";
import { useLink } from "../../links/use-link.ts";
import { useExample } from "../../lib/example.ts";
import { ToolPage } from "../../page/tool-page.tsx";
import { useUndo } from "../../ui/feedback/undo.ts";
import { Button } from "../../ui/base/button.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { EmptyState, ResultPanel } from "../../ui/result/result-panel.tsx";
import { showHost } from "./address.ts";
import { useLiveHost } from "./live-host.tsx";
import { usePasted } from "./pasted.tsx";
import { tool } from "./tool.ts";

type Mode = "paste" | "url";

const MODES = [
  { value: "paste", text: "Paste Certificate" },
  { value: "url", text: "From URL" },
] as const;

const EMPTY: Readonly<Record<Mode, string>> = {
  paste: "You see who signed whom up to the root, what is wrong and how to fix it.",
  url: "You see what the server really sends, the path to its root and how to fix it.",
};

export default function ChainPage() {
  const [mode, setMode] = useState<Mode>("paste");
  const [roots, setRoots] = useState("");
  // Both stay mounted, so that each keeps its fields while the user looks at the other tab.
  const pasted = usePasted({ isShown: mode === "paste", roots, onRoots: setRoots });
  const liveHost = useLiveHost({ roots, onRoots: setRoots });
  const source = mode === "paste" ? pasted : liveHost;
  const { operation, busy, text } = source;

  const switchTo = (next: Mode) => {
    source.clear();
    setMode(next);
    if (next === "paste") showHost(null);
  };
  const undo = useUndo();
  const reset = () => {
    undo({
      kept: { ...pasted.kept, domain: liveHost.text, roots },
      empty: { certificate: "", hostname: "", domain: "", roots: "" },
      put({ domain, roots, ...kept }) {
        pasted.put(kept);
        liveHost.put(domain);
        setRoots(roots);
      },
      results: [pasted.keep(), liveHost.keep()],
    });
    pasted.empty();
    liveHost.empty();
    setRoots("");
    showHost(null);
    source.focus();
  };
  const fillExample = useExample({
    values: { mode, text },
    texts: ["mode", "text"],
    async load() {
      const { EXAMPLE_DOMAIN, makeExampleChain } = await import("./example.ts");
      return { mode, text: mode === "paste" ? await makeExampleChain() : EXAMPLE_DOMAIN };
    },
    fill: ({ text }) => source.fillExample(text),
    onMissing: operation.failToLoad,
  });

  const fillHost = (host: string) => {
    if (mode !== "url") switchTo("url");
    liveHost.fill(host);
  };
  // A link to a host only fills the field: the user decides whether the server contacts the host.
  const onAddress = useEffectEvent((address: Location) => {
    const host = hostIn(address);
    if (host !== null) fillHost(host);
  });
  const location = useLocation();
  useEffect(() => onAddress(location), [location]);
  // The user has agreed on the page before, and the address has the same host.
  useHandOver("/chain", (data) => {
    if ("certificate" in data) pasted.open(data.certificate);
    else liveHost.check(data.host);
  });
  useLink("/chain", pasted.text, (text) => {
    if (mode !== "paste") switchTo("paste");
    pasted.openLink(text);
  });
  useArrivals({
    certificate(text) {
      if (mode !== "paste") switchTo("paste");
      pasted.paste(text);
    },
    host: fillHost,
  });

  return (
    <ToolPage
      tool={tool}
      operation={operation}
      privacy={source.privacy}
      judgedAt={source.analysis?.evaluatedAt}
      sticky
      input={
        <Card>
          <Tabs
            label="Source"
            tabs={MODES}
            value={mode}
            onChange={switchTo}
          >
            <Form
              onSubmit={source.submit}
              actions={
                <>
                  <Button type="submit" kind="filled" disabled={busy || text.trim() === ""}>
                    {busy ? "Analyzing..." : "Analyze Chain"}
                  </Button>
                  <Button disabled={busy} onClick={reset}>Reset</Button>
                  <Button disabled={busy} onClick={fillExample}>Fill Example Data</Button>
                </>
              }
            >
              {source.fields}
            </Form>
          </Tabs>
        </Card>
      }
      result={
        <ResultPanel
          {...source.panel}
          loading="Analyzing..."
          onCancel={operation.reset}
          outdated={operation.outdated}
          empty={
            <EmptyState icon={tool.icon} heading="The chain will appear here">
              {EMPTY[mode]}
            </EmptyState>
          }
        >
          {source.banner && (
            <Banner title={source.banner} onDismiss={operation.reset}>{source.help}</Banner>
          )}
          {source.result}
        </ResultPanel>
      }
    />
  );
}
