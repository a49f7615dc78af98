/** Which of core's readers the shapes reach, by the engine's own counts of calls. */
import { fileURLToPath } from "node:url";
import type { Task } from "./protocol.ts";

const CORE = new URL("../../core/", import.meta.url);
const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));

/** An exported function that takes something apart, by its name. */
const READER =
  /^export (?:async )?(?:function\*? |const )((?:read|parse|decode|find|open|unpack|identify|scan)(?:[A-Z]\w*)?)\b/gm;

/** Every reader of core, as "file function". */
export function readersOf(folder = CORE): string[] {
  const readers: string[] = [];
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const at = new URL(isDirectory ? `${name}/` : name, folder);
    if (isDirectory) readers.push(...readersOf(at));
    else if (name.endsWith(".ts") && !name.endsWith(".d.ts")) {
      for (const [, reader] of Deno.readTextFileSync(at).matchAll(READER)) {
        readers.push(`${at.href.slice(CORE.href.length)} ${reader}`);
      }
    }
  }
  return readers.toSorted();
}

/** A part of the file that `--coverage` writes for each module. */
interface Counts {
  url: string;
  functions: { functionName: string; ranges: { count: number }[] }[];
}

/** The functions of core that are called when a child runs the tasks, as "file function". */
export async function functionsCalledBy(tasks: readonly Task[]): Promise<Set<string>> {
  const folder = await Deno.makeTempDir();
  try {
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "-A", "--no-check", `--coverage=${folder}`, "--v8-flags=--expose-gc", CHILD],
      ],
      env: { NO_COLOR: "1" },
      ...{ stdin: "piped", stdout: "null", stderr: "piped" } as const,
    }).spawn();
    const output = child.output();
    await new Response(JSON.stringify(tasks)).body!.pipeTo(child.stdin)
      // A child that dies at once has not read its tasks; its output says why.
      .catch(() => {});
    const { success, stderr } = await output;
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    const called = new Set<string>();
    for (const { name } of Deno.readDirSync(folder)) {
      const { url, functions } = JSON.parse(Deno.readTextFileSync(`${folder}/${name}`)) as Counts;
      if (!url.startsWith(CORE.href)) continue;
      for (const { functionName, ranges } of functions) {
        if (ranges[0].count > 0) called.add(`${url.slice(CORE.href.length)} ${functionName}`);
      }
    }
    return called;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
