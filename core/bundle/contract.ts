/** Contract of the maker of folders for servers, services and devices. */
import { contract } from "../kernel/contract.ts";
import * as TEXT from "../texts.ts";
import { TARGET_REQUIRED } from "./options.ts";
import type * as schema from "./schema.ts";

export * from "./options.ts";
export type { BundleResponse } from "./schema.ts";

/** The targets whose folder has a PFX file, which is stretched even with a password that is made here. */
const WITH_PFX: ReadonlySet<unknown> = new Set(["iis", "java", "azure", "android", "iphone"]);

const isEmptyList = (value: unknown): boolean =>
  value === undefined || value === null || Array.isArray(value) && value.length === 0;

export const bundleMake = contract<typeof schema.bundleMake>({
  name: "bundle/make",
  summary:
    "Takes any files and makes the folder that a server needs: the right certificate, key and chain, the lines, and the commands that test them and take them back. It hands out nothing that clients would refuse.",
  cost: "compute",
  isQuick: ({ target, passphrases, password }) =>
    !WITH_PFX.has(target) && isEmptyList(passphrases) && !password,
  needs: ["webassembly", "subtle-crypto"],
  required: { target: TARGET_REQUIRED },
  secrets: ["texts", "passphrases", "password"],
  failure: TEXT.bundleFailed,
});
