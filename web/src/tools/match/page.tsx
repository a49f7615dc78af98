import { useEffect, useEffectEvent, useState } from "react";
import type { Failure } from "../../../../core/kernel/errors.ts";
import { matchVerify } from "../../../../core/match/contract.ts";
import { useArrivals, useHandOver } from "../../hand-over/hand-over.ts";
import { ToolPage } from "../../page/tool-page.tsx";
import { useUndo } from "../../ui/feedback/undo.ts";
import { isFinished } from "../../run/live.ts";
import { useFaults } from "../../run/faults.ts";
import { used } from "../../run/run.ts";
import { useLive } from "../../run/use-live.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { CodeField } from "../../ui/form/code-field.tsx";
import { EmptyState, ResultPanel } from "../../ui/result/result-panel.tsx";
import { Form } from "../../ui/form/form.tsx";
import { PassphraseField, PrivateKeyField } from "../../ui/form/key-fields.tsx";
import { Row } from "../../ui/layout/layout.tsx";
import { useExample } from "../../lib/example.ts";
import { useModule, useRequiredModule } from "../../lib/load.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { tool } from "./tool.ts";
import { LABELS, otherField, type PairField } from "./pair-fields.ts";

/** Loaded after the page is drawn, so that the first result does not wait for it. */
const loadResult = () => import("./result.tsx");
const loadMisplaced = () => import("./misplaced.ts");
/** Loaded when the page is idle. */
async function example() {
  const { exampleCertificate, examplePrivateKey } = await import("../../../../core/examples.ts");
  return { certificate: exampleCertificate, privateKey: examplePrivateKey };
}

const FIELDS = ["certificate", "privateKey", "passphrase"] as const;
const NOTHING = { certificate: "", privateKey: "", passphrase: "" };

const requestOf = ({ passphrase, ...pair }: typeof NOTHING) => ({
  ...pair,
  ...used({ passphrase }),
});

/** Undoes a Reset. */
const putBack = (setValues: (values: typeof NOTHING) => void) => (kept: { certificate: string }) =>
  setValues({ ...NOTHING, ...kept });

