import { useEffect, useEffectEvent } from "react";
import { AUTHORITIES } from "../../../../core/caa/authorities.ts";
import type { caaCheck, caaLookup } from "../../../../core/caa/contract.ts";
import { useUndo } from "../../ui/feedback/undo.ts";
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
import { CheckedRecords } from "./checked-records.tsx";
import { Published } from "./published.tsx";
import { tool } from "./tool.ts";

type Operation = OperationHandle<typeof caaCheck>;
type Lookup = OperationHandle<typeof caaLookup>;

const AUTHORITY_OPTIONS = [
  { value: "", text: "Don't test a CA, just explain the records" },
  ...AUTHORITIES.map(({ key, name }) => ({ value: key, text: name })),
  { value: OTHER, text: "Another CA, by its domain" },
];

interface CheckFormProps {
  operation: Operation;
  lookup: Lookup;
  values: CheckValues;
  setValues: (values: CheckValues) => void;
  /** The user has asked for a look-up before the form was there. */
  wanted: boolean;
  onBegun: () => void;
}

export function CheckForm(
  { operation, lookup, values, setValues, wanted, onBegun }: CheckFormProps,
) {
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
  const undo = useUndo();
  const empty = () => {
    undo({
      kept: values,
      empty: EMPTY_QUESTION,
      put: setValues,
      results: [operation.keep(), lookup.keep()],
    });
    fill(EMPTY_QUESTION);
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
  const begin = useEffectEvent(() => {
    onBegun();
    lookUp();
  });
  useEffect(() => {
    if (wanted) begin();
  }, [wanted]);
  const checkGiven = () => {
    lookup.reset();
    check(values);
  };
  // Records from a look-up do not count as the user's own: another domain is looked up again.
  const published = lookup.state.status === "result" ? lookup.state.value.zone : "";
  const hasRecords = values.records.trim() !== "" && values.records !== published;
  const main = { type: "submit", kind: "filled" } as const;

  return (
    <Form
      onSubmit={hasRecords ? checkGiven : lookUp}
      actions={
        <>
          {hasRecords
            ? (
              <>
                <Button {...main} disabled={busy}>{busy ? "Checking..." : "Check records"}</Button>
                <Button disabled={busy} onClick={lookUp}>Look up</Button>
              </>
            )
            : <Button {...main} disabled={busy}>{busy ? "Looking up..." : "Look up"}</Button>}
          <Button disabled={busy} onClick={empty}>Reset</Button>
          <Button disabled={busy} onClick={() => fill(EXAMPLE_QUESTION)}>
            Fill Example Data
          </Button>
        </>
      }
    >
      <TextField
        ref={faults.refOf("domain")}
        label="Domain"
        required={!hasRecords}
        value={values.domain}
        error={faults.errorOf("domain") ?? lookupFaults.field("domain")}
        hint={hasRecords
          ? "The name to check. If it is empty, we use the name in the records."
          : "We ask the DNS through our server, and show which CAs may issue for this domain."}
        placeholder="www.example.com"
        inputMode="url"
        onChange={(domain) => change({ domain })}
      />
      <CodeField
        {...faults.of("records")}
        label="Existing Records"
        takes="records"
        rows={8}
        value={values.records}
        hint="Zone lines, the output of dig, host or nslookup, or JSON of Route 53, Cloudflare or DNS over HTTPS. We ignore other records."
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
        hint="We tell you whether this CA may issue for the domain."
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
      announcement={(value ?? published)?.verdict.title ?? ""}
      loading={lookup.state.status === "loading" ? "Asking the DNS..." : "Checking..."}
      onCancel={reset}
      outdated={operation.outdated || lookup.outdated}
      empty={
        <EmptyState icon={tool.icon} heading="The answer will appear here">
          Which records are published, which CAs they allow, and whether one CA may issue for your
          domain.
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
