import { lazy, Suspense, useState } from "react";
import { csrGenerate } from "../../../../core/csr/contract.ts";
import { ToolPage } from "../../page/tool-page.tsx";
import { useFaults } from "../../run/faults.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { FieldRow, Stack } from "../../ui/layout/layout.tsx";
import { EditableList } from "../../ui/form/editable-list.tsx";
import { EmptyState, ResultPanel } from "../../ui/result/result-panel.tsx";
import { Form } from "../../ui/form/form.tsx";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { useModule, useRequiredModule } from "../../lib/load.ts";
import { withExample } from "./example.ts";
import {
  type FormValues,
  isDomainOnly,
  KEY_FIELDS,
  NO_VALUES,
  ORGANIZATION_FIELDS,
  requestOf,
  withNames,
  withPrefilled,
} from "./form-values.ts";
import { KeyFields } from "./key-fields.tsx";
import { ScopeField } from "./scope-field.tsx";
import { SUBJECT_FIELDS, SubjectFields } from "./subject-fields.tsx";
import { StartFrom } from "./start-from.tsx";
import { tool } from "./tool.ts";
import { useUnsavedKey } from "./use-unsaved-key.ts";

// Loaded when the user opens them, because few users need them.
const AboutCsr = lazy(() => import("./about-csr.tsx"));
const ServerNotice = lazy(async () => ({
  default: (await import("./server-notice.tsx")).ServerNotice,
}));
const OwnKey = lazy(() => import("./own-key.tsx"));

type Notes = ReturnType<Awaited<ReturnType<typeof loadNotes>>["notesByField"]>;
const loadNotes = () => import("./field-notes.ts");
const NO_NOTES: Notes = new Map();

/** Loaded after the page is drawn, so that the first result does not wait for it. */
const loadResult = () => import("./result.tsx");

/** Milliseconds before the page scrolls to the results (docs/decisions.md, "Words and file names"). */
const SCROLL_DELAY = 100;

const ABOUT_SUBJECT = "Only for OV and EV certificates.";

const NAMES_HINT = "More names for the same certificate. You can paste a list.";

