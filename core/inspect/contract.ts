/**
 * Contract of the inspector, which finds the objects in any number of texts, their relations and their
 * problems. A session (session.ts) uses the same shapes, but accepts binary files and computes the
 * details of one object at a time.
 */
import { contract } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import type * as schema from "./schema.ts";

export * from "./options.ts";
export type {
  Checked,
  Difference,
  EncryptedFile,
  InspectedChain,
  InspectedFinding,
  InspectedSet,
  Leftover,
  Link,
  ObjectRow,
  Place,
  Relations,
  SignedBy,
  SignedFile,
  SkippedPart,
} from "./schema.ts";
export type { InspectedVerdict } from "../verdict/schema.ts";

export const inspect = contract<typeof schema.inspect>({
  name: "inspect",
  summary:
    "Reads any number of texts and says which objects they contain, which of these belong together and what is wrong with them. Private keys are skipped unless acceptPrivateKeys is true.",
  needs: ["webassembly", "subtle-crypto"],
  secrets: ["texts"],
  failure: TEXT.inspectFailed,
});
