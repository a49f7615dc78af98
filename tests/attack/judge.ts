/**
 * The limits of a request's cost, compared with the count of its budget. CPU time is in milliseconds of
 * the slow core for which budgets are made: the measured time times the speed of the process (speed.ts).
 */
import { LIGHT_WORK, SERVER_LIMITS } from "../../core/kernel/context.ts";
import type { Measured } from "./protocol.ts";

/**
 * The factor on all times. The code estimates costs, and engines differ. Other processes slow the
 * measured code in another way than the loop that measures the speed. Between a quiet machine and one
 * with a load of 8 the figures of one shape differed by up to 1.7. This test looks for costs that grow
 * with the square or are not counted at all; they differ by ten and more.
 */
const FACTOR = 2;
/** Milliseconds that every request may take uncounted: its JSON, its schema, its answer. */
const FREE = 100;
/** Microseconds that each octet of a body and of an answer may take uncounted. */
const PER_OCTET = 1.5;
/** Milliseconds that a call may hold the thread that answers requests. Nothing can stop it there. */
const AT_ONCE = 10;
/** MiB that a request may take beyond a share for each octet of its body and its answer. */
const MEMORY = 64;
const MEMORY_PER_OCTET = 96;

const MIB = 1024 * 1024;

export interface Judged extends Measured {
  /** Milliseconds of a slow core, and the most that are allowed. */
  slow: number;
  allowed: number;
  /** `slow` divided by `allowed`. */
  ratio: number;
  /** The limits that were exceeded, one sentence each. */
  faults: string[];
}

/** Compares one measurement with its charge and with the limits of a server. */
export function judge(measured: Measured): Judged {
  const { cpu, lightCpu, charged, body, answer, memory, speed, outcome } = measured;
  const slow = cpu * speed;
  const uncounted = FREE + PER_OCTET * (body + answer) / 1000;
  const allowed = FACTOR * charged + uncounted;
  const faults: string[] = [];
  const whole = (value: number) => value.toFixed(0);
  if (slow > allowed) {
    faults.push(
      `took ${whole(slow)} ms of a slow core, and ${whole(charged)} were counted ` +
        `(allowed ${whole(allowed)})`,
    );
  }
  const most = FACTOR * SERVER_LIMITS.work / 1000 + uncounted;
  if (slow > most) faults.push(`took ${whole(slow)} ms of a slow core, more than ${whole(most)}`);
  const turn = (lightCpu ?? 0) * speed;
  const mostOfTurn = FACTOR * LIGHT_WORK / 1000 + uncounted;
  if (turn > mostOfTurn) {
    faults.push(`held a light turn for ${whole(turn)} ms, more than ${whole(mostOfTurn)}`);
  }
  if (measured.atOnce && turn > AT_ONCE) {
    faults.push(`held the thread that answers for ${whole(turn)} ms, more than ${AT_ONCE}`);
  }
  const room = MEMORY + MEMORY_PER_OCTET * (body + answer) / MIB;
  if (memory !== null && memory > room) {
    faults.push(`took ${whole(memory)} MiB, more than ${whole(room)}`);
  }
  if (outcome === "internal") faults.push("ended with a fault of our own");
  return { ...measured, slow, allowed, ratio: slow / allowed, faults };
}
