/** Choices for a PFX file. */

/** How a file may be encrypted. */
export const ENCRYPTIONS = ["3des-sha1", "aes256-sha256"] as const;
export type PfxEncryption = (typeof ENCRYPTIONS)[number];
