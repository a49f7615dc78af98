/** Fills the generator's form in from a certificate or a request; loaded when it is opened. */
import { useEffect, useEffectEvent, useState } from "react";
import type { OutputOf } from "../../../../core/kernel/contract.ts";
import { csrPrefill } from "../../../../core/csr/contract.ts";
import { useFaults } from "../../run/faults.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Button } from "../../ui/base/button.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { CodeField } from "../../ui/form/code-field.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { ORGANIZATION_FIELDS } from "./form-values.ts";
import { ONLY_DOMAIN } from "./scope-field.tsx";
import { tool } from "./tool.ts";

type Prefilled = OutputOf<typeof csrPrefill>;

interface PrefillProps {
  /** The text that another page passed on; "" if there is none. */
  given: string;
  onFilled: (prefilled: Prefilled) => void;
}

export default function Prefill({ given, onFilled }: PrefillProps) {
  const [text, setText] = useState(given);
  const { state, route, run, reset, outdated } = useOperation(csrPrefill, tool.id, { text });
  const faults = useFaults(state, ["text"]);

  const filled = state.status === "result" ? state.value : null;

  const fill = async (given: string) => {
    const outcome = await run({ text: given });
    if (!outcome) return;
    if (outcome.ok) onFilled(outcome.value);
    else faults.focusFirst(outcome.error.issues);
  };
  const fillThere = (given: string) => {
    setText(given);
    // On this device the text is read while it is entered. Nothing is sent before the user clicks.
    if (route.where === "device") fill(given);
    else reset();
  };
  const fillGiven = useEffectEvent(() => given !== "" && fillThere(given));
  useEffect(() => void fillGiven(), [given]);
  return (
    <Stack gap={3}>
      <CodeField
        {...faults.of("text")}
        label="Certificate or CSR"
        takes="holder"
        rows={5}
        value={text}
        hint="Paste or open the certificate or CSR to renew. We copy its names, subject and key type."
        placeholder="-----BEGIN CERTIFICATE-----"
        accept=".crt,.cer,.pem,.der,.csr,.p7b,.txt,application/x-x509-ca-cert,application/pkcs10"
        onChange={(given) => {
          setText(given);
          faults.clear("text");
        }}
        onFill={fillThere}
      />
      {(filled === null || outdated) && (
        <Row>
          <Button size="small" disabled={state.status === "loading"} onClick={() => fill(text)}>
            Fill in the form
          </Button>
        </Row>
      )}
      {faults.banner && <Banner title={faults.banner} onDismiss={reset} />}
      {filled && <Filled prefilled={filled} />}
    </Stack>
  );
}

/** Fields that a request needs and that today's certificates rarely have. */
const OFTEN_MISSING = [
  ["commonName", "common name"],
  ["organization", "organization"],
  ["city", "city"],
  ["state", "state or province"],
  ["country", "country"],
  ["email", "e-mail address"],
] as const;

function Filled(
  { prefilled: { source, fields, notes, repaired, verdict } }: { prefilled: Prefilled },
) {
  const isDomainOnly = fields.certificateType === "SSL/TLS" && fields.organization === "";
  const missing = OFTEN_MISSING
    .filter(([field]) =>
      fields[field] === "" && !(isDomainOnly && ORGANIZATION_FIELDS.includes(field))
    )
    .map(([, word]) => word);
  const of = source === "certificate" ? "the certificate" : "the CSR";
  return (
    <Banner
      tone={missing.length + notes.length > 0 ? "info" : "good"}
      title={verdict.title}
    >
      {isDomainOnly && <p>It shows no organization, so "{ONLY_DOMAIN}" is chosen.</p>}
      {missing.length > 0 && <p>Check or fill in what {of} lacks: {missing.join(", ")}.</p>}
      {repaired && <p>{repaired}.</p>}
      {notes.map(({ message }) => <p key={message}>{message}</p>)}
    </Banner>
  );
}
