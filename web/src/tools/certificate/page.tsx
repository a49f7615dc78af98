import { useState } from "react";
import { certificateGenerate, isCaKind } from "../../../../core/certificate/contract.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { useComponent } from "../../lib/load.ts";
import { ToolPage } from "../../page/tool-page.tsx";
import { useUnsavedKeys } from "../../page/unsaved-keys.ts";
import { useFaults } from "../../run/faults.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Button } from "../../ui/base/button.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { EditableList } from "../../ui/form/editable-list.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { EmptyState, ResultPanel } from "../../ui/result/result-panel.tsx";
import { ServerNotice } from "../csr/server-notice.tsx";
import { filesOf } from "./files.ts";
import {
  EXAMPLE_NAMES,
  type FormValues,
  NO_VALUES,
  OPTION_FIELDS,
  requestOf,
} from "./form-values.ts";
import { OptionFields } from "./option-fields.tsx";
import { tool } from "./tool.ts";
import { READY, WORDS } from "./words.ts";

/** Loaded after the page is drawn, so that the first result does not wait for it. */
const loadResult = () => import("./result.tsx");

/** Milliseconds before the page scrolls to the result. */
const SCROLL_DELAY = 100;

export default function CertificatePage() {
  const [values, setValues] = useState(NO_VALUES);
  const operation = useOperation(certificateGenerate, tool.id, requestOf(values));
  const { state, run, reset } = operation;
  const [submitted, setSubmitted] = useState(NO_VALUES);
  // A result's CA was filled into the options, so they are opened.
  const [hasCa, setHasCa] = useState(false);
  const { names } = values;
  const shown = ["names", ...names.map((_, index) => `names.${index}`), ...OPTION_FIELDS];
  const { banner, panel, first, ...faults } = useFaults<string>(state, shown);
  const made = state.status === "result" ? state.value : null;
  const busy = state.status === "loading";
  const files = made && filesOf(made);
  const keys = useUnsavedKeys(
    { name: "private key", text: made?.privateKey, filename: files?.key ?? "" },
    { name: "CA private key", text: made?.ca?.privateKey, filename: files?.caKey ?? "" },
  );
  useClearedOnLeave(() => {
    reset();
    setValues((before) => ({ ...before, caPrivateKey: "", caPfx: "", caPassphrase: "" }));
  });
  const CertificateResult = useComponent(loadResult, made !== null);

  const change = (changed: Partial<FormValues>) => {
    setValues((before) => ({ ...before, ...changed }));
    faults.clear(...Object.keys(changed));
  };
  const generate = async () => {
    if (busy || !(await keys.mayReplace())) return;
    // Remove empty names first, because errors refer to names by their index.
    const filled = names.filter((name) => name.trim() !== "");
    const asked = { ...values, names: filled.length > 0 ? filled : [""] };
    setValues(asked);
    setSubmitted(asked);
    keys.forget();
    const result = await run(requestOf(asked));
    if (result && !result.ok) faults.focusFirst(result.error.issues);
  };
  const signWith = (caCertificate: string, caPrivateKey: string) => {
    change({
      kind: isCaKind(values.kind) ? "tls-server" : values.kind,
      names: [""],
      commonName: "",
      issuer: "existing-ca",
      caCertificate,
      caPrivateKey,
      caPfx: "",
      caPassphrase: "",
      csr: "",
    });
    setHasCa(true);
    faults.focus("names");
  };
  const needsOptions = hasCa || first !== null && !first.startsWith("names");

  return (
    <ToolPage
      tool={tool}
      operation={operation}
      input={
        <Card>
          <Form
            onSubmit={generate}
            actions={
              <>
                <Button
                  type="submit"
                  kind={made ? "outline" : "filled"}
                  disabled={busy}
                >
                  {busy ? "Generating..." : "Generate certificate"}
                </Button>
                <Button disabled={busy} onClick={() => change({ names: EXAMPLE_NAMES })}>
                  Fill Example Data
                </Button>
              </>
            }
          >
            <EditableList
              ref={faults.refOf("names")}
              label={values.kind === "smime" ? "E-mail addresses" : "Names"}
              itemLabel={(index) => `Name ${index + 1}`}
              add="Add a name"
              remove={(index) => `Remove name ${index + 1}`}
              items={names}
              onChange={(items) => change({ names: items })}
              errorOf={(index) => faults.errorOf(`names.${index}`)}
              refOf={(index) => faults.refOf(`names.${index}`)}
              error={faults.errorOf("names")}
              hint={HINTS[values.kind]}
              placeholder={values.kind === "smime" ? "jo@example.com" : "localhost or 192.168.1.10"}
            />
            <Disclosure summary="More options" open={needsOptions}>
              <OptionFields values={values} onChange={change} of={faults.of} />
            </Disclosure>
            <ServerNotice route={operation.route} />
          </Form>
        </Card>
      }
      result={
        <ResultPanel
          status={panel}
          announcement={made ? READY : ""}
          loading="Generating..."
          onCancel={reset}
          outdated={operation.outdated}
          scrollDelay={SCROLL_DELAY}
          empty={
            <EmptyState icon={tool.icon} heading="Your certificate will appear here">
              {WORDS[values.kind].enter} {issuerText(values)}
            </EmptyState>
          }
        >
          {banner && <Banner title={banner} onDismiss={reset} />}
          {made && CertificateResult && (
            <CertificateResult
              made={made}
              values={submitted}
              unsaved={keys.unsaved}
              onKeyTaken={keys.take}
              onSign={signWith}
            />
          )}
        </ResultPanel>
      }
    />
  );
}

/** Says that the new CA is limited to these names and its key is discarded, if both are true. */
const issuerText = ({ issuer, nameConstraints, keepCaKey }: FormValues): string =>
  issuer === "new-ca" && nameConstraints && !keepCaKey
    ? "A CA is made that may issue for these names only, and its key is thrown away."
    : "";

const HINTS: Readonly<Record<FormValues["kind"], string>> = {
  "tls-server": "Domain names, *.example.com for a wildcard, localhost, IP addresses.",
  "tls-client": "Optional if there is a common name below.",
  "smime": "Those whose mail is signed or encrypted.",
  "intermediate-ca": "The CA may issue for these, and for what is below them.",
  "root-ca": "The CA may issue for these, and for what is below them.",
};
