/** The values of the form "PFX to PEM", and the request built from them. */
import type { RequestOf } from "../../../../core/kernel/contract.ts";
import { pfxOpen } from "../../../../core/pfx/contract.ts";

export const OPEN_FIELDS = ["pfx", "password", "keyPassphrase"] as const;
type OpenField = (typeof OPEN_FIELDS)[number];

export interface OpenValues {
  pfx: string;
  password: string;
  keyFormat: "plain" | "encrypted";
  keyPassphrase: string;
}

export const NO_FILE: OpenValues = {
  pfx: "",
  password: "",
  keyFormat: "plain",
  keyPassphrase: "",
};

/** A passphrase counts only while its field is shown. */
export const openRequestOf = (
  { pfx, password, keyFormat, keyPassphrase }: OpenValues,
): RequestOf<typeof pfxOpen> => ({
  pfx,
  password,
  keyPassphrase: keyFormat === "encrypted" ? keyPassphrase : "",
});

/** The title of the result. */
export const OPENED = "PFX file opened";
