/** What the reader of each family of keys finds in the numbers of a private key. */
import { type ComparableKey, describeKey } from "../comparable-keys.ts";
import type { PublicKey } from "../../shapes.ts";

export interface PrivateNumbers {
  readonly publicKey: ComparableKey;
  /** Null when the numbers belong together; else why that cannot be verified here. */
  readonly unchecked: string | null;
  /** Replaces the file's algorithm and structure in the normal form; absent to keep them. */
  readonly algorithm?: Uint8Array<ArrayBuffer>;
  readonly inner?: Uint8Array<ArrayBuffer>;
}

/** `unchecked` for a key of an algorithm whose numbers are not compared here. */
export const cannotCheck = (key: PublicKey): string =>
  `WHETHER THE PARTS OF THE PRIVATE KEY BELONG TOGETHER CANNOT BE VERIFIED HERE FOR ${
    describeKey(key)
  }`;
