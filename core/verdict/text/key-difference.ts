/** The sentences about a key that differs from the private key, or cannot be compared with it. */
import { describeKey, type KeyDifference } from "../../x509/keys/key-comparison.ts";

/** The object that has the key. */
type KeyHolder = "certificate" | "request" | "public-key" | "private-key";

/** Its name at the start of a sentence, and inside one. */
const NAMES: Readonly<Record<KeyHolder, readonly [string, string]>> = {
  "certificate": ["The certificate", "the certificate"],
  "request": ["The CSR", "the CSR"],
  "public-key": ["The public key", "the public key"],
  "private-key": ["The private key", "the private key"],
};

/** One sentence without a full stop. */
export function keyDifferenceText(holder: KeyHolder, difference: KeyDifference): string {
  const [first, what] = NAMES[holder];
  switch (difference.code) {
    case "other_type": {
      const { theirs, ours } = difference;
      return `${first} has ${describeKey(theirs)}, but the private key is ${describeKey(ours)}`;
    }
    case "other_numbers":
      return `Both are ${describeKey(difference.ours)}, but they are different keys`;
    case "other_restriction":
      return `The numbers are the same, but ${what} restricts the key to ${difference.theirs}, and ` +
        `the private key is marked as ${difference.ours}. Servers refuse this pair`;
    case "key_invalid":
      return `The public key of ${what} is not valid: ${difference.fault}`;
    case "key_unreadable":
      return `The public key of ${what} cannot be read`;
    case "curve_by_parameters":
      return "This tool cannot compare curves that are given by their parameters";
    case "public_part_missing":
      return "The private key has no public part, and this tool cannot compute it for " +
        describeKey(difference.ours);
  }
}
