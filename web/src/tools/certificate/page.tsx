import { lazy, Suspense, useState } from "react";
import { certificateGenerate, type Kind } from "../../../../core/certificate/contract.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { useComponent } from "../../lib/load.ts";
import { ToolPage } from "../../page/tool-page.tsx";
import { type KeyName, useUnsavedKeys } from "../../page/unsaved-keys.ts";
import { useFaults } from "../../run/faults.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Button } from "../../ui/base/button.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { EditableList } from "../../ui/form/editable-list.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
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
import { IDLE_MINUTES, useHeldCas } from "./held-cas.ts";
import { tool } from "./tool.ts";
import { READY, WORDS } from "./words.ts";

/** Loaded after the page is drawn, so that the first result does not wait for it. */
const loadResult = () => import("./result.tsx");
const loadOptions = () => import("./option-fields.tsx");
const loadCaPanel = () => import("./ca-panel.tsx");
const SeveralForm = lazy(() => import("./several-form.tsx"));

/** Milliseconds before the page scrolls to the result. */
const SCROLL_DELAY = 100;

export default function CertificatePage() {
  const [values, setValues] = useState(NO_VALUES);
  // The key of the CA that made the result, so that the result can offer it.
  const [signer, setSigner] = useState<number | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [expired, setExpired] = useState(false);
  const held = useHeldCas(() => {
    operation.forgetInput();
    setValues((before) => before.held === null ? before : { ...before, ...NO_CA });
    setExpired(true);
  });
  const chosen = held.cas.find(({ id }) => id === values.held) ?? null;
  const request = requestOf(values, chosen);
  const operation = useOperation(certificateGenerate, tool.id, expired ? undefined : request);
  const { state, run, reset } = operation;
  const [submitted, setSubmitted] = useState(NO_VALUES);
  // A result's CA was chosen in the options, so they are opened.
  const [hasCa, setHasCa] = useState(false);
  const { names } = values;
  const shown = ["names", ...names.map((_, index) => `names.${index}`), ...OPTION_FIELDS];
  const { banner, panel, first, ...faults } = useFaults<string>(state, shown);
  const made = state.status === "result" ? state.value : null;
  const busy = state.status === "loading";
  const files = made && filesOf(made);
  const unsavedCa = held.cas.find(({ isSaved }) => !isSaved);
  const keys = useUnsavedKeys(
    { name: "private key", text: made?.privateKey, filename: files?.key ?? "" },
    {
      name: "CA private key",
      text: unsavedCa?.privateKey,
      filename: `${unsavedCa?.name}.key`,
      isKept: true,
    },
  );
  useClearedOnLeave(() => {
    reset();
    setValues((before) => ({ ...before, ...NO_CA, caPrivateKey: "", caPfx: "", caPassphrase: "" }));
  });
  const CertificateResult = useComponent(loadResult, made !== null);
  const CaPanel = useComponent(loadCaPanel, held.cas.length > 0);

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
    setExpired(false);
    setSaved(false);
    const result = await run(requestOf(asked, chosen));
    if (!result) return;
    if (result.ok) setSigner(held.add(result.value, chosen?.id ?? null, asked.keepCaKey));
    else faults.focusFirst(result.error.issues);
  };
  const signWith = (id: number, kind: Kind) => {
    change({
      ...NO_CA,
      kind,
      names: [""],
      commonName: "",
      issuer: "existing-ca",
      held: id,
      csr: "",
    });
    setHasCa(true);
    faults.focus("names");
  };
  const forgetCa = (id: number) => {
    held.forget(id);
    if (values.held === id) change(NO_CA);
  };
  const take = (name: KeyName) => {
    keys.take(name);
    if (name === "CA private key" && signer !== null) {
      held.change(signer, () => ({ isSaved: true }));
    }
    setSaved(true);
  };
  const needsOptions = hasCa || first !== null && !first.startsWith("names");
  const OptionFields = useComponent(loadOptions, needsOptions);

  return (
    <ToolPage
      tool={tool}
      operation={operation}
      input={
        <Card>
          <Stack gap={5}>
            <Form
              onSubmit={generate}
              actions={
                <>
                  <Button
                    type="submit"
                    kind="filled"
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
                label={LABELS[values.kind] ?? "Names"}
                itemLabel={(index) => `Name ${index + 1}`}
                add="Add a name"
                remove={(index) => `Remove name ${index + 1}`}
                items={names}
                onChange={(items) => change({ names: items })}
                errorOf={(index) => faults.errorOf(`names.${index}`)}
                refOf={(index) => faults.refOf(`names.${index}`)}
                error={faults.errorOf("names")}
                hint={HINTS[values.kind]}
                placeholder={PLACEHOLDERS[values.kind] ?? "localhost or 192.168.1.10"}
              />
              <Disclosure summary="More options" open={needsOptions}>
                {OptionFields && (
                  <OptionFields values={values} cas={held.cas} onChange={change} of={faults.of} />
                )}
              </Disclosure>
              <ServerNotice route={operation.route} />
            </Form>
            <Disclosure summary="Several at once">
              {() => (
                <Suspense>
                  <SeveralForm values={values} held={held} ca={chosen} />
                </Suspense>
              )}
            </Disclosure>
          </Stack>
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
              ca={held.cas.find(({ id }) => id === signer) ?? null}
              isSaved={isSaved}
              onKeyTaken={take}
              onSign={(kind) => signer !== null && signWith(signer, kind)}
            />
          )}
        </ResultPanel>
      }
      below={
        <>
          {expired && (
            <Banner
              tone="info"
              title={`The CA's private key was cleared after ${IDLE_MINUTES} minutes without an action.`}
              onDismiss={() => setExpired(false)}
            />
          )}
          {CaPanel && held.cas.length > 0 && (
            <CaPanel held={held} onSign={signWith} onForget={forgetCa} />
          )}
        </>
      }
    />
  );
}

/** No CA is given. */
const NO_CA = {
  issuer: "new-ca",
  held: null,
  caCertificate: "",
  caPrivateKey: "",
  caPfx: "",
  caPassphrase: "",
} satisfies Partial<FormValues>;

/** Says that the new CA is limited to these names, if it is. */
const issuerText = ({ issuer, nameConstraints }: FormValues): string =>
  issuer === "new-ca" && nameConstraints
    ? "We make a CA for it that may issue only for these names."
    : "";

const LABELS: Readonly<Partial<Record<Kind, string>>> = {
  "tls-client": "Name of the client",
  "smime": "E-mail addresses",
};

const PLACEHOLDERS: Readonly<Partial<Record<Kind, string>>> = {
  "tls-client": "alice",
  "smime": "jo@example.com",
};

const HINTS: Readonly<Record<FormValues["kind"], string>> = {
  "tls-server": "Domain names, *.example.com for a wildcard, localhost, IP addresses.",
  "tls-client": "A person or device, such as alice. Domain names and e-mail addresses work too.",
  "smime": "The addresses whose mail is signed or encrypted.",
  "intermediate-ca": "The CA may issue for these names and the names below them.",
  "root-ca": "The CA may issue for these names and the names below them.",
};
