/** The messages between the process that measures and its children: lines of JSON. */

export interface Task {
  /** `idOf` of the shape. */
  shape: string;
  /** About how many octets the body has. */
  octets: number;
}

/** One request as it was computed. Times are milliseconds of CPU of the whole process. */
export interface Measured extends Task {
  /** Octets of the body in JSON. */
  body: number;
  /** Whether a server would take it for light work at first, and on the thread that answers requests. */
  light: boolean;
  atOnce: boolean;
  /** The CPU time of the turn as light work; null if it is not light. */
  lightCpu: number | null;
  /** The CPU time of the whole request, and the milliseconds of a slow core that its budget counted. */
  cpu: number;
  charged: number;
  /** The growth of resident memory at its peak, in MiB; null where it cannot be measured. */
  memory: number | null;
  /** Octets of the answer. */
  answer: number;
  /** "ok", or the code of the error. */
  outcome: string;
  /** How many times as fast as a slow core this process was just now. */
  speed: number;
}

/** A child reports each task before it begins. If the child dies, that task is the cause. */
export type Line = { begins: Task } | { measured: Measured };
