/** The fields for a private key that the user has; loaded when they are opened. */
import { useState } from "react";
import { PassphraseField, PrivateKeyField } from "../../ui/form/key-fields.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import type { FormFaults } from "../../run/faults.ts";
import type { FormValues } from "./form-values.ts";

interface OwnKeyProps {
  values: FormValues;
  onChange: (change: Partial<FormValues>) => void;
  faults: Pick<FormFaults<string>, "of">;
  where: "device" | "server";
}

export default function OwnKey({ values, onChange, faults, where }: OwnKeyProps) {
  const { privateKey, passphrase } = values;
  const opener = faults.of("passphrase");
  /** The operation found the key encrypted, although the text does not show it. */
  const [isEncrypted, setEncrypted] = useState(false);
  if (opener.error !== null && !isEncrypted) setEncrypted(true);
  return (
    <Stack gap={3}>
      <PrivateKeyField
        {...faults.of("privateKey")}
        label="Your Private Key"
        optional
        rows={5}
        where={where}
        act="generate"
        value={privateKey}
        // A passphrase belongs to one key: with another key it is cleared.
        onChange={(text) => {
          setEncrypted(false);
          onChange({ privateKey: text, passphrase: "" });
        }}
      />
      {(isEncrypted || privateKey.includes("ENCRYPTED")) && (
        <PassphraseField
          {...opener}
          value={passphrase}
          hint="The passphrase of your encrypted private key."
          onChange={(text) => onChange({ passphrase: text })}
        />
      )}
    </Stack>
  );
}
