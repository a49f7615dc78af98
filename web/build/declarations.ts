/**
 * The types of the engine's package. They are made from the sources, and name no other package: the types that a schema of
 * valibot describes are written out.
 */
/// <reference lib="deno.ns" />
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The files whose types are inferred from schemas and functions of packages. Only their types are used. */
const INFERRED = ["core/x509/shapes.ts", "wasm/digest.ts"];
const PLATFORM = "core/platform.d.ts";

/**
 * The declarations of a module and of all modules that these name, by their path below `root`. Throws if one names a
 * package.
 */
export function declarationsOf(entry: string, root: URL): Map<string, string> {
  const program = ts.createProgram(
    [entry, PLATFORM].map((path) => fileURLToPath(new URL(path, root))),
    {
      declaration: true,
      emitDeclarationOnly: true,
      allowImportingTsExtensions: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ESNext,
      lib: ["lib.esnext.d.ts"],
      types: [],
      strict: true,
      rootDir: fileURLToPath(root),
      outDir: fileURLToPath(root),
    },
  );
  const all = new Map<string, string>();
  program.emit(undefined, (path, text) => {
    all.set(path.slice(fileURLToPath(root).length), text);
  });
  for (const path of INFERRED) all.set(declarationPath(path), writtenOut(program, path, root));
  const kept = new Map<string, string>();
  const queue = [declarationPath(entry)];
  for (const path of queue) {
    const text = all.get(path);
    if (text === undefined) throw new Error(`${path} has no declarations`);
    kept.set(path, text.replace(SPECIFIER, '$1.js"'));
    for (const [, specifier] of text.matchAll(/(?:from |import\()"([^"]+)"/g)) {
      if (!specifier.startsWith(".")) throw new Error(`${path} names the package ${specifier}`);
      const next = new URL(specifier, `file:///${path}`).pathname.slice(1);
      const target = declarationPath(next);
      if (!queue.includes(target)) queue.push(target);
    }
  }
  return kept;
}

/** Strict users read "./x.js" as "./x.d.ts", and not "./x.ts". */
const SPECIFIER = /((?:from |import\()"\.[^"]+)\.ts"/g;

const declarationPath = (path: string): string => path.replace(/(?:\.d)?\.ts$/, ".d.ts");

/** The exported types of a file, with the compiler's own writing of each. */
function writtenOut(program: ts.Program, path: string, root: URL): string {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(fileURLToPath(new URL(path, root)));
  if (file === undefined) throw new Error(`${path} is not in the program`);
  const { NoTruncation, InTypeAlias } = ts.TypeFormatFlags;
  return file.statements.filter(ts.isTypeAliasDeclaration).map((alias) => {
    const type = checker.getTypeAtLocation(alias.name);
    const text = checker.typeToString(type, alias, NoTruncation | InTypeAlias);
    return `export type ${alias.name.text} = ${text};\n`;
  }).join("");
}
