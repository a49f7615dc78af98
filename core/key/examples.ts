/** Inputs that really work, for documentation, pages and tests. No worker imports them. */
import { examplePrivateKey } from "../examples.ts";
import type { RequestOf } from "../kernel/contract.ts";
import type { keyConvert } from "./contract.ts";

export const keyConvertExample: RequestOf<typeof keyConvert> = {
  privateKey: examplePrivateKey,
  format: "public-jwk",
  name: "www.example.com",
};
