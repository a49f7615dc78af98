/**
 * How many connections this process may hold. Beyond the machine's limit of open files nothing can
 * be accepted any more, for good: a listener of Deno 2.9 does not recover from it.
 */

/** Files that are no connections of callers: those to other hosts and Redis, the log, Deno's own. */
const OWN_FILES = 96;
/** Connections that the system takes before we see them; Node's usual number. */
const BACKLOG = 511;

interface ConnectionLimits {
  connections: number;
  backlog: number;
}

/**
 * `wanted` connections, or fewer where the limit of open files is lower. It is found by trying, with
 * a file that may be read anyway: to ask for it would take every permission. A whole backlog may
 * be accepted before the first of them is closed, so its files are left free.
 */
export function connectionsWithin(file: URL, wanted: number): ConnectionLimits {
  const opened: Deno.FsFile[] = [];
  try {
    while (opened.length < wanted + BACKLOG + OWN_FILES) opened.push(Deno.openSync(file));
  } catch {
    // The limit, or a file that is not there; then the answer is a careful one.
  } finally {
    for (const one of opened) one.close();
  }
  const backlog = Math.max(Math.min(BACKLOG, Math.floor(opened.length / 4)), 16);
  return {
    connections: Math.max(Math.min(wanted, opened.length - backlog - OWN_FILES), 16),
    backlog,
  };
}
