/**
 * How fast this process is, compared with the slow core whose microseconds the budgets count
 * (core/kernel/context.ts). A busy machine slows the measured work and this loop alike.
 */
import process from "node:process";

/** Milliseconds of CPU of the whole process: also of the garbage collector and the compiler. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Milliseconds of a round on the slow core. Where this was found, the product's own key derivations and
 * signatures took a half to a third of what budgets count for them, and a round took 6.3 ms.
 */
const ROUND = 11;
const ROUNDS = 3;

/** A mix of what readers do: octets, short texts, maps, a pattern. */
function round(): number {
  const bytes = new Uint8Array(4_096);
  const seen = new Map<string, number>();
  let sum = 0;
  for (let index = 0; index < 1_200_000; index++) {
    const octet = (index * 31 + (bytes[index & 4_095] ^ sum)) & 0xff;
    bytes[index & 4_095] = octet;
    sum = (sum + octet) | 0;
    if ((index & 31) === 0) {
      const text = `${index & 1_023}.${octet}`;
      seen.set(text, (seen.get(text) ?? 0) + text.length);
      if (/^\d+\.7/.test(text)) sum++;
    }
  }
  return sum + seen.size;
}

/** Above 1: faster than a slow core. The fastest of a few rounds counts. */
export function speedNow(): number {
  let least = Infinity;
  for (let count = 0; count < ROUNDS; count++) {
    const started = cpuTime();
    round();
    least = Math.min(least, cpuTime() - started);
  }
  return ROUND / least;
}
