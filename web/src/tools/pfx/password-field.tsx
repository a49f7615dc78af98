import { type Ref, useState } from "react";
import { type Score, scoreOf } from "../../../../core/password/strength.ts";
import { CheckboxField, TextField } from "../../ui/form/field.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Meter, StatusPill } from "../../ui/feedback/status.tsx";
import type { Tone } from "../../ui/base/tone.ts";

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

const TONES: Readonly<Record<Score["label"], Tone>> = {
  "Very weak": "bad",
  "Weak": "bad",
  "Fair": "warn",
  "Strong": "good",
  "Very strong": "good",
};

/** A password field with a checkbox to show the password, and the strength of a new password. */
export function PasswordField(
  { label = "Password", showLabel = "Show password", measured, value, ...field }:
    PasswordFieldProps,
) {
  const [shown, setShown] = useState(false);
  const { score, label: word } = scoreOf(value);
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
        {measured && value !== "" && (
          <Row gap={2}>
            <Meter
              label="Password strength"
              value={score}
              max={6}
              text={`${word}, ${score} of 6`}
              tone={TONES[word]}
            />
            <StatusPill tone={TONES[word]}>{word}, {score} of 6</StatusPill>
          </Row>
        )}
      </Row>
    </Stack>
  );
}
