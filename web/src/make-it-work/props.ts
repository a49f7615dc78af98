import type { TargetId } from "../../../core/targets.ts";

/** The objects of a page that become a folder. */
export interface FolderProps {
  /** The id of the page's tool: the folder is made where the tool runs. */
  tool: string;
  /** Returns the files, with the private key; null if they are no longer there. */
  files: () => Promise<{ name: string; text: string }[] | null>;
  /** Of keys in the files that are encrypted. */
  passphrases?: readonly string[];
  /** Asks for the private key, because the page has none. */
  asksKey?: boolean;
  /** Offers to check the server afterwards, because the page does not. */
  checksServer?: boolean;
  /** The target that is chosen at first; "nginx" if absent. */
  target?: TargetId;
  /** Makes the folder when it appears, because the user has pressed the button of a target. */
  startsAtOnce?: boolean;
  /** The SHA-256 fingerprint of the certificate; absent if the files have only one. */
  fingerprint?: string;
}
