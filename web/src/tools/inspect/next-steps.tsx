/** What can be done with an object and what belongs to it: data go along in memory. */
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ObjectRow } from "../../../../core/inspect/contract.ts";
import type { ObjectSet } from "../../../../core/inspect/session-contract.ts";
import { type HandOver, handOver } from "../../hand-over/hand-over.ts";
import { ask, encryptedKey } from "./inspection.ts";
import { Button } from "../../ui/base/button.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { saveFile } from "../../ui/base/download-button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { pageText } from "../../lib/page-text.ts";

/** Nothing that a browser adds an ending of its own to. */
const PEM = "application/x-pem-file";

export function NextSteps({ row, set }: { row: ObjectRow; set: ObjectSet }) {
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const { certificate, privateKey, request, chain } = set;
  const go = <Path extends keyof HandOver>(path: Path, data: HandOver[Path]) => {
    handOver(path, data);
    navigate(path);
  };
  const withKey = async (use: (pem: string) => void) => {
    const pem = privateKey === null ? null : await ask("keyPem", { id: privateKey });
    if (pem) use(pem);
  };
  const holder = certificate !== null ? set.certificatePem : set.requestPem;
  const steps = [
    certificate !== null && (
      <Button
        icon="chain"
        onClick={() => go("/chain", { certificate: set.chainPem })}
      >
        Analyze the chain
      </Button>
    ),
    holder !== "" && privateKey !== null && (
      <Button
        icon="match"
        onClick={() => withKey((pem) => go("/match", { certificate: holder, privateKey: pem }))}
      >
        Verify the match
      </Button>
    ),
    certificate !== null && privateKey !== null && (
      <Button
        icon="pfx"
        onClick={() => withKey((pem) => go("/pfx", { certificate: set.chainPem, privateKey: pem }))}
      >
        Make a PFX of this set
      </Button>
    ),
    row.kind === "request" && request !== null && (
      <Button
        icon="csr-decoder"
        onClick={() => go("/csr-decoder", { csr: set.requestPem })}
      >
        Decode the CSR
      </Button>
    ),
    certificate !== null && chain.length > 1 && (
      <Button
        icon="download"
        onClick={() => saveFile(set.bundlePem, set.bundleName, PEM)}
      >
        Save the bundle in order
      </Button>
    ),
    privateKey !== null && (
      <Button icon="lock" aria-expanded={asks} onClick={() => setAsks(!asks)}>
        Save the key encrypted
      </Button>
    ),
  ].filter(Boolean);
  if (steps.length === 0) return null;
  return (
    <Section heading="Next steps">
      <Stack gap={3}>
        <Row gap={2}>{steps.map((step, index) => <span key={index}>{step}</span>)}</Row>
        {asks && privateKey !== null && (
          <EncryptedKey
            id={privateKey}
            name={set.keyName}
            onSaved={() => setAsks(false)}
          />
        )}
      </Stack>
    </Section>
  );
}

function EncryptedKey(
  { id, name, onSaved }: { id: number; name: string; onSaved: () => void },
) {
  const [passphrase, setPassphrase] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const outcome = await encryptedKey(id, passphrase);
    setBusy(false);
    if (!outcome.ok) return setError(pageText(outcome.error.message));
    setPassphrase("");
    saveFile(outcome.value, name, PEM);
    onSaved();
  };
  return (
    <Form
      onSubmit={save}
      actions={
        <Button type="submit" disabled={busy}>
          {busy ? "Encrypting..." : "Save encrypted key"}
        </Button>
      }
    >
      <TextField
        label="New passphrase"
        type="password"
        autoComplete="off"
        required
        value={passphrase}
        error={error}
        hint="PKCS#8 under PBES2 with AES-256: every current program opens it."
        onChange={(value) => {
          setPassphrase(value);
          setError(null);
        }}
      />
    </Form>
  );
}
