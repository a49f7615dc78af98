/** A process and all that it started, as Linux lists them in /proc. */

const read = (path: string): string => {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    // The process has ended meanwhile.
    return "";
  }
};

/** The IDs of a process and of all processes below it, the process itself first. */
export function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const { name } of Deno.readDirSync("/proc")) {
    // The name in parentheses may hold spaces; state and parent follow it.
    const parent = /\) \S+ (\d+)/.exec(/^\d+$/.test(name) ? read(`/proc/${name}/stat`) : "")?.[1];
    if (parent === undefined) continue;
    const list = children.get(Number(parent)) ?? [];
    children.set(Number(parent), list);
    list.push(Number(name));
  }
  const found = [root];
  for (const pid of found) found.push(...children.get(pid) ?? []);
  return found;
}

/**
 * Memory of a process and all below it, in MiB. Pages that processes share count once: the program
 * itself is most of an idle process.
 */
export function memoryOfTree(root: number): number {
  const kibs = treeOf(root).map((pid) =>
    Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
  );
  return kibs.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Milliseconds of a clock tick in /proc, which Linux fixes for programs. */
const TICK = 10;

/** Processor time of a process and all below it in milliseconds, also of those that have ended. */
export function processorTimeOfTree(root: number): number {
  const ticks = treeOf(root).map((pid) => {
    // After the name: state, parent and nine more, then own and children's time, each of programs and of the kernel.
    const fields = read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  });
  return ticks.reduce((sum, one) => sum + one, 0) * TICK;
}

/** Open files and sockets of a process and all below it. */
export function handlesOfTree(root: number): number {
  let count = 0;
  for (const pid of treeOf(root)) {
    try {
      count += [...Deno.readDirSync(`/proc/${pid}/fd`)].length;
    } catch {
      // The process has ended meanwhile.
    }
  }
  return count;
}
