/** Chooses a target, and shows its folder with the steps, or the reasons against it. */
import { useEffect, useState } from "react";
import { bundleMake } from "../../../core/bundle/contract.ts";
import { TARGET_NAMES, type TargetId, TARGETS } from "../../../core/targets.ts";
import { useFaults } from "../run/faults.ts";
import { useOperation } from "../run/use-operation.ts";
import { Button } from "../ui/base/button.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { PassphraseField, PrivateKeyField } from "../ui/form/key-fields.tsx";
import { PlainForm } from "../ui/form/plain-form.tsx";
import { Stack } from "../ui/layout/layout.tsx";
import { useClearedOnLeave } from "../lib/hooks.ts";
import { announce } from "../lib/screen.ts";
import { FolderResult } from "./folder-result.tsx";
import type { FolderProps } from "./props.ts";

const ON_DEMAND = { prepares: false };

/** A key in PEM that needs a passphrase. */
const isEncrypted = (key: string): boolean => key.includes("ENCRYPTED");

export default function Folder(
  {
    tool,
    files,
    passphrases = [],
    fingerprint = "",
    asksKey = false,
    checksServer = false,
    target: first = "nginx",
    startsAtOnce = false,
  }: FolderProps,
) {
  const [target, setTarget] = useState<TargetId>(first);
  const [key, setKey] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const [host, setHost] = useState("");
  const { state, route, run, reset, forget, forgetInput } = useOperation(
    bundleMake,
    tool,
    undefined,
    ON_DEMAND,
  );
  const faults = useFaults(state, ["target", "host"]);
  // The folder has the private key, and a password that is shown once.
  useClearedOnLeave(() => {
    reset();
    setKey("");
    setPassphrase("");
  });
  const busy = state.status === "loading";
  const make = async () => {
    const given = await files();
    if (given === null || busy) return;
    const texts = key.trim() === "" ? given : [...given, { name: "private.key", text: key }];
    const outcome = await run({
      ...{ texts, target, host, certificate: fingerprint },
      passphrases: [...passphrases, passphrase].filter((text) => text !== ""),
    });
    forget();
    forgetInput();
    if (outcome?.ok) announce(outcome.value.verdict.title);
    if (outcome && !outcome.ok) faults.focusFirst(outcome.error.issues);
  };
  useEffect(() => {
    if (startsAtOnce) make();
  }, []);
  return (
    <Stack>
      <PlainForm onSubmit={make}>
        <Stack gap={3}>
          <SelectField
            {...faults.of("target")}
            label="Where it should work"
            value={target}
            options={TARGETS.map((value) => ({ value, text: TARGET_NAMES[value] }))}
            onChange={(value) => {
              reset();
              setTarget(value as TargetId);
            }}
          />
          <TextField
            {...faults.of("host")}
            label="Name of the server"
            autoComplete="off"
            value={host}
            hint="Leave empty to use the first name of the certificate."
            onChange={(text) => {
              setHost(text);
              faults.clear("host");
            }}
          />
          {asksKey && (
            <PrivateKeyField
              rows={3}
              where={route.where}
              act="make the folder"
              optional
              value={key}
              onChange={(text) => {
                setKey(text);
                reset();
              }}
            />
          )}
          {asksKey && isEncrypted(key) && (
            <PassphraseField
              hint="The passphrase of the encrypted private key."
              value={passphrase}
              onChange={setPassphrase}
            />
          )}
          {faults.banner && <Banner title={faults.banner} onDismiss={reset} />}
          <div>
            <Button type="submit" disabled={busy}>
              {busy ? "Making the folder..." : "Make the folder"}
            </Button>
          </div>
        </Stack>
      </PlainForm>
      {state.status === "result" && (
        <FolderResult folder={state.value} checksServer={checksServer} />
      )}
    </Stack>
  );
}
