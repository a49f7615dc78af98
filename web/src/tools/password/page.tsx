import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import {
  CHARACTER_TYPES,
  type CharacterType,
  describe,
} from "../../../../core/password/characters.ts";
import {
  COUNT,
  LENGTH,
  passwordGenerate,
  passwordPassphrase,
  WORDS,
} from "../../../../core/password/contract.ts";
import * as TEXT from "../../../../core/texts.ts";
import { withCommas } from "../../../../core/kernel/formatting.ts";
import { ToolPage } from "../../page/tool-page.tsx";
import { useUndo } from "../../ui/feedback/undo.ts";
import { useFaults } from "../../run/faults.ts";
import { useOperation } from "../../run/use-operation.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState, ResultPanel } from "../../ui/result/result-panel.tsx";
import {
  CheckboxField,
  CheckboxGroup,
  RadioField,
  RangeField,
  SelectField,
} from "../../ui/form/field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Pairs, Stack } from "../../ui/layout/layout.tsx";
import { showErrorOf } from "../../lib/screen.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";
import { Passwords, type PasswordsProps } from "./passwords.tsx";
import { tool } from "./tool.ts";

const TYPES: Readonly<Record<CharacterType, { label: string; hint: string }>> = {
  uppercase: { label: "Uppercase", hint: "A to Z" },
  lowercase: { label: "Lowercase", hint: "a to z" },
  numbers: { label: "Numbers", hint: "0 to 9" },
  symbols: { label: "Symbols", hint: "!@#$% and 21 more" },
};

const SEPARATORS = [
  { value: "-", text: "Hyphen" },
  { value: " ", text: "Blank" },
  { value: ".", text: "Dot" },
  { value: "_", text: "Underscore" },
] as const;
type Separator = typeof SEPARATORS[number]["value"];

const DEFAULTS = {
  kind: "password" as "password" | "passphrase",
  length: LENGTH.initial as number,
  uppercase: true,
  lowercase: true,
  numbers: true,
  symbols: true,
  excludeAmbiguous: false,
  words: WORDS.initial as number,
  separator: "-" as Separator,
  capitalize: false,
  count: COUNT.initial as number,
};

/** Names of the input, in the order of the form. */
const FIELDS = ["length", "words", "count"] as const;

const CHANGED = "The settings were changed after this was generated. Generate again to use them.";

/** The result, with its headline for screen readers. */
type Made = PasswordsProps & { title: string };

