/** The fields for a private key and its passphrase, the same on every page. */
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
  rows?: number;
  /** Where the key is read. */
  where: "device" | "server";
  /** The verb for the user's action, such as "verify". */
  act: string;
  label?: string;
  optional?: boolean;
  /** Called after a paste or a file. */
  onFill?: () => void;
}

export function PrivateKeyField(
  { where, act, label = "Private Key", optional, ...field }: PrivateKeyFieldProps,
) {
  return (
    <CodeField
      {...field}
      label={label}
      takes="key"
      required={!optional}
      hint={where === "device"
        ? "It stays in this tab. We clear it when you leave."
        : `We send it to our server when you ${act}, and ask you first.`}
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
