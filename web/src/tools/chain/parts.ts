/** The parts of the answer about a host, as they arrive on the page. */
import type { PartName } from "../../../../core/verdict/codes.ts";
import {
  COMPLETE as ALL_THERE,
  type Progress as Arrived,
} from "../../../../core/verdict/judge/parts.ts";

export type { PartName };

/** How much is there of an answer that comes in parts. */
export interface Progress extends Arrived {
  /** Why they will not come; null while they may come, and after Cancel. */
  readonly failure: string | null;
}

export const COMPLETE: Progress = { ...ALL_THERE, failure: null };