export default function MatchPage() {
  const [values, setValues] = useState(NOTHING);
  const operation = useOperation(matchVerify, tool.id, requestOf(values), { example });
  const { state, route, run, reset } = operation;
  /**
   * How the operation ran when it found the key encrypted, although the text does not show it:
   * automatically, or after a click.
   */
  const [encrypted, setEncrypted] = useState<"automatic" | "click" | null>(null);

  const needsPassphrase = encrypted !== null || values.privateKey.includes("ENCRYPTED");
  const shown = needsPassphrase ? FIELDS : FIELDS.slice(0, 2);
  const faults = useFaults(state, shown);
  const shownWith = useRequiredModule(loadResult, state.status === "result");
  const result = state.status === "result" ? state.value : null;
  const busy = state.status === "loading";
  const isReady = isFinished(values.certificate) && isFinished(values.privateKey);
  const live = useLive(operation, isReady && !needsPassphrase ? requestOf(values) : null, {
    without: ["passphrase"],
    onEnd(outcome) {
      if (outcome.ok || !asksPassphrase(outcome.error)) return;
      setEncrypted("automatic");
      faults.clear("passphrase");
    },
  });
  const isBlank = !values.certificate.trim() || !values.privateKey.trim();

  useClearedOnLeave(() => {
    setValues((before) => ({ ...before, privateKey: "", passphrase: "" }));
    setEncrypted(null);
  });
  // The passphrase field is drawn with the render after the answer that asks for it.
  const askPassphrase = useEffectEvent(() => faults.focus("passphrase"));
  useEffect(() => {
    if (encrypted === "click") askPassphrase();
  }, [encrypted]);

  const change = (part: Partial<typeof NOTHING>) => {
    // A passphrase belongs to one key: with another key it is cleared.
    const forgotten = part.privateKey === undefined ? {} : { passphrase: "" };
    setValues((before) => ({ ...before, ...forgotten, ...part }));
    faults.clear(...Object.keys(part));
    if (part.privateKey !== undefined) setEncrypted(null);
  };
  const verify = async (given = values) => {
    if (busy) return;
    const outcome = await run(requestOf(given));
    if (!outcome || outcome.ok) return;
    if (asksPassphrase(outcome.error)) setEncrypted("click");
    faults.focusFirst(outcome.error.issues);
  };
  useHandOver("/match", (given) => {
    const pair = { ...NOTHING, ...given };
    change(pair);
    // On this device the texts are compared while they are entered. Nothing is sent before the user clicks.
    if (pair.certificate && pair.privateKey && route.where === "device") verify(pair);
  });
  const fill = (part: Partial<typeof NOTHING>) => {
    change(part);
    live.fill();
  };
  useArrivals({
    certificate: (certificate) => fill({ certificate }),
    request: (certificate) => fill({ certificate }),
    key: (privateKey) => fill({ privateKey }),
  });
  const undo = useUndo();
  const clear = () => {
    const { certificate, privateKey, passphrase } = values;
    undo({
      kept: { certificate },
      empty: { certificate: "" },
      put: putBack(setValues),
      secrets: { "private key": privateKey, passphrase },
    });
    setValues(NOTHING);
    setEncrypted(null);
    reset();
    faults.focus("certificate");
  };
  const fillExample = useExample({
    values,
    texts: ["certificate", "privateKey"],
    load: async () => ({ ...NOTHING, ...await example() }),
    fill,
    onMissing: operation.failToLoad,
  });
  /** Swaps the contents of the two fields. */
  const exchange = () => fill({ certificate: values.privateKey, privateKey: values.certificate });
  const reader = useModule(loadMisplaced, values !== NOTHING, undefined, true);
  const misplaced = (["certificate", "privateKey"] as const).find((field) =>
    reader?.isMisplaced(field, values[field])
  );

  return (
    <ToolPage
      tool={tool}
      operation={operation}
      judgedAt={result?.evaluatedAt}
      input={
        <Card>
          <Form
            onSubmit={() => verify()}
            actions={
              <>
                <Button type="submit" kind="filled" disabled={busy || isBlank}>
                  {busy ? "Verifying..." : "Verify Match"}
                </Button>
                <Button disabled={busy || isBlank} onClick={clear}>Reset</Button>
                <Button disabled={busy} onClick={fillExample}>
                  Fill Example Data
                </Button>
              </>
            }
          >
            <CodeField
              {...faults.of("certificate")}
              label="Certificate"
              takes="holder"
              required
              multiple
              value={values.certificate}
              hint="One or several certificates, or a CSR: PEM, DER or PKCS#7. We pick the one that matches."
              placeholder="-----BEGIN CERTIFICATE-----"
              accept=".crt,.cer,.pem,.der,.csr,.p7b,.p7c,.txt,application/x-x509-ca-cert,application/pkcs10"
              onChange={(text) => change({ certificate: text })}
              onFill={live.fill}
            />
            {misplaced === "certificate" && (
              <WrongField field="certificate" values={values} onMove={exchange} />
            )}
            <PrivateKeyField
              {...faults.of("privateKey")}
              where={route.where}
              act="verify"
              value={values.privateKey}
              onChange={(text) => change({ privateKey: text })}
              onFill={live.fill}
            />
            {misplaced === "privateKey" && (
              <WrongField field="privateKey" values={values} onMove={exchange} />
            )}
            {needsPassphrase && (
              <PassphraseField
                {...faults.of("passphrase")}
                value={values.passphrase}
                hint="The passphrase of your encrypted private key."
                onChange={(text) => change({ passphrase: text })}
              />
            )}
          </Form>
        </Card>
      }
      result={
        <ResultPanel
          status={faults.panel}
          announcement={result && shownWith ? result.verdict.title : ""}
          loading="Verifying..."
          onCancel={reset}
          outdated={operation.outdated}
          {...live.panel}
          fault={faults.live}
          empty={
            <EmptyState icon={tool.icon} heading="The answer will appear here">
              We check the private key itself, then compare it with the certificate or CSR.
            </EmptyState>
          }
        >
          {faults.banner && <Banner title={faults.banner} onDismiss={reset} />}
          {result && shownWith && (
            <shownWith.MatchResult
              result={result}
              given={operation.judged}
            />
          )}
        </ResultPanel>
      }
    />
  );
}

const asksPassphrase = ({ issues }: Failure) => issues.some(({ path }) => path === "passphrase");

interface WrongFieldProps {
  field: PairField;
  values: Readonly<Record<PairField, string>>;
  onMove: () => void;
}

function WrongField({ field, values, onMove }: WrongFieldProps) {
  const other = otherField(field);
  const isFree = values[other].trim() === "";
  const what = field === "certificate" ? "This is a private key" : "This is not a private key";
  return (
    <Banner tone="warn" title={`${what}: it belongs in ${LABELS[other]}`}>
      <Row>
        <Button size="small" onClick={onMove}>
          {isFree ? `Move to ${LABELS[other]}` : "Swap the two fields"}
        </Button>
      </Row>
    </Banner>
  );
}
