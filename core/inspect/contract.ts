/**
 * Contract of the inspector: any number of texts to the objects in them, what fits together and what
 * is worth knowing. The same shapes are a session's rows (session.ts), where files may be binary and
 * details are asked for one at a time.
 */
import { contract } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import type * as schema from "./schema.ts";

export * from "./options.ts";
export type {
  Aside,
  Difference,
  InspectedChain,
  InspectedFinding,
  InspectedSet,
  Leftover,
  Link,
  ObjectRow,
  Place,
  Relations,
  Statement,
  Verdict,
} from "./schema.ts";

export const inspect = contract<typeof schema.inspect>({
  name: "inspect",
  summary:
    "Says what any number of texts contain, how the objects fit together and what is wrong with them. Private keys are skipped unless acceptPrivateKeys is true.",
  needs: ["webassembly", "subtle-crypto"],
  secrets: ["texts"],
  failure: TEXT.inspectFailed,
});
