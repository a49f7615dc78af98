/** Saves certificates or a private key in the chosen format. A click writes the file. */
import { useState } from "react";
import { certificateConvert } from "../../../core/certificate/contract.ts";
import { keyConvert } from "../../../core/key/contract.ts";
import { decodeOwnBase64 } from "../../../core/x509/pem/base64.ts";
import { useFaults } from "../run/faults.ts";
import { useOperation } from "../run/use-operation.ts";
import { Button } from "../ui/base/button.tsx";
import { saveFile } from "../lib/save-file.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { PlainForm } from "../ui/form/plain-form.tsx";
import { Section } from "../ui/layout/card.tsx";
import { Row, Stack } from "../ui/layout/layout.tsx";
import { useClearedOnLeave } from "../lib/hooks.ts";
import { formsOf } from "./forms.ts";

interface SaveAsProps {
  /** The id of the page's tool: the conversion runs where the tool runs. */
  tool: string;
  /** PEM: the certificate, followed by its issuers; "" without certificates. */
  certificates: string;
  /** Returns the private key in PEM; absent without a key. */
  privateKey?: () => string | null | Promise<string | null>;
  /** The passphrase of the private key, if it is encrypted. */
  passphrase?: string;
  /** Used for the file name of a key. Files of certificates are named after the certificate. */
  name?: string;
  /** Called when the private key has been saved. */
  onKeySaved?: () => void;
}

const ON_DEMAND = { prepares: false };

export default function SaveAs(
  { tool, certificates, privateKey, passphrase = "", name = "", onKeySaved }: SaveAsProps,
) {
  const count = certificates.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0;
  const forms = formsOf({ certificates: count, hasKey: privateKey !== undefined });
  const [chosen, setChosen] = useState("");
  const [newPassphrase, setNewPassphrase] = useState("");
  const [saved, setSaved] = useState("");
  // Nothing is loaded in advance, because few users save a result.
  const certificate = useOperation(certificateConvert, tool, undefined, ON_DEMAND);
  const key = useOperation(keyConvert, tool, undefined, ON_DEMAND);
  const [value] = forms.has(chosen) ? [chosen] : forms.keys();
  const form = forms.get(value)!;
  const { state, reset } = form.of === "key" ? key : certificate;
  const faults = useFaults(state, ["newPassphrase", "format"]);
  const busy = state.status === "loading";
  const asksPassphrase = form.of === "key" && form.format === "pkcs8-encrypted";
  useClearedOnLeave(() => setNewPassphrase(""));

  const choose = (next: string) => {
    certificate.reset();
    key.reset();
    setSaved("");
    setChosen(next);
  };
  const save = async () => {
    setSaved("");
    const { format, encoding } = form;
    let outcome;
    if (form.of === "certificate") {
      outcome = await certificate.run({
        certificate: certificates,
        format: form.format,
        encoding,
        name,
      });
    } else {
      const pem = await privateKey?.();
      if (!pem) return;
      outcome = await key.run({
        privateKey: pem,
        passphrase,
        format: form.format,
        encoding,
        newPassphrase: asksPassphrase ? newPassphrase : "",
        name,
      });
    }
    if (!outcome) return;
    if (!outcome.ok) return faults.focusFirst(outcome.error.issues);
    const { content, contentEncoding, filename, mediaType } = outcome.value;
    saveFile(contentEncoding === "text" ? content : decodeOwnBase64(content), filename, mediaType);
    setSaved(filename);
    setNewPassphrase("");
    reset();
    const isPublic = form.of === "certificate" || format?.includes("public");
    if (!isPublic) onKeySaved?.();
  };

  return (
    <Section heading="Save as">
      <PlainForm onSubmit={save}>
        <Stack gap={3}>
          <SelectField
            {...faults.of("format")}
            label="Format"
            value={value}
            options={[...forms].map(([value, { text }]) => ({ value, text }))}
            hint={form.hint}
            onChange={choose}
          />
          {asksPassphrase && (
            <TextField
              {...faults.of("newPassphrase")}
              label="New passphrase"
              type="password"
              autoComplete="off"
              required
              value={newPassphrase}
              onChange={(text) => {
                setNewPassphrase(text);
                faults.clear("newPassphrase");
              }}
            />
          )}
          {faults.banner && <Banner title={faults.banner} onDismiss={reset} />}
          <Row>
            <Button type="submit" size="small" icon="download" disabled={busy}>
              {busy ? "Writing..." : "Save file"}
            </Button>
            <span role="status">{saved && `Saved as ${saved}`}</span>
          </Row>
        </Stack>
      </PlainForm>
    </Section>
  );
}
