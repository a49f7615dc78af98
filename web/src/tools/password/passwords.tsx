import { useState } from "react";
import type { GeneratedPassword } from "../../../../core/password/contract.ts";
import { guessingTime } from "../../../../core/password/strength.ts";
import { Section } from "../../ui/layout/card.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { CopyButton } from "../../ui/base/copy-button.tsx";
import { DownloadButton } from "../../ui/base/download-button.tsx";
import { Facts } from "../../ui/data/facts.tsx";
import { CheckboxField } from "../../ui/form/field.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Row, Stack } from "../../ui/layout/layout.tsx";
import { Meter, StatusPill } from "../../ui/feedback/status.tsx";
import { SecretText } from "../../ui/data/secret-text.tsx";
import type { Tone } from "../../ui/base/tone.ts";

const TONES: Readonly<Record<GeneratedPassword["strength"]["color"], Tone>> = {
  red: "bad",
  orange: "warn",
  yellow: "good",
  green: "good",
  teal: "good",
};

export interface PasswordsProps {
  passwords: readonly GeneratedPassword[];
  /** How the passwords were made, in a sentence. */
  madeOf: string;
  /** The size of the pool: "88 characters". */
  drawnFrom: string;
  at: Date;
  /** The separator of a passphrase's words, where a line may break. Null for passwords. */
  separator: string | null;
}

export function Passwords({ passwords, madeOf, drawnFrom, at, separator }: PasswordsProps) {
  const [shown, setShown] = useState(true);
  const [{ entropy, exactEntropy }] = passwords;
  const [word, title] = separator === null
    ? ["password", "Password"]
    : ["passphrase", "Passphrase"];
  const all = () => passwords.map(({ value }) => value).join("\n");
  return (
    <Stack>
      <Section
        heading={passwords.length === 1 ? title : `${title}s`}
        count={passwords.length === 1 ? undefined : passwords.length}
        aside={
          <>
            <CopyButton text={all} label="Copy All" />
            {passwords.length > 1 && (
              <DownloadButton
                name={`Download ${word}s`}
                content={() => all() + "\n"}
                filename={`passwords-${timestamp(at)}.txt`}
              />
            )}
          </>
        }
      >
        <Stack>
          <CheckboxField label={`Show ${word}s`} checked={shown} onChange={setShown} />
          <ItemList
            items={passwords.map(({ value, entropy, strength }, index) => ({
              children: (
                <Stack gap={2}>
                  <Row spread>
                    <SecretText value={value} shown={shown} separator={separator} />
                    <CopyButton text={value} name={`Copy ${word} ${index + 1}`} />
                  </Row>
                  <Row gap={2}>
                    <Meter
                      label="Strength"
                      value={strength.percent / 20}
                      max={5}
                      text={strength.label}
                      tone={TONES[strength.color]}
                    />
                    <StatusPill tone={TONES[strength.color]}>{strength.label}</StatusPill>
                    <span>{bits(entropy)}, {value.length} characters</span>
                  </Row>
                </Stack>
              ),
            }))}
          />
        </Stack>
      </Section>
      <Facts
        facts={[
          { term: "Drawn from", value: drawnFrom },
          { term: "Time to guess", value: guessingTime(exactEntropy) },
        ]}
      />
      <Disclosure summary="How they are made">
        <Stack gap={2}>
          <p>{madeOf}</p>
          {bits(exactEntropy) !== bits(entropy) && (
            <p>
              {bits(entropy)}{" "}
              is the length times log2 of the number of characters. Passwords that lack a type are
              never drawn, which leaves {bits(exactEntropy)}.
            </p>
          )}
          <p>
            The time is for half of all guesses, at a trillion a second: a rack of graphics cards
            against a fast hash. Against a slow hash it is far longer.
          </p>
        </Stack>
      </Disclosure>
    </Stack>
  );
}

function bits(entropy: number): string {
  return `${entropy.toFixed(1)} bits`;
}

/** Date and time in digits, used in a file name. */
function timestamp(at: Date): string {
  return at.toISOString().replace(/[-:T]/g, "").slice(0, 14);
}
