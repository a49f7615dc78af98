import { lazy, Suspense, useState } from "react";
import {
  certificateGenerate,
  type GeneratedCertificate,
  isCaKind,
  type Kind,
} from "../../../../core/certificate/contract.ts";
import { abridged } from "../../../../core/kernel/formatting.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { useComponent, useModule } from "../../lib/load.ts";
import { ToolPage } from "../../page/tool-page.tsx";
import type { UnsavedKeys } from "../../page/losses.ts";
import { useUnsavedKeys } from "../../page/use-unsaved-keys.tsx";
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
import type { Bundled } from "./bundle.ts";
import { filesOf } from "../../../../core/certificate/files.ts";
import {
  EXAMPLE_NAMES,
  type FormValues,
  NO_VALUES,
  OPTION_FIELDS,
  requestOf,
} from "./form-values.ts";
import { type HeldCa, IDLE_MINUTES, keysOf, useHeldCas } from "./held-cas.ts";
import { isUnsaved, type MadeCertificate, useMadeCertificates } from "./made-certificates.ts";
import { tool } from "./tool.ts";
import { type KeyName, WORDS } from "./words.ts";

/** Loaded after the page is drawn, so that the first result does not wait for it. */
const loadResult = () => import("./result.tsx");
const loadOptions = () => import("./option-fields.tsx");
const loadSuggestions = () => import("../csr/field-notes.ts");
const loadCaPanel = () => import("./ca-panel.tsx");
const loadKept = () => import("./kept-certificates.tsx");
const loadMap = () => import("./certificate-map.tsx");
const loadBundle = () => import("./bundle.ts");
const ServerNotice = lazy(async () => ({
  default: (await import("../csr/server-notice.tsx")).ServerNotice,
}));
const SeveralForm = lazy(() => import("./several-form.tsx"));

/** Milliseconds before the page scrolls to the result. */
const SCROLL_DELAY = 100;

