import { useState } from "react";
import { csrDecode } from "../../../../core/csr/contract.ts";
import { useArrivals, useHandOver } from "../../hand-over/hand-over.ts";
import { useLink } from "../../links/use-link.ts";
import { useExample } from "../../lib/example.ts";
import { useRequiredModule } from "../../lib/load.ts";
import { ToolPage } from "../../page/tool-page.tsx";
import { useUndo } from "../../ui/feedback/undo.ts";
import { isFinished } from "../../run/live.ts";
import { useFaults } from "../../run/faults.ts";
import { useLive } from "../../run/use-live.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { CodeField } from "../../ui/form/code-field.tsx";
import { EmptyState, ResultPanel } from "../../ui/result/result-panel.tsx";
import { Form } from "../../ui/form/form.tsx";
import { tool } from "./tool.ts";

/** Loaded after the page is drawn, so that the first result does not wait for it. */
const loadResult = () => import("./result.tsx");
/** Loaded when the page is idle. */
const example = async () =>
  (await import("../../../../core/csr/decode-example.ts")).csrDecodeExample;

export default function CsrDecoderPage() {
  const [csr, setCsr] = useState("");
  const operation = useOperation(csrDecode, tool.id, { csr }, { example });
  const { state, route, run, reset } = operation;
  const live = useLive(operation, isFinished(csr) ? { csr } : null);
  const faults = useFaults(state, ["csr"]);
  const value = state.status === "result" ? state.value : null;
  const busy = state.status === "loading";
  const shownWith = useRequiredModule(loadResult, value !== null);
  /** The banner of an unreadable request is announced by itself. */
  const isAlert = value?.valid === false && live.panel.how === "asked";

  const decode = async (text: string) => {
    const result = await run({ csr: text });
    if (result && !result.ok) faults.focusFirst(result.error.issues);
  };
  const decodeThere = (text: string) => {
    setCsr(text);
    // On this device the text is read while it is entered. Nothing is sent before the user clicks.
    if (route.where === "device") decode(text);
    else reset();
  };
  useHandOver("/csr-decoder", (given) => decodeThere(given.csr));
  useArrivals({
    request(text) {
      setCsr(text);
      faults.clear("csr");
      live.fill();
    },
  });
  useLink("/csr-decoder", csr, (text) => {
    operation.stayHere();
    setCsr(text);
    faults.clear("csr");
    void operation.attempt({ csr: text }, true);
  });
  const fillExample = useExample({
    values: { csr },
    texts: ["csr"],
    load: example,
    fill: (filled) => decodeThere(filled.csr),
    onMissing: operation.failToLoad,
  });
  const undo = useUndo();
  const clear = () => {
    undo({
      kept: { csr },
      empty: { csr: "" },
      put: ({ csr }) => setCsr(csr),
      results: [operation.keep()],
    });
    setCsr("");
    reset();
    faults.focus("csr");
  };

  return (
    <ToolPage
      tool={tool}
      operation={operation}
      sticky
      input={
        <Card>
          <Form
            onSubmit={() => decode(csr)}
            actions={
              <>
                <Button type="submit" kind="filled" disabled={busy}>
                  {busy ? "Decoding..." : "Decode CSR"}
                </Button>
                <Button disabled={busy} onClick={clear}>Clear</Button>
                <Button
                  disabled={busy}
                  onClick={fillExample}
                >
                  Fill Example Data
                </Button>
              </>
            }
          >
            <CodeField
              {...faults.of("csr")}
              label="CSR"
              takes="request"
              required
              value={csr}
              hint="Paste a CSR or open its file: PEM or DER. Text around it does not matter."
              placeholder="-----BEGIN CERTIFICATE REQUEST-----"
              accept=".csr,.pem,.req,.p10,.der,.txt,application/pkcs10"
              onChange={(text) => {
                setCsr(text);
                faults.clear("csr");
              }}
              onFill={live.fill}
            />
          </Form>
        </Card>
      }
      result={
        <ResultPanel
          status={faults.panel}
          announcement={value && shownWith && !isAlert ? shownWith.verdictOf(value).title : ""}
          loading="Decoding..."
          onCancel={reset}
          outdated={operation.outdated}
          {...live.panel}
          fault={faults.live}
          empty={
            <EmptyState icon={tool.icon} heading="The contents of the CSR will appear here">
              You see its subject, its key, the requested names and uses, and whether its signature
              is valid.
            </EmptyState>
          }
        >
          {faults.banner && <Banner title={faults.banner} onDismiss={reset} />}
          {value && shownWith && !value.valid && (
            <shownWith.UnreadableRequest
              request={value}
              csr={operation.judged?.csr ?? ""}
              quiet={!isAlert}
              onDismiss={reset}
            />
          )}
          {value?.valid && shownWith && (
            <shownWith.DecodedRequest request={value} csr={operation.judged?.csr ?? ""} />
          )}
        </ResultPanel>
      }
    />
  );
}
