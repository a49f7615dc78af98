/** Passwords of 20 characters beside a loop that is biased and a generator that people use. */
import { generatePassword } from "secure-password-utilities";
import { createContext } from "../../core/kernel/context.ts";
import { charactersOf } from "../../core/password/characters.ts";
import { passwordSource } from "../../core/password/generate.ts";
import type { Bench, Section } from "./harness.ts";

const LENGTH = 20;
const sets = charactersOf({
  uppercase: true,
  lowercase: true,
  numbers: true,
  symbols: true,
  excludeAmbiguous: false,
});
const draw = passwordSource(sets, createContext().random);
const characters = sets.join("");

/** What one finds pasted everywhere: a byte modulo the pool, and no thought of the types. */
function naive(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  let password = "";
  for (const byte of bytes) password += characters[byte % characters.length];
  return password;
}

const BATCH = 100;
const batch = (make: () => unknown) => ({
  operations: BATCH,
  run: () => {
    for (let left = BATCH; left > 0; left--) make();
  },
});

const benches: Bench[] = [
  {
    name: `Passwords of ${LENGTH} characters`,
    ours: { name: "ours (rejection, every type)", ...batch(() => draw(LENGTH)) },
    peers: [
      { name: "naive loop (modulo bias)", ...batch(naive) },
      {
        name: "secure-password-utilities",
        ...batch(() => generatePassword(LENGTH, { charset: { symbols: sets[3] } })),
      },
    ],
  },
];

export const section: Section = { title: "Passwords", benches };