export default function CertificatePage() {
  const [values, setValues] = useState(NO_VALUES);
  const [expired, setExpired] = useState(false);
  const held = useHeldCas(() => {
    operation.forgetInput();
    setValues((before) => before.held === null ? before : { ...before, ...NO_CA });
    setExpired(true);
  });
  const chosen = held.cas.find(({ id }) => id === values.held) ?? null;

  // A certificate that was made is never out of date, so the form's input is not compared.
  const operation = useOperation(certificateGenerate, tool.id);
  const { state, run, reset } = operation;
  const results = useMadeCertificates(() => {
    // The last answer has a key too.
    reset();
    setExpired(true);
  });
  const { shown: result } = results;
  // A result's CA was chosen in the options, so they are opened.
  const [hasCa, setHasCa] = useState(false);
  const { names } = values;
  const shown = ["names", ...names.map((_, index) => `names.${index}`), ...OPTION_FIELDS];
  const { banner, panel, first, ...faults } = useFaults<string>(state, shown);
  const busy = state.status === "loading";
  const partsOf = ({ made, values, signer }: MadeCertificate): Bundled => ({
    made,
    ...keysOf(made, values, held.cas.find(({ id }) => id === signer) ?? null),
  });
  /** Made by "Several at once", and not saved yet. */
  const [several, setSeveral] = useState<readonly GeneratedCertificate[]>([]);
  const severalParts = several.map((made) => ({ made, privateKey: made.privateKey, caKey: null }));
  const { guard, mayLose } = useUnsavedKeys(unsavedOf(
    [...results.unsaved.map(partsOf), ...severalParts],
    held.cas.filter(({ isSaved }) => !isSaved),
  ));
  useClearedOnLeave(() => {
    reset();
    setSeveral([]);
    setValues((before) => ({ ...before, ...NO_CA, caPrivateKey: "", caPfx: "", caPassphrase: "" }));
  });
  const CertificateResult = useComponent(loadResult, result !== null);
  const CaPanel = useComponent(loadCaPanel, held.cas.length > 0);
  const CertificateMap = useComponent(loadMap, held.cas.length > 0);
  const Kept = useComponent(loadKept, results.others.length > 0);

  const suggestions = useModule(loadSuggestions, false);

  const change = (changed: Partial<FormValues>) => {
    setValues((before) => ({ ...before, ...changed }));
    faults.clear(...Object.keys(changed));
  };
  const generate = async () => {
    if (busy) return;
    // Remove empty names first, because errors refer to names by their index.
    const filled = names.filter((name) => name.trim() !== "");
    const asked = { ...values, names: filled.length > 0 ? filled : [""] };
    setValues(asked);
    setExpired(false);
    // The one that was shown is kept.
    results.show(null);
    const outcome = await run(requestOf(asked, chosen));
    if (!outcome) return;
    if (!outcome.ok) return faults.focusFirst(outcome.error.issues);
    const { value: made } = outcome;
    const signer = held.add(made, chosen?.id ?? null, asked.keepCaKey);
    results.add({ made, values: asked, signer });
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
  /** The user has a copy of the key of a result, or of the CA that signed it. */
  const take = ({ id, made, signer }: MadeCertificate, name: KeyName) => {
    const isCaKey = name === "CA private key";
    if (isCaKey && signer !== null) held.change(signer, () => ({ isSaved: true }));
    if (!isCaKey || isCaKind(made.kind)) results.markSaved([id]);
  };
  const remove = async (entry: MadeCertificate) => {
    const unsaved = unsavedOf([entry].filter(isUnsaved).map(partsOf), []);
    if (!(await mayLose("remove", unsaved))) return;
    results.remove(entry.id);
    // The last answer has the key too.
    reset();
  };
  const show = (id: number) => {
    reset();
    results.show(id);
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
                items={names}
                onChange={(items) => change({ names: items })}
                errorOf={(index) => faults.errorOf(`names.${index}`)}
                refOf={(index) => faults.refOf(`names.${index}`)}
                error={faults.errorOf("names")}
                hint={HINTS[values.kind]}
                placeholder={PLACEHOLDERS[values.kind] ?? "localhost or 192.168.1.10"}
                offers={values.kind === "tls-server"
                  ? suggestions?.suggestedNames(names)
                  : undefined}
              />
              <Disclosure summary="More options" open={needsOptions}>
                {OptionFields && (
                  <OptionFields values={values} cas={held.cas} onChange={change} of={faults.of} />
                )}
              </Disclosure>
              {operation.route.where === "server" && (
                <Suspense>
                  <ServerNotice route={operation.route} />
                </Suspense>
              )}
            </Form>
            <Disclosure summary="Several at once">
              {() => (
                <Suspense>
                  <SeveralForm
                    values={values}
                    held={held}
                    ca={chosen}
                    onUnsaved={setSeveral}
                    mayReplace={() => mayLose("replace", unsavedOf(severalParts, []))}
                  />
                </Suspense>
              )}
            </Disclosure>
          </Stack>
        </Card>
      }
      result={
        <Stack>
          {Kept && results.others.length > 0 && (
            <Kept
              kept={results.others}
              cas={held.cas}
              disabled={busy}
              onSaved={(entry) =>
                take(entry, isCaKind(entry.made.kind) ? "CA private key" : "private key")}
              onShow={show}
              onRemove={remove}
            />
          )}
          <ResultPanel
            status={result && !busy ? "result" : panel === "result" ? "idle" : panel}
            announcement={result?.made.verdict.title ?? ""}
            loading="Generating..."
            onCancel={reset}
            arrived={result?.id}
            scrollDelay={SCROLL_DELAY}
            empty={
              <EmptyState icon={tool.icon} heading="Your certificate will appear here">
                {WORDS[values.kind].enter} {issuerText(values)}
              </EmptyState>
            }
          >
            {banner && <Banner title={banner} onDismiss={reset} />}
            {result && CertificateResult && (
              <CertificateResult
                key={result.id}
                made={result.made}
                values={result.values}
                ca={held.cas.find(({ id }) => id === result.signer) ?? null}
                isSaved={result.isSaved}
                onKeyTaken={(name) => take(result, name)}
                onSign={(kind) => result.signer !== null && signWith(result.signer, kind)}
                map={CertificateMap && (
                  <CertificateMap
                    cas={held.cas}
                    made={[result, ...results.others]}
                    shown={result}
                    onShow={show}
                  />
                )}
              />
            )}
          </ResultPanel>
        </Stack>
      }
      below={
        <>
          {guard}
          {expired && (
            <Banner
              tone="info"
              title={`The private keys that this page kept were cleared after ${IDLE_MINUTES} minutes without an action.`}
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

/** The keys that only this page has. They are saved in one ZIP with everything that was made with them. */
function unsavedOf(
  unsaved: readonly Bundled[],
  unsavedCas: readonly HeldCa[],
): UnsavedKeys | null {
  const [keys, owners] = unsaved.length > 0
    ? ["private key", unsaved.map(({ made }) => filesOf(made).base)]
    : ["CA private key", unsavedCas.map(({ name }) => name)];
  if (owners.length === 0) return null;
  return {
    what: owners.length === 1 ? keys : `${owners.length} ${keys}s`,
    of: abridged(owners, 3),
    save: async () => (await loadBundle()).saveEverything(unsaved, unsavedCas, Date.now()),
  };
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
  "tls-server": "Domains, *.example.com, localhost, IP addresses.",
  "tls-client": "A person or device, such as alice. Domain names and e-mail addresses work too.",
  "smime": "The addresses whose mail is signed or encrypted.",
  "intermediate-ca": "The CA may issue for these names and the names below them.",
  "root-ca": "The CA may issue for these names and the names below them.",
};
