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
/** Microseconds that each octet of a body may take uncounted, and each of an answer, which is only written. */
const PER_OCTET = 1.5;
const PER_ANSWERED = 0.2;
/** Milliseconds that a call may hold the thread that answers requests. Nothing can stop it there. */
const AT_ONCE = 10;
/** MiB that a request may take beyond a share for each octet of its body and its answer. */
const MEMORY = 64;
const MEMORY_PER_OCTET = 96;

const MIB = 1024 * 1024;

/**
 * How many octets an answer may have for each octet of its body, beyond ANSWER octets. Two octets of DER
 * can be an element of a list, which JSON states in words: a name, or the reasons of a distribution point.
 * A line of a zone with 17 octets is a record with its remarks and its meaning. The address of an account is in
 * each record for an authority, and each record in several forms.
 */
export const MOST_ANSWERED: Readonly<Record<string, number>> = {
  "inspect": 27,
  "bundle/make": 27,
  "certificate/lint": 6,
  "csr/generate": 1,
  "csr/decode": 27,
  "csr/prefill": 1,
  "caa/generate": 20,
  "caa/validate": 3,
  "caa/check": 34,
  "caa/lookup": 1,
  "chain/analyze": 34,
  "chain/analyze-url": 34,
  "match/verify": 27,
  "pfx/convert": 3,
  "pfx/open": 5,
  "certificate/generate": 1,
  "certificate/convert": 3,
  "certificate/read-again": 1,
  "certificate/diff": 4,
  "key/convert": 3,
  "crl/generate": 3,
};
/** Octets that every answer may have. */
export const ANSWER = 16 * 1024;

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
  const { shape, cpu, lightCpu, charged, body, answer, memory, speed, outcome } = measured;
  const slow = cpu * speed;
  const uncounted = FREE + (PER_OCTET * body + PER_ANSWERED * answer) / 1000;
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
  const [operation] = shape.split(":");
  const longest = ANSWER + MOST_ANSWERED[operation] * body;
  if (!(answer <= longest)) faults.push(`answers ${answer} octets, more than ${whole(longest)}`);
  if (outcome === "internal") faults.push("ended with a fault of our own");
  return { ...measured, slow, allowed, ratio: slow / allowed, faults };
}
