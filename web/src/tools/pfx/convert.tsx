import { useEffect, useEffectEvent, useState } from "react";
import { ENCRYPTIONS, type pfxConvert, type PfxEncryption } from "../../../../core/pfx/contract.ts";
import { useExample } from "../../lib/example.ts";
import { useComponent, useModule } from "../../lib/load.ts";
import { faultsOf, useFaults } from "../../run/faults.ts";
import { useUndo } from "../../ui/feedback/undo.ts";
import type { OperationHandle } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { CodeField } from "../../ui/form/code-field.tsx";
import { EmptyState, ResultPanel } from "../../ui/result/result-panel.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { PassphraseField, PrivateKeyField } from "../../ui/form/key-fields.tsx";
import {
  CONVERT_FIELDS,
  type ConvertValues,
  examplePair,
  isBlank,
  loadExamples,
  NO_PAIR,
  publicOf,
  putBack,
  READY,
  requestOf,
} from "./convert-values.ts";
import { PasswordField } from "./password-field.tsx";
import { tool } from "./tool.ts";

/** Loaded after the page is drawn, so that the first result does not wait for it. */
const loadResult = () => import("./converted-file.tsx");
const loadNotice = () => import("./missing-issuer-notice.tsx");

type Operation = OperationHandle<typeof pfxConvert>;

const ENCRYPTION_TEXT: Readonly<Record<PfxEncryption, string>> = {
  "3des-sha1": "3DES and SHA-1 (legacy)",
  "aes256-sha256": "AES-256 and SHA-256",
};
/** The systems that each encryption is for. */
const ENCRYPTION_HINT: Readonly<Record<PfxEncryption, string>> = {
  "3des-sha1":
    "Opens on old and current systems. Choose it for macOS, and for Windows Server 2016 and older.",
  "aes256-sha256":
    "For Windows Server 2019, Windows 10 since 2017, current Java and OpenSSL. macOS may refuse it.",
};
/** A specified hint: it recommends a length and requires none. */
const STRENGTH_HINT = "Recommended: at least 8 characters with upper case, lower case, numbers, " +
  "special characters.";
const NOT_KEYTOOL = "Java's keytool cannot open a file whose password has characters beyond ASCII.";
const NO_PASSWORD = "No password was entered: anyone who gets the PFX file can use the private " +
  "key.\n\nConvert without a password?";

interface ConvertFormProps {
  operation: Operation;
  values: ConvertValues;
  setValues: (change: (before: ConvertValues) => ConvertValues) => void;
  /** Only the password is missing, so it gets the focus, once. */
  asksPassword: boolean;
  onPasswordAsked: () => void;
  /** Called when the certificates are sent to complete their chain. */
  onAsk: () => void;
}

