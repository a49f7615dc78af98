/** How programs get a certificate: one tab for each program, with its lines and commands. */
import { type ReactNode, useState } from "react";
import { Command } from "../ui/data/code.tsx";
import { Stack } from "../ui/layout/layout.tsx";
import { Tabs } from "../ui/layout/tabs.tsx";
import type { Program } from "./lines.ts";

interface InstallStepsProps {
  /** The accessible name of the tabs. */
  label: string;
  programs: readonly Program[];
  /** Makes the PFX file, above the steps of the programs that read it. */
  pfx?: ReactNode;
}

export function InstallSteps({ label, programs, pfx }: InstallStepsProps) {
  const [chosen, setChosen] = useState(programs[0].id);
  const program = programs.find(({ id }) => id === chosen) ?? programs[0];
  return (
    <Tabs
      label={label}
      tabs={programs.map(({ id, name }) => ({ value: id, text: name }))}
      value={program.id}
      onChange={setChosen}
    >
      <Stack>
        {program.needsPfx && pfx}
        {program.steps.map(({ text, code, copies }) =>
          code === undefined
            ? <p key={text}>{text}</p>
            : (
              <Command key={text} command={code} copyName={`Copy ${copies}`}>
                {text}
              </Command>
            )
        )}
        {program.untested && (
          <p>
            <small>
              Based on the documentation of {program.name}. We did not test it.
            </small>
          </p>
        )}
      </Stack>
    </Tabs>
  );
}
