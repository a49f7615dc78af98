import { useState } from "react";
import { withCommas } from "../../../../core/kernel/numbers.ts";
import { type InspectionState, type Picture, unlock } from "./inspection.ts";
import { Button } from "../../ui/base/button.tsx";
import { Section } from "../../ui/layout/card.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Form } from "../../ui/form/form.tsx";
import { titleOf } from "./words.ts";
import { pageText } from "../../lib/page-text.ts";

/** How many locked files are named. */
const NAMED = 3;

/** Asks for one password and tries it on everything that is locked. */
export function Locked(
  { picture, unlocked }: { picture: Picture; unlocked: InspectionState["unlocked"] },
) {
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState("");
  const locked = [...picture.rows.values()].filter((row) => row.locked);
  if (locked.length === 0) return null;
  const names = locked.slice(0, NAMED).map(titleOf).join(", ");
  const more = locked.length > NAMED ? ` and ${withCommas(locked.length - NAMED)} more` : "";
  const isTold = unlocked !== null && password === tried;
  const error = isTold && unlocked.message !== null ? pageText(unlocked.message) : null;
  return (
    <Section heading="Locked" count={locked.length}>
      <Form
        inline
        onSubmit={async () => {
          setTried(password);
          await unlock(password, null);
        }}
        actions={<Button type="submit">Unlock</Button>}
      >
        <TextField
          label="Password"
          type="password"
          autoComplete="off"
          value={password}
          error={error}
          hint={`${names}${more}. It is tried on each of them and kept nowhere.`}
          onChange={setPassword}
        />
      </Form>
    </Section>
  );
}