export function ConvertForm(
  { operation, values, setValues, asksPassword, onPasswordAsked, onAsk }: ConvertFormProps,
) {
  const { state, route, run, reset } = operation;
  /** The operation found the key encrypted, although the text does not show it. */
  const [isEncrypted, setEncrypted] = useState(false);
  const needsPassphrase = isEncrypted || values.privateKey.includes("ENCRYPTED");
  const faults = useFaults(state, CONVERT_FIELDS);
  const busy = state.status === "loading";
  useModule(loadExamples, false);
  const examines = route.where === "device" && values.certificate.trim() !== "";
  const notice = useModule(loadNotice, examines);

  // The passphrase field is drawn with the render after the answer that asks for it.
  const askPassphrase = useEffectEvent(() => faults.focus("passphrase"));
  useEffect(() => {
    if (isEncrypted) askPassphrase();
  }, [isEncrypted]);

  // After the page's heading has had the focus.
  const askPassword = useEffectEvent(() => {
    faults.focus("password");
    onPasswordAsked();
  });
  useEffect(() => {
    if (asksPassword) askPassword();
  }, [asksPassword]);

  const change = (part: Partial<ConvertValues>) => {
    setValues((before) => ({ ...before, ...part }));
    faults.clear(...Object.keys(part));
    if (part.privateKey !== undefined) setEncrypted(false);
  };
  const convert = async () => {
    if (busy) return;
    // The specified browser confirmation. Blank fields are reported before it.
    if (!isBlank(values) && values.password === "" && !globalThis.confirm(NO_PASSWORD)) return;
    const outcome = await run(requestOf(values));
    if (!outcome || outcome.ok) return;
    const { issues } = outcome.error;
    if (issues.some(({ path }) => path === "passphrase")) setEncrypted(true);
    faults.focusFirst(issues);
  };
  const fill = (given: ConvertValues) => {
    setValues(() => given);
    setEncrypted(false);
    reset();
  };
  const undo = useUndo();
  const fillExample = useExample({
    values,
    texts: ["certificate", "privateKey"],
    load: examplePair,
    fill,
    onMissing: operation.failToLoad,
  });

  return (
    <Form
      onSubmit={convert}
      actions={
        <>
          <Button
            type="submit"
            // Once there is a file, saving it is the main action.
            kind="filled"
            disabled={busy}
          >
            {busy ? "Converting..." : "Convert"}
          </Button>
          <Button
            disabled={busy}
            onClick={() => {
              const { privateKey, passphrase, password } = values;
              undo({
                kept: publicOf(values),
                empty: publicOf(NO_PAIR),
                put: putBack(setValues, NO_PAIR),
                secrets: {
                  "private key": privateKey,
                  passphrase,
                  password,
                  "PFX file": state.status === "result",
                },
              });
              fill(NO_PAIR);
              faults.focus("certificate");
            }}
          >
            Reset
          </Button>
          <Button disabled={busy} onClick={fillExample}>Fill Example Data</Button>
        </>
      }
    >
      <CodeField
        {...faults.of("certificate")}
        label="Certificate"
        takes="certificates"
        required
        rows={5}
        multiple
        value={values.certificate}
        hint="The certificate and its chain in any order: PEM, DER or PKCS#7, one file or several."
        placeholder="-----BEGIN CERTIFICATE-----"
        accept=".crt,.cer,.pem,.der,.p7b,.p7c,.txt,application/x-x509-ca-cert"
        onChange={(certificate) => change({ certificate })}
      />
      {examines && notice && (
        <notice.default
          certificate={values.certificate}
          onAsk={onAsk}
          onComplete={(certificate) => change({ certificate })}
        />
      )}
      <PrivateKeyField
        {...faults.of("privateKey")}
        rows={4}
        where={route.where}
        act="convert"
        value={values.privateKey}
        onChange={(privateKey) => change({ privateKey })}
      />
      {needsPassphrase && (
        <PassphraseField
          {...faults.of("passphrase")}
          value={values.passphrase}
          hint="The passphrase of your encrypted private key. The PFX file gets the password below."
          onChange={(passphrase) => change({ passphrase })}
        />
      )}
      <PasswordField
        {...faults.of("password")}
        measured
        value={values.password}
        hint={/[^ -~]/.test(values.password) ? `${STRENGTH_HINT} ${NOT_KEYTOOL}` : STRENGTH_HINT}
        onChange={(password) => change({ password })}
      />
      <SelectField
        {...faults.of("encryption")}
        label="Encryption"
        value={values.encryption}
        options={ENCRYPTIONS.map((value) => ({ value, text: ENCRYPTION_TEXT[value] }))}
        hint={values.password === ""
          ? "Set a password to choose the encryption."
          : ENCRYPTION_HINT[values.encryption]}
        onChange={(encryption) => change({ encryption: encryption as PfxEncryption })}
      />
      <TextField
        {...faults.of("friendlyName")}
        label="Friendly Name"
        value={values.friendlyName}
        hint="Shown in the store. If empty, the common name."
        autoComplete="off"
        onChange={(friendlyName) => change({ friendlyName })}
      />
    </Form>
  );
}

export function ConvertPanel({ operation }: { operation: Operation }) {
  const { state, judged, outdated, reset } = operation;
  const faults = faultsOf(state, CONVERT_FIELDS);
  const value = state.status === "result" ? state.value : null;
  const ConvertedFile = useComponent(loadResult, value !== null);
  return (
    <ResultPanel
      status={faults.panel}
      announcement={value ? READY : ""}
      loading="Converting..."
      onCancel={reset}
      stays
      outdated={outdated}
      empty={
        <EmptyState icon={tool.icon} heading="Your PFX file will appear here">
          We check that key and certificate match, order the chain, and open the file again to test
          it.
        </EmptyState>
      }
    >
      {faults.banner && <Banner title={faults.banner} onDismiss={reset} />}
      {value && ConvertedFile && <ConvertedFile file={value} made={judged} />}
    </ResultPanel>
  );
}
