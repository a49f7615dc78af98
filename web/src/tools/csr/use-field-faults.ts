/** Errors under their fields: shown after a run, cleared one by one as fields change. */
import { type Ref, useRef, useState } from "react";
import type { Issue } from "../../../../core/kernel/errors.ts";
import type { Faults } from "../../run/faults.ts";

type Control = HTMLInputElement & HTMLSelectElement;

export interface FieldFaults {
  banner: string | null;
  panel: Faults["panel"];
  errorOf(field: string): string | null;
  /** The error of these fields is seen to: they changed. Those of a list's items go with it. */
  clear(...fields: string[]): void;
  /** Before a new run. */
  restore(): void;
  refOf(field: string): Ref<Control>;
  /** Puts the focus on the first field that is at fault. */
  focusFirst(issues: readonly Issue[]): void;
}

export function useFieldFaults(faults: Faults): FieldFaults {
  const [cleared, setCleared] = useState<ReadonlySet<string>>(new Set());
  const controls = useRef(new Map<string, Control>());
  const rootOf = (field: string) => field.split(".")[0];
  return {
    banner: faults.banner,
    panel: faults.panel,
    errorOf: (field) => cleared.has(rootOf(field)) ? null : faults.field(field),
    clear: (...fields) => setCleared((before) => new Set([...before, ...fields.map(rootOf)])),
    restore: () => setCleared(new Set()),
    refOf: (field) => (control) => {
      if (control) controls.current.set(field, control);
      return () => void controls.current.delete(field);
    },
    focusFirst(issues) {
      const first = issues.find(({ path }) => controls.current.has(path));
      if (first) controls.current.get(first.path)!.focus();
    },
  };
}
