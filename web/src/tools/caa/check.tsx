import { AUTHORITIES } from "../../../../core/caa/authorities.ts";
import type { caaCheck, caaLookup } from "../../../../core/caa/contract.ts";
import { faultsOf, useFaults } from "../../run/faults.ts";
import type { OperationHandle } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { CodeField } from "../../ui/form/code-field.tsx";
import { EmptyState, ResultPanel } from "../../ui/result/result-panel.tsx";
import { RadioField, SelectField, TextField } from "../../ui/form/field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import {
  CHECK_FIELDS,
  type CheckValues,
  EMPTY_QUESTION,
  EXAMPLE_QUESTION,
  OTHER,
  toQuestion,
} from "./check-values.ts";
import { CheckedRecords, verdictOf } from "./checked-records.tsx";
import { Published, publishedTitle } from "./published.tsx";
import { tool } from "./tool.ts";

type Operation = OperationHandle<typeof caaCheck>;
type Lookup = OperationHandle<typeof caaLookup>;

const AUTHORITY_OPTIONS = [
  { value: "", text: "None: only read the records" },
  ...AUTHORITIES.map(({ key, name }) => ({ value: key, text: name })),
  { value: OTHER, text: "Another, by its domain" },
];

interface CheckFormProps {
  operation: Operation;
  lookup: Lookup;
  values: CheckValues;
  setValues: (values: CheckValues) => void;
}

export function CheckForm({ operation, lookup, values, setValues }: CheckFormProps) {
  const { state, route, run, reset } = operation;
  const faults = useFaults(state, CHECK_FIELDS);
  const lookupFaults = faultsOf(lookup.state, ["domain"]);
  const busy = state.status === "loading" || lookup.state.status === "loading";
  const change = (part: Partial<CheckValues>) => {
    setValues({ ...values, ...part });
    if (faults.first) reset();
    if (lookupFaults.first || part.records !== undefined) lookup.reset();
  };
  const check = async (given: CheckValues) => {
    const result = await run(toQuestion(given));
    if (result && !result.ok) faults.focusFirst(result.error.issues);
  };
  const fill = (given: CheckValues) => {
    setValues(given);
    reset();
    lookup.reset();
  };
  const lookUp = async () => {
    reset();
    const result = await lookup.run({ domain: values.domain });
    if (result === null) return;
    if (!result.ok) return faults.focusFirst(result.error.issues);
    if (result.value.status !== "records") return;
    // Published records take the place of pasted ones and are read in the same way.
    const found = { ...values, records: result.value.zone };
    setValues(found);
    check(found);
  };
  const checkGiven = () => {
    lookup.reset();
    check(values);
  };
  // A domain without records, passed on by another page, cannot be checked before the DNS look-up.
  const asksDns = values.records.trim() === "" && values.domain.trim() !== "";
  const main = { type: "submit", kind: "filled" } as const;

  return (
    <Form
      onSubmit={asksDns ? lookUp : checkGiven}
      actions={
        <>
          <Button disabled={busy} {...asksDns ? { onClick: checkGiven } : main}>
            {busy ? "Checking..." : "Check records"}
          </Button>
          <Button disabled={busy} {...asksDns ? main : { onClick: lookUp }}>
            Check what is published
          </Button>
          <Button disabled={busy} onClick={() => fill(EMPTY_QUESTION)}>Reset</Button>
          <Button disabled={busy} onClick={() => fill(EXAMPLE_QUESTION)}>
            Fill Example Data
          </Button>
        </>
      }
    >
      <CodeField
        {...faults.of("records")}
        label="Existing Records"
        required
        rows={8}
        value={values.records}
        hint="Zone lines, or what dig, host or nslookup print. Other records are left alone."
        placeholder='example.com. IN CAA 0 issue "sectigo.com"'
        accept=".zone,.txt,.db,text/plain"
        onChange={(records) => change({ records })}
        onFill={(records) => {
          lookup.reset();
          if (route.where === "device") check({ ...values, records });
        }}
      />
      <SelectField
        label="Authority"
        value={values.authority}
        options={AUTHORITY_OPTIONS}
        hint="Whether it may issue for the name below."
        error={values.authority === OTHER ? null : faults.errorOf("authority")}
        onChange={(authority) => change({ authority })}
      />
      {values.authority === OTHER && (
        <TextField
          {...faults.of("authority")}
          label="Issuer domain"
          required
          value={values.issuer}
          placeholder="ca.example"
          inputMode="url"
          onChange={(issuer) => change({ issuer })}
        />
      )}
      <TextField
        ref={faults.refOf("domain")}
        label="Name to certify"
        value={values.domain}
        error={faults.errorOf("domain") ?? lookupFaults.field("domain")}
        hint={`Leave empty to use the records' own name. "Check what is published" asks the DNS through this site's server.`}
        placeholder="www.example.com"
        inputMode="url"
        onChange={(domain) => change({ domain })}
      />
      {values.authority !== "" && (
        <RadioField
          label="Kind of certificate"
          value={values.purpose}
          options={[
            { value: "tls", text: "TLS" },
            { value: "wildcard", text: "Wildcard" },
            { value: "email", text: "S/MIME" },
          ]}
          onChange={(purpose) => change({ purpose: purpose as CheckValues["purpose"] })}
        />
      )}
    </Form>
  );
}

export function CheckPanel({ operation, lookup }: { operation: Operation; lookup: Lookup }) {
  const faults = faultsOf(operation.state, CHECK_FIELDS);
  const lookupFaults = faultsOf(lookup.state, ["domain"]);
  const value = operation.state.status === "result" ? operation.state.value : null;
  const published = lookup.state.status === "result" ? lookup.state.value : null;
  const banner = faults.banner ?? lookupFaults.banner;
  const reset = () => {
    operation.reset();
    lookup.reset();
  };
  // If a look-up finds records, the page shows the panel of the check that follows.
  const status = published?.status === "records" || lookupFaults.panel === "idle"
    ? faults.panel
    : lookupFaults.panel;
  return (
    <ResultPanel
      status={status}
      announcement={value ? verdictOf(value).title : published ? publishedTitle(published) : ""}
      loading={lookup.state.status === "loading" ? "Asking the DNS..." : "Checking..."}
      onCancel={reset}
      outdated={operation.outdated || lookup.outdated}
      empty={
        <EmptyState icon={tool.icon} heading="What the records mean will appear here">
          Which of them are valid, whom they allow to issue, and whether one authority may issue for
          one name.
        </EmptyState>
      }
    >
      {banner && <Banner title={banner} onDismiss={reset} />}
      <Stack>
        {value && <CheckedRecords checked={value} />}
        {published && <Published published={published} />}
      </Stack>
    </ResultPanel>
  );
}