export default function PasswordPage() {
  const [form, setForm] = useState(DEFAULTS);
  const { kind, length, words, separator, capitalize, count, ...choice } = form;
  const passwords = useOperation(passwordGenerate, tool.id, { length, count, ...choice });
  const phrases = useOperation(
    passwordPassphrase,
    tool.id,
    { words, separator, capitalize, count },
  );
  const [made, setMade] = useState<Made | null>(null);
  const [typeMissing, setTypeMissing] = useState(false);
  const [refused, setRefused] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const [dismissed, setDismissed] = useState(false);
  const supported = useSyncExternalStore(subscribeToNothing, hasSecureRandom, () => true);

  const operation = form.kind === "password" ? passwords : phrases;
  const faults = useFaults(operation.state, FIELDS);
  const busy = operation.state.status === "loading";
  const failure = refused ? TEXT.noSecureRandom : faults.banner;
  const status = refused ? "error" : made && !busy ? "result" : faults.panel;

  const forget = () => {
    passwords.reset();
    phrases.reset();
    setMade(null);
    setTypeMissing(false);
    setRefused(false);
  };
  const change = (part: Partial<typeof DEFAULTS>) => {
    setForm({ ...form, ...part });
    faults.clear(...Object.keys(part));
    setTypeMissing(false);
    if (part.kind) forget();
  };

  useClearedOnLeave(forget);

  const generate = async () => {
    setMade(null);
    setTypeMissing(false);
    setRefused(false);
    if (form.kind === "password" && !CHARACTER_TYPES.some((type) => form[type])) {
      forget();
      setTypeMissing(true);
      group.current?.querySelector("input")?.focus();
      if (group.current) showErrorOf(group.current);
      return;
    }
    if (!hasSecureRandom()) return setRefused(true);
    show(
      kind === "password"
        ? await passwords.run({ length, count, ...choice })
        : await phrases.run({ words, separator, capitalize, count }),
    );
  };
  // Generate one on load, and whenever the kind changes.
  const begin = useEffectEvent(async () => {
    if (!hasSecureRandom()) return;
    if (kind === "passphrase") {
      show(await phrases.attempt({ words, separator, capitalize, count }, false));
    } else if (CHARACTER_TYPES.some((type) => form[type])) {
      show(await passwords.attempt({ length, count, ...choice }, false));
    }
  });
  useEffect(() => void begin(), [kind]);
  const show = (result: Awaited<ReturnType<typeof passwords.run | typeof phrases.run>>) => {
    if (!result?.ok) return;
    const { passwords: list, pool, verdict } = result.value;
    const drawnFrom = `${withCommas(pool)} ${kind === "password" ? "characters" : "words"}`;
    setMade({
      passwords: list,
      separator: kind === "passphrase" ? separator : null,
      madeOf: kind === "password"
        ? `Drawn from ${describe(choice)}. Every password that has each chosen type is equally ` +
          "likely."
        : "Drawn from the EFF long word list. Each word is equally likely.",
      drawnFrom,
      title: verdict.title,
      at: new Date(),
    });
  };
  const undo = useUndo();
  const reset = () => {
    const { kind } = form;
    undo({
      kept: form,
      empty: DEFAULTS,
      put: setForm,
      secrets: { [kind === "password" ? "passwords" : "passphrases"]: made },
    });
    setForm(DEFAULTS);
    forget();
  };

  return (
    <ToolPage
      tool={tool}
      sticky
      resultFirst
      input={
        <Card>
          <Form
            onSubmit={generate}
            actions={
              <>
                <Button type="submit" kind="filled" disabled={busy}>
                  {busy ? "Generating..." : "Generate"}
                </Button>
                <Button disabled={busy} onClick={reset}>Reset</Button>
              </>
            }
          >
            <RadioField
              label="Kind"
              value={form.kind}
              options={[
                { value: "password", text: "Password" },
                { value: "passphrase", text: "Passphrase" },
              ]}
              onChange={(kind) => change({ kind: kind as typeof form.kind })}
            />
            {form.kind === "password"
              ? (
                <>
                  <RangeField
                    label="Password Length"
                    value={form.length}
                    min={LENGTH.min}
                    max={LENGTH.max}
                    {...faults.of("length")}
                    onChange={(length) => change({ length })}
                  />
                  <div ref={group}>
                    <CheckboxGroup
                      label="Character Types"
                      error={typeMissing ? TEXT.passwordTypeRequired : null}
                    >
                      <Pairs gap={3}>
                        {CHARACTER_TYPES.map((type) => (
                          <CheckboxField
                            key={type}
                            label={TYPES[type].label}
                            hint={TYPES[type].hint}
                            checked={form[type]}
                            onChange={(checked) => change({ [type]: checked })}
                          />
                        ))}
                      </Pairs>
                    </CheckboxGroup>
                  </div>
                  <CheckboxField
                    label="Exclude ambiguous characters"
                    hint="0 and O, l, 1 and I"
                    checked={form.excludeAmbiguous}
                    onChange={(excludeAmbiguous) => change({ excludeAmbiguous })}
                  />
                </>
              )
              : (
                <>
                  <RangeField
                    label="Number of Words"
                    value={form.words}
                    min={WORDS.min}
                    max={WORDS.max}
                    {...faults.of("words")}
                    onChange={(words) => change({ words })}
                  />
                  <SelectField
                    label="Separator"
                    value={form.separator}
                    options={SEPARATORS}
                    onChange={(separator) => change({ separator: separator as Separator })}
                  />
                  <CheckboxField
                    label="Capitalize words"
                    checked={form.capitalize}
                    onChange={(capitalize) => change({ capitalize })}
                  />
                </>
              )}
            <RangeField
              label={form.kind === "password" ? "Number of Passwords" : "Number of Passphrases"}
              value={form.count}
              min={COUNT.min}
              max={COUNT.max}
              {...faults.of("count")}
              onChange={(count) => change({ count })}
            />
          </Form>
        </Card>
      }
      result={
        <Stack>
          {!supported && !dismissed && (
            <Banner
              tone="warn"
              title={TEXT.browserNotSupported}
              onDismiss={() => setDismissed(true)}
            >
              <p>This browser has no secure random source, so we cannot make a password.</p>
            </Banner>
          )}
          <ResultPanel
            status={status}
            how={operation.state.status === "result" ? operation.state.how : undefined}
            announcement={made?.title ?? ""}
            loading="Generating..."
            onCancel={forget}
            stays
            outdated={operation.outdated && CHANGED}
            empty={
              <EmptyState icon={tool.icon} heading={`Your ${form.kind}s will appear here`}>
                We make them on this device and keep no copy. You see how strong each one is.
              </EmptyState>
            }
          >
            {failure && (
              <Stack>
                {failure === TEXT.noSecureRandom && supported && !dismissed && (
                  <Banner
                    tone="warn"
                    title={TEXT.browserNotSupported}
                    onDismiss={() => setDismissed(true)}
                  />
                )}
                <Banner title={failure} onDismiss={forget} />
              </Stack>
            )}
            {made && <Passwords {...made} />}
          </ResultPanel>
        </Stack>
      }
    />
  );
}

const subscribeToNothing = () => () => {};

function hasSecureRandom(): boolean {
  return typeof globalThis.crypto?.getRandomValues === "function";
}
