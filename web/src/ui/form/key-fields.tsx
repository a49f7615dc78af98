/** The fields for a private key and its passphrase, alike on every page that takes a key. */
import type { Ref } from "react";
import { CodeField } from "./code-field.tsx";
import { TextField } from "./field.tsx";

interface SecretFieldProps<Control> {
  ref?: Ref<Control>;
  value: string;
  error?: string | null;
  onChange: (value: string) => void;
}

interface PrivateKeyFieldProps extends SecretFieldProps<HTMLTextAreaElement> {
  rows: number;
  /** Where the key is read: on this device, or on the server when the user acts. */
  where: "device" | "server";
  /** The user's action, as a verb: "verify". */
  act: string;
  label?: string;
  /** The form can do without it. */
  optional?: boolean;
  /** After a paste or a file. */
  onFill?: () => void;
}

export function PrivateKeyField(
  { where, act, label = "Private Key", optional, ...field }: PrivateKeyFieldProps,
) {
  return (
    <CodeField
      {...field}
      label={label}
      required={!optional}
      hint={where === "device"
        ? "It is read in this tab, sent nowhere, and cleared when you leave the page."
        : `It goes to this site's server when you ${act}; you are asked before.`}
      placeholder="-----BEGIN PRIVATE KEY-----"
      accept=".key,.pem,.der,.p8,.pk8,.txt,.jwk,.json"
    />
  );
}

interface PassphraseFieldProps extends SecretFieldProps<HTMLInputElement> {
  hint: string;
}

/** The passphrase of an encrypted private key. */
export function PassphraseField(field: PassphraseFieldProps) {
  return <TextField {...field} label="Passphrase" required type="password" autoComplete="off" />;
}
