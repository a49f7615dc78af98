import { type Ref, useState } from "react";
import { CheckboxField, TextField } from "../../ui/form/field.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { useModule } from "../../lib/load.ts";

interface PasswordFieldProps {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  hint: string;
  /** Shows the strength of a password that is chosen here. */
  measured?: boolean;
  /** The label of the checkbox that shows the password. */
  showLabel?: string;
  ref?: Ref<HTMLInputElement>;
}

const loadStrength = () => import("./password-strength.tsx");

/** A password field with a checkbox to show the password, and the strength of a new password. */
export function PasswordField(
  { label = "Password", showLabel = "Show password", measured, value, ...field }:
    PasswordFieldProps,
) {
  const [shown, setShown] = useState(false);
  const measures = Boolean(measured) && value !== "";
  const strength = useModule(loadStrength, measures);
  return (
    <Stack gap={2}>
      <TextField
        {...field}
        label={label}
        value={value}
        type={shown ? "text" : "password"}
        autoComplete="off"
      />
      <Row spread>
        <CheckboxField label={showLabel} checked={shown} onChange={setShown} />
        {measures && strength && <strength.PasswordStrength password={value} />}
      </Row>
    </Stack>
  );
}
