/**
 * Writes the registries: the lists of operations, examples and pages that the product imports, and
 * the list of the tools' tests. They are derived from core/tools.ts and the tools' folders. `deno task
 * generated` runs this; tests/web/every-tool.test.ts fails if a committed registry differs.
 */
/// <reference lib="deno.ns" />
import type { Contract } from "../../core/kernel/contract.ts";
import { TOOLS } from "../../core/tools.ts";

const ROOT = new URL("../../", import.meta.url);

interface Operation {
  /** The export of the contract and of its schema. */
  readonly name: string;
  readonly contract: Contract;
}

interface FoundTool {
  readonly name: string;
  /** The tool's name as an identifier: `csrDecoder` for "csr-decoder". */
  readonly id: string;
  /** In the order of its contract file; empty if the tool has no folder in `core`. */
  readonly operations: readonly Operation[];
  /** Whether its examples.ts describes fields that no other tool has. */
  readonly hasAbout: boolean;
  readonly hasPage: boolean;
}

/** The text of each registry, by its path from the root of the project. */
export async function registries(): Promise<ReadonlyMap<string, string>> {
  const tools = await Promise.all(TOOLS.map(findTool));
  await refuseUnlisted("core/", "contract.ts");
  await refuseUnlisted("web/src/tools/", "tool.ts");
  const bound = tools.filter(({ operations }) => operations.length > 0);
  const paged = tools.filter(({ hasPage }) => hasPage);
  const files = {
    "core/bindings.generated.ts": bindings(bound),
    "workers/operation-code.generated.ts": operationCode(bound),
    "core/examples.generated.ts": examples(bound),
    "web/src/tools/tools.generated.ts": pages(paged),
    "web/src/app/routing/tool-loaders.generated.ts": loaders(paged),
    "tests/tools/tools.generated.ts": testsOf(tools),
  };
  return new Map(Object.entries(files).map(([path, text]) => [path, NOTICE + text]));
}

const NOTICE = "// Written by `deno task generated` from core/tools.ts and the tools' folders.\n\n";

async function findTool(name: string): Promise<FoundTool> {
  const operations = await exists(`core/${name}/contract.ts`) ? await operationsOf(name) : [];
  const hasPage = await exists(`web/src/tools/${name}/tool.ts`);
  if (operations.length === 0 && !hasPage) {
    throw new Error(
      `core/tools.ts lists "${name}", but neither core/${name}/contract.ts nor ` +
        `web/src/tools/${name}/tool.ts exists`,
    );
  }
  const hasAbout = operations.length > 0 &&
    "about" in await import(new URL(`core/${name}/examples.ts`, ROOT).href);
  return { name, id: camelCase(name), operations, hasAbout, hasPage };
}

/** The contracts of a tool, in the order of their file. */
async function operationsOf(tool: string): Promise<Operation[]> {
  const url = new URL(`core/${tool}/contract.ts`, ROOT);
  const contracts: Record<string, Contract> = await import(url.href);
  const names = (await Deno.readTextFile(url)).matchAll(/^export const (\w+) = contract</gm);
  return [...names].map(([, name]) => ({ name, contract: contracts[name] }));
}

