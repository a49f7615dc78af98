/** The fixture sets of the operations that run both on the device and on the API. */
import { parityTests } from "../tools/tools.generated.ts";

export interface FixtureSet {
  operation: string;
  fixtures: readonly { name: string; input: unknown }[];
  /** Removes random parts from the answer to an input. */
  comparable?: (value: unknown, input: unknown) => unknown | Promise<unknown>;
}

export const FIXTURE_SETS: readonly FixtureSet[] = Object.entries(parityTests)
  .map(([operation, set]) => ({ operation, ...set }));
