/** The interface that both sources of certificates, a paste and a live host, offer to the page. */
import type { ReactNode } from "react";
import type { LiveHandle } from "../../run/use-live.ts";
import type { OperationHandle } from "../../run/use-operation.ts";
import type { Analysis } from "./analysis.ts";

/** Half of the page's code, which is needed only to show a result. */
export const loadResult = () => import("./result.tsx");

export interface Source {
  readonly operation: Pick<
    OperationHandle,
    "route" | "setPrefer" | "made" | "outdated" | "reset" | "failToLoad"
  >;
  /** The operation is under way. */
  readonly busy: boolean;
  /** The content of the required field. */
  readonly text: string;
  readonly fields: ReactNode;
  readonly analysis: Analysis | null;
  /** The analysis as shown in the result panel; null until its code has loaded. */
  readonly result: ReactNode;
  readonly panel: {
    status: "idle" | "loading" | "result" | "error";
    announcement: string;
    fault: string | null;
  } & Partial<LiveHandle["panel"]>;
  /** An error that belongs to no field. */
  readonly banner: string | null;
  /** The next step with the banner's error; absent if the error says it. */
  readonly help?: ReactNode;
  /** Which data is sent, if it is neither all nor nothing. */
  readonly privacy?: string;
  /** Runs the operation, as the form's button does. */
  submit(): void;
  /** Cancels a run and clears its result. The fields keep their content. */
  clear(): void;
  /** Clears the result and empties the fields. */
  empty(): void;
  /** Returns a function that shows the current result again. */
  keep(): () => void;
  /** Focuses the required field. */
  focus(): void;
  fillExample(text: string): void;
}

/** The roots that the user also trusts. Both sources share them. */
export interface RootsInput {
  roots: string;
  onRoots: (text: string) => void;
}
