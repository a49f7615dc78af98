import { lazy, Suspense, useState } from "react";
import { certificateGenerate, isCaKind, type Kind } from "../../../../core/certificate/contract.ts";
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
import type { BundledCa, BundleParts } from "./bundle.ts";
import { filesOf } from "../../../../core/certificate/files.ts";
import {
  type FormValues,
  LOCAL_NAMES,
  NO_VALUES,
  OPTION_FIELDS,
  requestOf,
} from "./form-values.ts";
import { keysOf, useHeldCas } from "./held-cas.ts";
import { useIdle } from "./idle-keys.ts";
import { isUnsaved, type MadeCertificate, useMadeCertificates } from "./made-certificates.ts";
import type { NameTexts, OptionFieldsProps } from "./option-fields.tsx";
import { tool } from "./tool.ts";
import { type KeyName, WORDS } from "./words.ts";

/** Loaded after the page is drawn, so that the first result does not wait for it. */
const loadResult = () => import("./result.tsx");
const loadOptions = () => import("./option-fields.tsx");
const loadSuggestions = () => import("../csr/field-notes.ts");
const loadCaPanel = () => import("./ca-panel.tsx");
const loadIdle = () => import("./idle-notices.tsx");
const loadTray = () => import("./tray.tsx");
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
  const held = useHeldCas();
  const chosen = held.cas.find(({ id }) => id === values.held) ?? null;

  // A certificate that was made is never out of date, so the form's input is not compared.
  const operation = useOperation(certificateGenerate, tool.id);
  const { state, run, reset } = operation;
  const results = useMadeCertificates();
  const { all, shown: result } = results;
  const hasKeys = held.cas.length > 0 || all.some(({ made }) => made.privateKey !== null);
  const isNear = useIdle(hasKeys, () => {
    held.clear();
    results.clearKeys();
    // The last answer and its input have keys too.
    operation.forgetInput();
    reset();
    setValues((before) => before.held === null ? before : { ...before, ...NO_CA });
    setExpired(true);
  });
  // A result's CA was chosen in the options, so they are opened.
  const [hasCa, setHasCa] = useState(false);
  const { names } = values;
  const shown = ["names", ...names.map((_, index) => `names.${index}`), ...OPTION_FIELDS];
  const { banner, panel, first, ...faults } = useFaults<string>(state, shown);
  const busy = state.status === "loading";
  const partsOf = ({ made, values, signer, keyFiles }: MadeCertificate): BundleParts => ({
    made,
    keyFiles,
    ...keysOf(made, values, held.cas.find(({ id }) => id === signer) ?? null),
  });
  const { guard, mayLose } = useUnsavedKeys(unsavedOf(
    results.unsaved.map(partsOf),
    held.cas.filter(({ isSaved }) => !isSaved),
    { all: all.map(partsOf), cas: held.cas },
  ));
  useClearedOnLeave(() => {
    reset();
    setValues((before) => ({ ...before, ...NO_CA, caPrivateKey: "", caPfx: "", caPassphrase: "" }));
  });
  const CertificateResult = useComponent(loadResult, result !== null);
  const idle = useModule(loadIdle, isNear || expired);
  const CaPanel = useComponent(loadCaPanel, held.cas.length > 0);
  const CertificateMap = useComponent(loadMap, held.cas.length > 0);
  // The result shows one certificate and its CA, but neither other certificates nor a CRL.
  const hasTray = all.some(({ id }) => id !== result?.id) ||
    held.cas.some(({ crl }) => crl !== null);
  const Tray = useComponent(loadTray, hasTray);

  const suggestions = useModule(loadSuggestions, names !== NO_VALUES.names);

  const change = (changed: Partial<FormValues>) => {
    setValues((before) => ({ ...before, ...changed }));
    faults.clear(...Object.keys(changed));
  };
  const generate = async (given = values) => {
    if (busy) return;
    // Remove empty names first, because errors refer to names by their index.
    const filled = given.names.filter((name) => name.trim() !== "");
    const asked = { ...given, names: filled.length > 0 ? filled : [""] };
    setValues(asked);
    setExpired(false);
    // The one that was shown is kept.
    results.show(null);
    const ca = asked.held === null ? null : chosen;
    const outcome = await run(requestOf(asked, ca));
    if (!outcome) return;
    if (!outcome.ok) return faults.focusFirst(outcome.error.issues);
    const { value: made } = outcome;
    const signer = held.add(made, ca?.id ?? null, asked.keepCaKey);
    results.add([{ made, values: asked, signer }]);
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
  const takeAll = () => {
    results.markSaved(all.map(({ id }) => id));
    for (const { id } of held.cas) held.change(id, () => ({ isSaved: true }));
  };
  const remove = async (entry: MadeCertificate) => {
    const own = [partsOf(entry)];
    const unsaved = unsavedOf(isUnsaved(entry) ? own : [], [], { all: own, cas: [] });
    if (!(await mayLose("remove", unsaved))) return;
    results.remove(entry.id);
    // The last answer has the key too.
    reset();
  };
  const show = (id: number) => {
    reset();
    results.show(id);
  };
  const options = useModule(loadOptions, values.kind !== NO_VALUES.kind);
  const nameTexts = options?.NAME_TEXTS[values.kind] ?? SERVER_NAMES;
  const needsOptions = hasCa || first !== null && !first.startsWith("names");

  return (
    <ToolPage
      tool={tool}
      operation={operation}
      input={
        <Card>
          <Stack>
            <Form
              onSubmit={() => generate()}
              actions={
                <>
                  <Button
                    type="submit"
                    kind="filled"
                    disabled={busy}
                  >
                    {busy ? "Generating..." : "Generate certificate"}
                  </Button>
                  <Button disabled={busy} onClick={() => change({ names: LOCAL_NAMES })}>
                    Fill Example Data
                  </Button>
                </>
              }
            >
              <EditableList
                ref={faults.refOf("names")}
                label={nameTexts.label}
                itemLabel={(index) => `Name ${index + 1}`}
                add="Add a name"
                items={names}
                onChange={(items) => change({ names: items })}
                errorOf={(index) => faults.errorOf(`names.${index}`)}
                refOf={(index) => faults.refOf(`names.${index}`)}
                error={faults.errorOf("names")}
                hint={nameTexts.hint}
                placeholder={nameTexts.placeholder}
                offers={values.kind === "tls-server"
                  ? suggestions?.suggestedNames(names)
                  : undefined}
                actions={
                  <Button
                    size="small"
                    disabled={busy}
                    onClick={() => {
                      faults.clear(...shown);
                      generate({ ...values, ...FOR_LOCALHOST });
                    }}
                  >
                    Make one for localhost
                  </Button>
                }
              />
              <Disclosure summary="More options" open={needsOptions}>
                {() => <Options values={values} cas={held.cas} onChange={change} of={faults.of} />}
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
                    onMade={results.add}
                  />
                </Suspense>
              )}
            </Disclosure>
          </Stack>
        </Card>
      }
      result={
        <Stack>
          {isNear && idle && <idle.NearNotice />}
          {Tray && hasTray && (
            <Tray
              all={all}
              cas={held.cas}
              shown={result?.id ?? null}
              busy={busy}
              partsOf={partsOf}
              onSaved={takeAll}
              onKeyFile={({ id }, file) => results.addKeyFile(id, file)}
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
                keyFiles={result.keyFiles}
                onKeyFile={(file) => results.addKeyFile(result.id, file)}
                onSign={(kind) => result.signer !== null && signWith(result.signer, kind)}
                map={CertificateMap && (
                  <CertificateMap
                    cas={held.cas}
                    made={all}
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
          {expired && idle && <idle.ExpiredNotice onDismiss={() => setExpired(false)} />}
          {CaPanel && held.cas.length > 0 && (
            <CaPanel held={held} onSign={signWith} onForget={forgetCa} />
          )}
        </>
      }
    />
  );
}

/** Rendered when the options are first opened, because its many fields would delay the start of the page. */
function Options(props: OptionFieldsProps) {
  const OptionFields = useComponent(loadOptions, true);
  return OptionFields && <OptionFields {...props} />;
}

/** The keys that only this page has. They are saved in one ZIP with everything else in the tray. */
function unsavedOf(
  unsaved: readonly BundleParts[],
  unsavedCas: readonly BundledCa[],
  { all, cas }: { all: readonly BundleParts[]; cas: readonly BundledCa[] },
): UnsavedKeys | null {
  const [keys, owners] = unsaved.length > 0
    ? ["private key", unsaved.map(({ made }) => filesOf(made).base)]
    : ["CA private key", unsavedCas.map(({ name }) => name)];
  if (owners.length === 0) return null;
  return {
    what: owners.length === 1 ? keys : `${owners.length} ${keys}s`,
    of: abridged(owners, 3),
    save: async () => (await loadBundle()).saveEverything(all, cas, Date.now()),
  };
}

/** The preset. The key and the days stay as they were chosen. */
const FOR_LOCALHOST = {
  kind: "tls-server",
  names: LOCAL_NAMES,
  commonName: "",
  issuer: "new-ca",
  held: null,
  csr: "",
} satisfies Partial<FormValues>;

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

/** The texts at the names of a server. */
const SERVER_NAMES: NameTexts = {
  label: "Names",
  placeholder: "localhost or 192.168.1.10",
  hint: "Domains, *.example.com, localhost, IP addresses.",
};
