/**
 * What a password-based key derivation costs, and the one place that takes it from the budget before
 * the derivation runs.
 *
 * The unit is one iteration of PBKDF2 over SHA-256, which engines have natively. What files ask for
 * today, and is allowed on a server by SERVER_LIMITS (core/kernel/context.ts): OpenSSL 3 and .NET write
 * 2,048 and 2,000 iterations and scrypt with N = 16,384, r = 8; OpenJDK 10,000 and, before version
 * 12, 50,000 and 100,000 of PKCS#12's own derivation; NSS, GnuTLS 3.7 and Bouncy Castle 1.86 write
 * 600,000 in each derivation of a file, the MAC's among them. What is refused elsewhere: OpenJDK and
 * Bouncy Castle more than 5,000,000; Windows more than 600,000; .NET 9 more than 300,000.
 */
import { withCommas } from "../../../kernel/numbers.ts";
import type { Budget } from "../../../kernel/context.ts";
import { OperationError } from "../../../kernel/errors.ts";
import * as X509_TEXT from "../../texts.ts";

/** How many iterations of PBKDF2 over SHA-256 one of these takes as long as. */
export const KDF_COST = {
  /** PBKDF2 by its hash; natively, but over SHA-224 (wasm/kdf.ts). */
  pbkdf2: { "SHA-1": 1, "SHA-224": 20, "SHA-256": 1, "SHA-384": 3, "SHA-512": 3 },
  /** One call of a digest in WebAssembly, by its hash: PKCS#12's own derivation and PBKDF1. */
  digest: {
    "MD5": 5,
    "SHA-1": 5,
    "SHA-224": 6,
    "SHA-256": 6,
    "SHA-384": 7,
    "SHA-512": 7,
  },
  /** A block of 128 octets: cost times block size times parallelism are derived. */
  scryptBlock: 3,
  /** A round of bcrypt_pbkdf, in JavaScript, for 32 octets: ssh-keygen writes 16 or 24 of them. */
  bcryptRound: 30_000,
} as const;

/** Preparing a derivation, however few its iterations are. */
const START = 100;

/** A derivation takes more work than is allowed. The caller says with `at` which field asked for it. */
export class TooMuchDerivation extends OperationError {
  private constructor(message: string, path?: string) {
    super("too_complex", message, path);
  }

  /** `what` was asked for, and `most` iterations are still allowed; `fresh`: none were run before. */
  static of(what: string, most: number, fresh: boolean, onServer: boolean): TooMuchDerivation {
    return new TooMuchDerivation(X509_TEXT.tooMuchDerivation(what, most, fresh, onServer));
  }

  /** The same error, for an input field. */
  at(path: string): TooMuchDerivation {
    return new TooMuchDerivation(this.message, path);
  }
}

/**
 * Takes a derivation from the budget. `what` names it after its number of iterations. Throws
 * TooMuchDerivation with what was found and what is allowed.
 */
export function spendDerivation(
  budget: Budget,
  what: string,
  iterations: number,
  cost: number,
): void {
  const amount = START + iterations * cost;
  const left = budget.left("kdfIterations");
  if (!(amount <= left)) {
    const most = Math.max(0, Math.floor((left - START) / cost));
    const asked = `${withCommas(iterations)} ${what}`;
    throw TooMuchDerivation.of(asked, most, budget.spent("kdfIterations") === 0, budget.onServer);
  }
  budget.spend("kdfIterations", amount);
}
