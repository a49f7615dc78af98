import { counted } from "../../../../core/kernel/formatting.ts";
import { AUTHORITIES } from "../../../../core/caa/authorities.ts";
import { type caaGenerate, FORBIDDABLE, RECORD_TYPES } from "../../../../core/caa/contract.ts";
import { useComponent } from "../../lib/load.ts";
import { faultsOf, useFaults } from "../../run/faults.ts";
import { useUndo } from "../../ui/feedback/undo.ts";
import type { OperationHandle } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { EmptyState, ResultPanel } from "../../ui/result/result-panel.tsx";
import { CheckboxField, CheckboxGroup, TextField } from "../../ui/form/field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Pairs, Stack } from "../../ui/layout/layout.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import {
  DEFAULTS,
  EXAMPLE,
  FIELDS,
  type GenerateValues,
  toggled,
  toRequest,
} from "./generate-values.ts";
import { meaningOf } from "./meaning.ts";
import { tool } from "./tool.ts";

/** Loaded after the page is drawn, so that the first result does not wait for it. */
const loadResult = () => import("./generated-records.tsx");

type Operation = OperationHandle<typeof caaGenerate>;

const TYPE_HINTS: Readonly<Record<typeof RECORD_TYPES[number], string>> = {
  issue: "For TLS certificates",
  issuewild: "For wildcard names",
  issuemail: "For S/MIME e-mail",
  iodef: "For reports of refusals",
};

const FORBID_LABELS: Readonly<Record<typeof FORBIDDABLE[number], string>> = {
  issue: "No TLS certificates",
  issuewild: "No wildcard certificates",
  issuemail: "No S/MIME certificates",
};

/** Methods of ACME (RFC 8555, RFC 8737). */
const METHODS = ["http-01", "dns-01", "tls-alpn-01"];

interface GenerateFormProps {
  operation: Operation;
  values: GenerateValues;
  setValues: (values: GenerateValues) => void;
}

