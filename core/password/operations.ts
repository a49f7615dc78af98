/** Operations of the password generator, in the order of the documentation. */
import { bind } from "../kernel/execute.ts";
import { passwordGenerate, passwordPassphrase } from "./contract.ts";
import * as schema from "./schema.ts";

export const passwordOperations = [
  bind(
    passwordGenerate,
    schema.passwordGenerate,
    async () => (await import("./generate.ts")).generate,
  ),
  bind(
    passwordPassphrase,
    schema.passwordPassphrase,
    async () => (await import("./passphrase.ts")).passphrase,
  ),
];
