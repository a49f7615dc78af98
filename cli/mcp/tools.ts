/** The tools of an assistant: one for each operation that can be of use with the folders and options of this start. */
import { inputSchema, type JsonSchema } from "../../api/docs/json-schema.ts";
import type { Binding, Registry } from "../../core/kernel/execute.ts";
import { MAKERS } from "./made.ts";
import type { Places, Purpose } from "./places.ts";

/** The permissions that the person gave at the start. */
export interface Permissions {
  readonly places: Places;
  readonly acceptPrivateKeys: boolean;
}

export interface Tool {
  readonly name: string;
  readonly operation: string;
  readonly summary: string;
  readonly inputSchema: JsonSchema;
  /** The fields whose texts may come from files, each with the purpose of these files. */
  readonly fromFiles: ReadonlyMap<string, Purpose>;
  readonly connects: boolean;
}

/** Text fields of public objects that are not PEM blocks. */
const OTHER_TEXTS: Readonly<Record<string, string>> = {
  "caa/check": "records",
  inspect: "texts",
};
/**
 * Operations that need a key although their contracts do not require the field: that of a CA is given as a key or in a
 * PFX file, and that of a server is among other files.
 */
const NEED_A_KEY: ReadonlySet<string> = new Set(["crl/generate", "bundle/make"]);

/** Whether a secret field holds a password or a passphrase. Every other one is read as a key. */
const isPassword = (field: string) => /pass(?:word|phrases?)$/i.test(field);

export function toolsOf(operations: Registry, permissions: Permissions): Map<string, Tool> {
  const tools = [...operations.values()]
    .filter((binding) => isUseful(binding, permissions))
    .map((binding) => toolOf(binding, permissions));
  return new Map(tools.map((tool) => [tool.name, tool]));
}

function isUseful({ contract }: Binding, { places, acceptPrivateKeys }: Permissions): boolean {
  const { name, required, secrets } = contract;
  if (MAKERS.has(name) && !places.canWrite) return false;
  const needsKey = NEED_A_KEY.has(name) ||
    Object.keys(required).some((field) => secrets.includes(field));
  return !needsKey || acceptPrivateKeys && places.canRead("key");
}

function toolOf(binding: Binding, { places, acceptPrivateKeys }: Permissions): Tool {
  const { name, summary, secrets, blocks, runs } = binding.contract;
  const texts = OTHER_TEXTS[name];
  const keptBack = secrets.filter((field) => field !== texts);
  const purposes = [
    ...[...Object.keys(blocks), ...texts === undefined ? [] : [texts]]
      .map((field) => [field, "public"] as const),
    ...(acceptPrivateKeys ? keptBack : [])
      .map((field) => [field, isPassword(field) ? "password" : "key"] as const),
  ];
  const fromFiles = new Map(purposes.filter(([, purpose]) => places.canRead(purpose)));
  return {
    name: name.replace("/", "_"),
    operation: name,
    summary,
    inputSchema: schemaOf(binding, keptBack, fromFiles),
    fromFiles,
    connects: runs === "network",
  };
}

/**
 * The contract's schema. Secrets come from files, so that they are not in the conversation. At the top it has no "anyOf",
 * which some programs refuse; the operation itself names what is missing.
 */
function schemaOf(
  binding: Binding,
  keptBack: readonly string[],
  fromFiles: ReadonlyMap<string, Purpose>,
): JsonSchema {
  const { anyOf: _, ...schema } = inputSchema(binding);
  const isOffered = (field: string) => field !== ACCEPT && !keptBack.includes(field);
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([field]) => isOffered(field)),
  );
  const required = (schema.required as string[] | undefined ?? [])
    .filter((field) => isOffered(field) && !fromFiles.has(field));
  if (fromFiles.size > 0) properties[FILES] = filesSchema([...fromFiles.keys()]);
  return { ...schema, type: "object", properties, required };
}

/** The field of the inspector that only the start of the program decides. */
export const ACCEPT = "acceptPrivateKeys";
/** The member of the input with paths of files in place of texts. */
export const FILES = "files";

const PATH = { type: "string", minLength: 1 };
const filesSchema = (fields: readonly string[]) => ({
  type: "object",
  description:
    "Paths of files, by the field that takes their content in place of a text. A path may be a folder.",
  properties: Object.fromEntries(
    fields.map((field) => [field, { anyOf: [PATH, { type: "array", items: PATH }] }]),
  ),
  additionalProperties: false,
});
