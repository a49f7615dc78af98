/** The strength of a new password; loaded when one is typed. */
import { type Score, scoreOf } from "../../../../core/password/strength.ts";
import type { Tone } from "../../ui/base/tone.ts";
import { Meter, StatusPill } from "../../ui/feedback/status.tsx";
import { Row } from "../../ui/layout/layout.tsx";

const TONES: Readonly<Record<Score["label"], Tone>> = {
  "Very weak": "bad",
  "Weak": "bad",
  "Fair": "warn",
  "Strong": "good",
  "Very strong": "good",
};

export function PasswordStrength({ password }: { password: string }) {
  const { score, label } = scoreOf(password);
  const text = `${label}, ${score} of 6`;
  return (
    <Row gap={2}>
      <Meter label="Password strength" value={score} max={6} text={text} tone={TONES[label]} />
      <StatusPill tone={TONES[label]}>{text}</StatusPill>
    </Row>
  );
}