export function GenerateForm({ operation, values, setValues }: GenerateFormProps) {
  const { state, run, reset } = operation;
  const faults = useFaults(state, FIELDS);
  const busy = state.status === "loading";
  const change = (part: Partial<GenerateValues>) => {
    setValues({ ...values, ...part });
    if (faults.first) reset();
  };

  const undo = useUndo();
  const generate = async () => {
    const result = await run(toRequest(values));
    if (result && !result.ok) faults.focusFirst(result.error.issues);
  };
  const authority = ({ key, name, domains }: typeof AUTHORITIES[number]) => (
    <CheckboxField
      key={key}
      label={name}
      hint={domains[0]}
      checked={values.authorities.includes(key)}
      onChange={(on) => change({ authorities: toggled(values.authorities, key, on) })}
    />
  );
  const more = AUTHORITIES.slice(2);
  const meaning = meaningOf(values);

  return (
    <>
      <Form
        onSubmit={generate}
        actions={
          <>
            <Button type="submit" kind="filled" disabled={busy}>
              {busy ? "Generating..." : "Generate"}
            </Button>
            <Button
              disabled={busy}
              onClick={() => {
                undo({
                  kept: values,
                  empty: DEFAULTS,
                  put: setValues,
                  results: [operation.keep()],
                });
                setValues(DEFAULTS);
                reset();
              }}
            >
              Reset
            </Button>
            <Button
              disabled={busy}
              onClick={() => {
                setValues(EXAMPLE);
                reset();
              }}
            >
              Fill Example Data
            </Button>
          </>
        }
      >
        <TextField
          label="Domain"
          required
          value={values.domain}
          {...faults.of("domain")}
          hint="The records also apply to the names below it."
          placeholder="example.com"
          inputMode="url"
          onChange={(domain) => change({ domain })}
        />
        <CheckboxGroup
          label="Certificate Authorities"
          required
          {...faults.of("certificateAuthorities")}
        >
          <Pairs gap={3}>{AUTHORITIES.slice(0, 2).map(authority)}</Pairs>
          <Disclosure
            summary="More authorities"
            open={more.some(({ key }) => values.authorities.includes(key))}
          >
            <Pairs gap={3}>{more.map(authority)}</Pairs>
          </Disclosure>
        </CheckboxGroup>
        <CheckboxGroup label="Record Types" required {...faults.of("recordTypes")}>
          <Pairs gap={3}>
            {RECORD_TYPES.map((type) => (
              <CheckboxField
                key={type}
                label={type}
                hint={TYPE_HINTS[type]}
                checked={values.types.includes(type)}
                onChange={(on) => change({ types: toggled(values.types, type, on) })}
              />
            ))}
          </Pairs>
        </CheckboxGroup>
        <CheckboxField
          label="Fewest records"
          hint="Skip wildcard records that would say the same."
          checked={values.fewestRecords}
          onChange={(fewestRecords) => change({ fewestRecords })}
        />
        {values.types.includes("iodef") && (
          <TextField
            label="IODEF E-mail"
            required
            type="email"
            value={values.iodefEmail}
            {...faults.of("iodefEmail")}
            hint="CAs may write to this address when they refuse a request."
            placeholder="security@example.com"
            onChange={(iodefEmail) => change({ iodefEmail })}
          />
        )}
        <Disclosure
          summary="Advanced"
          open={faults.first === "accountUri" || faults.first === "validationMethods"}
        >
          <Stack>
            <CheckboxGroup
              label="Allow no authority"
              hint="Adds a record that forbids every CA to issue this kind of certificate."
            >
              {FORBIDDABLE.map((type) => (
                <CheckboxField
                  key={type}
                  label={FORBID_LABELS[type]}
                  checked={values.forbid.includes(type)}
                  onChange={(on) => change({ forbid: toggled(values.forbid, type, on) })}
                />
              ))}
            </CheckboxGroup>
            <TextField
              label="Account URI"
              type="url"
              value={values.accountUri}
              {...faults.of("accountUri")}
              hint="Only this account of the chosen CA may request certificates (RFC 8657)."
              placeholder="https://acme.example/acct/1"
              onChange={(accountUri) => change({ accountUri })}
            />
            <CheckboxGroup
              label="Validation Methods"
              {...faults.of("validationMethods")}
              hint="CAs may validate the domain only in these ways. Choose none to allow all (RFC 8657)."
            >
              <Pairs gap={3}>
                {METHODS.map((method) => (
                  <CheckboxField
                    key={method}
                    label={method}
                    checked={values.validationMethods.includes(method)}
                    onChange={(on) =>
                      change({
                        validationMethods: toggled(values.validationMethods, method, on),
                      })}
                  />
                ))}
              </Pairs>
            </CheckboxGroup>
            <CheckboxField
              label="Critical"
              hint="A CA that does not support a record's tag must refuse to issue (flags 128)."
              checked={values.critical}
              onChange={(critical) => change({ critical })}
            />
          </Stack>
        </Disclosure>
        {meaning && (
          <Notice
            heading={`What ${
              meaning.records === 1 ? "the record" : `the ${meaning.records} records`
            } will mean`}
          >
            {[...meaning.sentences, ...meaning.notes].join(" ")}
          </Notice>
        )}
      </Form>
    </>
  );
}

interface GeneratePanelProps {
  operation: Operation;
  /** Looks up the records that the domain has now. */
  onLookUp: (domain: string) => void;
}

export function GeneratePanel({ operation, onLookUp }: GeneratePanelProps) {
  const { state, outdated, reset } = operation;
  const faults = faultsOf(state, FIELDS);
  const value = state.status === "result" ? state.value : null;
  const GeneratedRecords = useComponent(loadResult, value !== null);
  return (
    <ResultPanel
      status={faults.panel}
      announcement={value ? `${counted(value.summary.totalRecords, "record")} generated` : ""}
      loading="Generating..."
      onCancel={reset}
      stays
      outdated={outdated}
      empty={
        <EmptyState icon={tool.icon} heading="The records will appear here">
          You get lines for your zone file and values for your DNS provider, with what they mean and
          how to publish them.
        </EmptyState>
      }
    >
      {faults.banner && <Banner title={faults.banner} onDismiss={reset} />}
      {value && GeneratedRecords && <GeneratedRecords generated={value} onLookUp={onLookUp} />}
    </ResultPanel>
  );
}
