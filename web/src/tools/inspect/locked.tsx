import { type RefObject, useEffect, useRef, useState } from "react";
import { listed, withCommas } from "../../../../core/kernel/formatting.ts";
import { type InspectionState, type Picture, unlock } from "./inspection.ts";
import { Button } from "../../ui/base/button.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { namedRow } from "./words.ts";
import { showErrorOf } from "../../lib/screen.ts";
import { useClearedOnLeave } from "../../lib/hooks.ts";

/** Locked files that the hint names. */
const NAMED = 3;

interface LockedProps {
  picture: Picture;
  unlocked: InspectionState["unlocked"];
  /** Whether a password waits for its turn. */
  waits: boolean;
  /** Takes the focus when nothing is locked any more and the form is gone. */
  next: RefObject<HTMLElement | null>;
}

/** Asks for a password and tries it on all locked objects. */
export function Locked({ picture, ...props }: LockedProps) {
  const names = [...picture.rows.values()].filter((row) => row.locked || row.unchecked)
    .map(namedRow);
  return names.length === 0 ? null : <PasswordForm names={names} {...props} />;
}

function PasswordForm(
  { names, unlocked, waits, next }: Omit<LockedProps, "picture"> & { names: readonly string[] },
) {
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState("");
  /** The names of all that were locked when the password was sent. */
  const [before, setBefore] = useState(names);
  const field = useRef<HTMLInputElement>(null);
  const wasSent = useRef(false);
  useClearedOnLeave(() => setPassword(""));
  useEffect(() => () => {
    if (wasSent.current && document.activeElement === document.body) next.current?.focus();
  }, [next]);
  const isTold = unlocked !== null && password === tried;
  const error = isTold ? errorOf(unlocked, before.filter((name) => !names.includes(name))) : null;
  useEffect(() => {
    if (error === null || !field.current) return;
    field.current.focus();
    return showErrorOf(field.current);
  }, [error, unlocked]);
  return (
    <Section heading="Locked" count={names.length}>
      <Form
        inline
        onSubmit={async () => {
          wasSent.current = true;
          setTried(password);
          setBefore(names);
          await unlock(password, null);
        }}
        actions={<Button type="submit">Unlock</Button>}
      >
        <TextField
          ref={field}
          label="Password"
          type="password"
          autoComplete="off"
          value={password}
          error={error}
          hint={waits ? "We try it when all files are read." : hintOf(names)}
          onChange={setPassword}
        />
      </Form>
    </Section>
  );
}

/** `opened`: the names of the files that the password opened. */
function errorOf(
  { message }: NonNullable<LockedProps["unlocked"]>,
  opened: readonly string[],
): string | null {
  if (message === null || opened.length === 0) return message;
  const files = opened.length > NAMED ? `${withCommas(opened.length)} files` : listed(opened);
  return `Opened ${files}. ${message}.`;
}

function hintOf(names: readonly string[]): string {
  if (names.length === 1) return `For ${names[0]}. We do not store it.`;
  const more = names.length > NAMED ? ` and ${withCommas(names.length - NAMED)} more` : "";
  const files = `${names.slice(0, NAMED).join(", ")}${more}`;
  return `For ${files}. We try it on each of them and do not store it.`;
}
