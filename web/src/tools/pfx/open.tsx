import { useEffect, useRef, useState } from "react";
import type { pfxOpen } from "../../../../core/pfx/contract.ts";
import { pfxOpenExample } from "../../../../core/pfx/examples.ts";
import * as TEXT from "../../../../core/texts.ts";
import { useComponent } from "../../lib/load.ts";
import { faultsOf, useFaults } from "../../run/faults.ts";
import { useUndo } from "../../ui/feedback/undo.ts";
import type { LiveHandle } from "../../run/use-live.ts";
import type { OperationHandle } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { CodeField } from "../../ui/form/code-field.tsx";
import { EmptyState, ResultPanel } from "../../ui/result/result-panel.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { putBack } from "./convert-values.ts";
import { NO_FILE, OPEN_FIELDS, OPENED, openRequestOf, type OpenValues } from "./open-values.ts";
import { PasswordField } from "./password-field.tsx";
import { tool } from "./tool.ts";

const EXAMPLE_FILE: OpenValues = {
  ...NO_FILE,
  pfx: pfxOpenExample.pfx ?? "",
  password: pfxOpenExample.password ?? "",
};

/** Loaded after the page is drawn, so that the first result does not wait for it. */
const loadResult = () => import("./opened-file.tsx");

type Operation = OperationHandle<typeof pfxOpen>;

interface OpenFormProps {
  operation: Operation;
  live: LiveHandle;
  values: OpenValues;
  setValues: (change: (before: OpenValues) => OpenValues) => void;
}

export function OpenForm({ operation, live, values, setValues }: OpenFormProps) {
  const { state, route, run, reset } = operation;
  const [passphraseMissing, setPassphraseMissing] = useState(false);
  const faults = useFaults(state, OPEN_FIELDS);
  const busy = state.status === "loading";
  const isEncrypted = values.keyFormat === "encrypted";

  const change = (part: Partial<OpenValues>) => {
    setValues((before) => ({ ...before, ...part }));
    faults.clear(...Object.keys(part));
    setPassphraseMissing(false);
  };
  const open = async () => {
    if (busy) return;
    if (isEncrypted && values.keyPassphrase === "") {
      setPassphraseMissing(true);
      faults.focus("keyPassphrase");
      return;
    }
    const outcome = await run(openRequestOf(values));
    if (!outcome || outcome.ok) return;
    faults.focusFirst(outcome.error.issues);
  };
  const fill = (given: OpenValues) => {
    setValues(() => given);
    setPassphraseMissing(false);
    reset();
    live.fill();
  };
  const undo = useUndo();
  const asksPassword = isAskedForPassword(operation);
  const password = useRef<HTMLInputElement>(null);
  // After a file was read, the next control scrolls into view, but the focus does not move.
  useEffect(() => {
    if (asksPassword && state.status === "error" && state.how === "filled") {
      bringIntoSight(password.current!);
    }
  }, [asksPassword, state]);

  return (
    <Form
      onSubmit={open}
      actions={
        <>
          <Button type="submit" kind="filled" disabled={busy}>
            {busy ? "Opening..." : "Open PFX"}
          </Button>
          <Button
            disabled={busy}
            onClick={() => {
              const { pfx, password, keyFormat, keyPassphrase } = values;
              undo({
                kept: { keyFormat },
                empty: { keyFormat: NO_FILE.keyFormat },
                put: putBack(setValues, NO_FILE),
                secrets: { "PFX file": pfx, password, "key passphrase": keyPassphrase },
              });
              fill(NO_FILE);
              faults.focus("pfx");
            }}
          >
            Reset
          </Button>
          <Button disabled={busy} onClick={() => fill(EXAMPLE_FILE)}>
            Fill Example Data
          </Button>
        </>
      }
    >
      <CodeField
        {...faults.of("pfx")}
        label="PFX File"
        takes="pfx"
        required
        rows={8}
        value={values.pfx}
        hint={route.where === "device"
          ? "Open a .pfx or .p12 file, or paste its base64. We read it in this tab and send it nowhere."
          : "Open a .pfx or .p12 file. We send it to our server, and ask you first."}
        placeholder="MIIKCAIBAzCC…"
        accept=".pfx,.p12,application/x-pkcs12"
        onChange={(pfx) => change({ pfx })}
        onFill={live.fill}
      />
      <PasswordField
        ref={(input) => {
          password.current = input;
          return faults.refOf("password")(input);
        }}
        error={asksPassword ? null : faults.errorOf("password")}
        value={values.password}
        hint={asksPassword
          ? PASSWORD_NEEDED
          : "The file's password. Leave it empty if it has none."}
        onChange={(password) => change({ password })}
      />
      <SelectField
        label="Key Format"
        value={values.keyFormat}
        options={[
          { value: "plain", text: "PKCS#8, not encrypted" },
          { value: "encrypted", text: "PKCS#8, encrypted with a passphrase" },
        ]}
        hint={isEncrypted
          ? "AES-256: OpenSSL, nginx and Apache ask for the passphrase."
          : "What most servers expect. Anyone with this file can use the key."}
        onChange={(keyFormat) => change({ keyFormat: keyFormat as OpenValues["keyFormat"] })}
      />
      {isEncrypted && (
        <PasswordField
          ref={faults.refOf("keyPassphrase")}
          label="Key Passphrase"
          showLabel="Show key passphrase"
          measured
          value={values.keyPassphrase}
          error={passphraseMissing ? TEXT.pfxPassphraseRequired : faults.errorOf("keyPassphrase")}
          hint="Protects the private key that you save."
          onChange={(keyPassphrase) => change({ keyPassphrase })}
        />
      )}
    </Form>
  );
}

function bringIntoSight(control: HTMLElement): void {
  const { top, bottom } = control.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) control.scrollIntoView({ block: "center" });
}

const PASSWORD_NEEDED = "This file has a password. Enter it, then open the file.";

/** The file was read automatically and needs a password. This is not an error; a wrong password is. */
function isAskedForPassword({ state, ran }: Operation): boolean {
  return state.status === "error" && state.how !== "asked" && !ran?.password &&
    state.error.issues.some(({ path }) => path === "password");
}

export function OpenPanel({ operation, live }: { operation: Operation; live: LiveHandle }) {
  const { state, outdated, reset } = operation;
  const faults = faultsOf(state, OPEN_FIELDS);
  const value = state.status === "result" ? state.value : null;
  const OpenedFile = useComponent(loadResult, value !== null);
  return (
    <ResultPanel
      status={faults.panel}
      announcement={value ? OPENED : ""}
      loading="Opening..."
      onCancel={reset}
      outdated={outdated}
      {...live.panel}
      fault={isAskedForPassword(operation) ? PASSWORD_NEEDED : faults.live}
      empty={isAskedForPassword(operation)
        ? (
          <EmptyState icon={tool.icon} heading="This file has a password">
            Enter it, then open the file.
          </EmptyState>
        )
        : (
          <EmptyState icon={tool.icon} heading="The contents of the file will appear here">
            You see its keys and certificates and how they are protected, and can save each of them
            as PEM.
          </EmptyState>
        )}
    >
      {faults.banner && <Banner title={faults.banner} onDismiss={reset} />}
      {value && OpenedFile && (
        <OpenedFile file={value} keyPassphrase={operation.judged?.keyPassphrase ?? ""} />
      )}
    </ResultPanel>
  );
}
