/** Working inputs and the descriptions of fields, for the documentation, pages and tests. */
import { examplePrivateKey } from "../examples.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type { keyConvert } from "./contract.ts";

export const keyConvertExample: RequestOf<typeof keyConvert> = {
  privateKey: examplePrivateKey,
  format: "public-jwk",
  name: "www.example.com",
};

/** Descriptions of fields. A key that names an operation is for that operation only. */
export const about: Readonly<Record<string, string>> = {
  newPassphrase: "Encrypts the key in the answer; not encrypted if left out.",
};