/** @throws Error for a tool's folder that core/tools.ts does not list. */
async function refuseUnlisted(below: string, file: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(below, ROOT))) {
    // The kernel has the function `contract` in a file of that name.
    if (!isDirectory || name === "kernel" || !await exists(`${below}${name}/${file}`)) continue;
    if (!TOOLS.some((tool) => tool === name)) {
      throw new Error(`core/tools.ts does not list "${name}", but ${below}${name}/${file} exists`);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(new URL(path, ROOT))).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const camelCase = (name: string) =>
  name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The file of an operation's code and its export: the last part of the operation's name. */
function codeOf({ contract }: Operation): { file: string; code: string } {
  const file = contract.name.split("/").at(-1)!;
  return { file, code: camelCase(file) };
}

function bindings(tools: readonly FoundTool[]): string {
  const imports = tools.flatMap(({ name, id }) => [
    `import * as ${id} from "./${name}/contract.ts";`,
    `import * as ${id}Schema from "./${name}/schema.ts";`,
  ]);
  const entries = tools.flatMap((tool) => tool.operations.map((each) => entry(tool, each)));
  return [
    ...imports,
    'import { bind, type Binding, remote } from "./kernel/execute.ts";',
    "",
    "/** Every operation, in the order of the documentation. Its code is loaded by its first call. */",
    "export const bindings: readonly Binding[] = [",
    ...entries,
    "];",
    "",
  ].join("\n");
}

function entry({ name, id }: FoundTool, operation: Operation): string {
  const contract = `${id}.${operation.name}`;
  const schema = `${id}Schema.${operation.name}`;
  if (operation.contract.runs === "network") return `  remote(${contract}, ${schema}),`;
  const { file, code } = codeOf(operation);
  return [
    "  bind(",
    `    ${contract},`,
    `    ${schema},`,
    `    async () => (await import("./${name}/${file}.ts")).${code},`,
    "  ),",
  ].join("\n");
}

function operationCode(tools: readonly FoundTool[]): string {
  const entries = tools.flatMap(({ name, operations }) =>
    operations.filter(({ contract }) => contract.runs !== "network").map((operation) =>
      `  "${operation.contract.name}": () => import("../core/${name}/${
        codeOf(operation).file
      }.ts"),`
    )
  );
  return [
    "/** Loads the code of an operation, by its name. */",
    "export const operationCode: Readonly<Record<string, () => Promise<unknown>>> = {",
    ...entries,
    "};",
    "",
  ].join("\n");
}

function examples(tools: readonly FoundTool[]): string {
  const entries = tools.flatMap(({ id, operations }) =>
    operations.map(({ name, contract }) => `  "${contract.name}": ${id}.${name}Example,`)
  );
  return [
    ...tools.map(({ name, id }) => `import * as ${id} from "./${name}/examples.ts";`),
    "",
    "/** A working input of each operation, by the operation's name. */",
    "export const examples: Readonly<Record<string, object>> = {",
    ...entries,
    "};",
    "",
    "/** Descriptions of the fields that only one tool has, by the tool. */",
    "export const aboutFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {",
    ...tools.filter(({ hasAbout }) => hasAbout).map(({ name, id }) => `  "${name}": ${id}.about,`),
    "};",
    "",
  ].join("\n");
}

function pages(tools: readonly FoundTool[]): string {
  return [
    'import type { Tool } from "../page/tool.ts";',
    ...tools.map(({ name, id }) => `import { tool as ${id} } from "./${name}/tool.ts";`),
    "",
    "/** Every tool with a page, in order. */",
    "export const allTools: readonly Tool[] = [",
    ...tools.map(({ id }) => `  ${id},`),
    "];",
    "",
  ].join("\n");
}

function loaders(tools: readonly FoundTool[]): string {
  return [
    "/** The code of each tool's page, by the page's path. */",
    "export const toolLoaders = {",
    ...tools.map(({ name }) => `  "/${name}": () => import("../../tools/${name}/page.tsx"),`),
    "} as const;",
    "",
  ].join("\n");
}

function testsOf(tools: readonly FoundTool[]): string {
  const compared = tools.map(({ name, id, operations, hasPage }) => {
    const names = operations.filter(({ contract }) => contract.runs === "both")
      .map(({ contract }) => contract.name);
    const parts = [
      ...hasPage ? [`page as ${id}`] : [],
      ...names.length > 0 ? [`parity as ${id}Parity`] : [],
    ];
    return { name, id, hasPage, names, parts };
  });
  return [
    ...compared.filter(({ parts }) => parts.length > 0)
      .map(({ name, parts }) => `import { ${parts.join(", ")} } from "./${name}.ts";`),
    'import type { PageTests, ParityTests } from "./suite-parts.ts";',
    "",
    "/** Tests of pages, by the tool's name. */",
    "export const pageTests: Readonly<Record<string, PageTests>> = {",
    ...compared.filter(({ hasPage }) => hasPage).map(({ name, id }) => `  "${name}": ${id},`),
    "};",
    "",
    "/** Inputs to compare, for each operation that runs on the device and on the API. */",
    "export const parityTests: ParityTests = {",
    ...compared.flatMap(({ id, names }) =>
      names.map((name) => `  "${name}": ${id}Parity["${name}"],`)
    ),
    "};",
    "",
  ].join("\n");
}

if (import.meta.main) {
  for (const [path, text] of await registries()) {
    await Deno.writeTextFile(new URL(path, ROOT), text);
  }
}