export default function CsrPage() {
  const [values, setValues] = useState(NO_VALUES);
  const operation = useOperation(csrGenerate, tool.id, requestOf(values));
  const { state, run, reset } = operation;
  const [submitted, setSubmitted] = useState(NO_VALUES);
  const names = values.subjectAltNames;
  const shown = [
    ...SUBJECT_FIELDS.slice(0, 2),
    "subjectAltNames",
    ...names.map((_, index) => `subjectAltNames.${index}`),
    ...SUBJECT_FIELDS.slice(2),
    ...KEY_FIELDS,
    "privateKey",
    "passphrase",
  ];
  const { banner, panel, ...faults } = useFaults<string>(state, shown);
  const noted = useModule(loadNotes, values !== NO_VALUES);
  const notes = noted?.notesByField(values) ?? NO_NOTES;
  const made = state.status === "result" ? state.value : null;
  const busy = state.status === "loading";
  const key = useUnsavedKey(made);
  const parts = useRequiredModule(loadResult, made !== null);
  useClearedOnLeave(() => {
    reset();
    setValues((before) => ({ ...before, privateKey: "", passphrase: "" }));
  });

  const change = (changed: Partial<FormValues>) => {
    setValues((before) => withNames({ ...before, ...changed }));
    faults.clear(...Object.keys(changed));
    // The type of certificate decides the rule for the common name.
    if (changed.certificateType) faults.clear("commonName");
    // Disabled fields need no value.
    if (changed.domainOnly) faults.clear(...ORGANIZATION_FIELDS);
  };
  const generate = async () => {
    if (busy || !(await key.mayReplace())) return;
    setSubmitted(values);
    const result = await run(requestOf(values));
    if (result && !result.ok) faults.focusFirst(result.error.issues);
  };
  const fillExample = () => {
    setValues(withExample);
    faults.clear(...shown);
  };

  return (
    <ToolPage
      tool={tool}
      operation={operation}
      wide={panel === "idle"}
      input={
        <Card>
          <Form
            onSubmit={generate}
            actions={
              <>
                <Button type="submit" kind="filled" disabled={busy}>
                  {busy ? "Generating..." : "Generate CSR"}
                </Button>
                <Button disabled={busy} onClick={fillExample}>Fill Example Data</Button>
              </>
            }
          >
            <FieldRow>
              <ScopeField values={values} onChange={change} />
              <Stack>
                <Disclosure summary="What is a CSR?">
                  {() => (
                    <Suspense>
                      <AboutCsr />
                    </Suspense>
                  )}
                </Disclosure>
                <StartFrom
                  onNamed={(commonName) => change({ commonName })}
                  onFilled={(prefilled) => {
                    setValues((before) => withPrefilled(before, prefilled));
                    faults.clear(...shown);
                  }}
                />
              </Stack>
            </FieldRow>
            <SubjectFields
              values={values}
              onChange={change}
              errorOf={faults.errorOf}
              about={ABOUT_SUBJECT}
              domainOnly={isDomainOnly(values)}
              hintOf={(field) => subjectHint(field, values, notes)}
              refOf={faults.refOf}
              names={
                <EditableList
                  ref={faults.refOf("subjectAltNames")}
                  label="Additional Names"
                  itemLabel={(index) => `Additional name ${index + 1}`}
                  add="Add a name"
                  items={names}
                  onChange={(items) => change({ subjectAltNames: items })}
                  errorOf={(index) => faults.errorOf(`subjectAltNames.${index}`)}
                  refOf={(index) => faults.refOf(`subjectAltNames.${index}`)}
                  error={faults.errorOf("subjectAltNames")}
                  hint={notes.get("subjectAltNames") ?? NAMES_HINT}
                  placeholder={values.certificateType === "SSL/TLS"
                    ? "example.com, 192.0.2.1 or 2001:db8::1"
                    : "jo@example.com"}
                  offers={noted?.offeredNames(values)}
                />
              }
            />
            <FieldRow>
              <KeyFields
                values={values}
                onChange={change}
                errorOf={faults.errorOf}
                hintOf={(field) => notes.get(field)}
                refOf={faults.refOf}
              />
              {/* Without one, a new key is made. */}
              <Disclosure summary="Use my existing private key">
                {() => (
                  <Suspense>
                    <OwnKey
                      values={values}
                      onChange={change}
                      faults={faults}
                      where={operation.route.where}
                    />
                  </Suspense>
                )}
              </Disclosure>
            </FieldRow>
            {operation.route.where === "server" && (
              <Suspense>
                <ServerNotice route={operation.route} />
              </Suspense>
            )}
          </Form>
        </Card>
      }
      result={
        <ResultPanel
          status={panel}
          announcement={made && parts ? parts.madeVerdict(made).title : ""}
          loading="Generating..."
          onCancel={reset}
          stays
          outdated={operation.outdated}
          scrollDelay={SCROLL_DELAY}
          empty={
            <EmptyState icon={tool.icon} heading="Your CSR and private key will appear here">
              Enter your website's address and choose Generate CSR.
            </EmptyState>
          }
        >
          {key.guard}
          {banner && <Banner title={banner} onDismiss={reset} />}
          {made && parts && (
            <parts.default
              made={made}
              values={submitted}
              keyTaken={!key.isUnsaved}
              onKeyTaken={key.take}
            />
          )}
        </ResultPanel>
      }
    />
  );
}

/** The note on a field, shortened where the result shows it in full. */
function subjectHint(field: string, values: FormValues, notes: Notes): string | undefined {
  if (field === "commonName") return commonNameHint(values, notes);
  // These notes are on nearly every form, so they do not wait for the code of the others.
  const isIgnored = field === "organizationUnit" && values.organizationUnit !== "" ||
    field === "email" && values.certificateType === "SSL/TLS";
  return isIgnored ? "Public CAs ignore this." : notes.get(field);
}

/** The note on the name, or what it is. */
function commonNameHint(values: FormValues, notes: Notes): string | undefined {
  const note = notes.get("commonName");
  if (note) return note;
  if (values.certificateType !== "SSL/TLS") {
    return "The e-mail address of the certificate.";
  }
  return "Your website's address, such as www.example.com.";
}
