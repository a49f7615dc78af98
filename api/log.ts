/**
 * The log: one JSON object a line on standard output. It holds names, counts and times of our own,
 * never what a caller sent: no body, no query, no header, no address.
 */

export const LOG_LEVELS = ["error", "warn", "info", "silent"] as const;
export type LogLevel = typeof LOG_LEVELS[number];

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  error(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields | (() => Fields)): void;
}

/** Where lines go. Must not block. */
type LogSink = (line: string) => void;

/** A log that writes lines of this level and above. */
export function createLog(level: LogLevel, sink: LogSink): Log {
  const rank = { silent: 0, error: 1, warn: 2, info: 3 };
  const at =
    (own: Exclude<LogLevel, "silent">) => (event: string, fields: Fields | (() => Fields) = {}) => {
      if (rank[own] > rank[level]) return;
      const given = typeof fields === "function" ? fields() : fields;
      sink(JSON.stringify({ time: new Date().toISOString(), level: own, event, ...given }));
    };
  return { error: at("error"), warn: at("warn"), info: at("info") };
}

export const silentLog: Log = createLog("silent", () => {});

/** Lines kept for a reader that is too slow; beyond it they are dropped and counted. */
const MAX_PENDING = 10_000;

/**
 * Writes lines in batches and without waiting: a terminal or pipe that nobody reads must not stop
 * the server. `flush` writes what is left.
 */
export function bufferedSink(
  write: (bytes: Uint8Array) => Promise<unknown>,
): { sink: LogSink; flush: () => Promise<void> } {
  const encoder = new TextEncoder();
  let pending: string[] = [];
  let dropped = 0;
  let writing: Promise<void> | null = null;

  async function drain(): Promise<void> {
    // Lines of one turn of the event loop go out together.
    await Promise.resolve();
    while (pending.length > 0) {
      if (dropped > 0) {
        pending.push(JSON.stringify({ level: "warn", event: "log_dropped", dropped }));
      }
      const text = pending.join("\n") + "\n";
      pending = [];
      dropped = 0;
      try {
        await write(encoder.encode(text));
      } catch {
        // Standard output is closed: there is nobody to tell.
      }
    }
    writing = null;
  }

  return {
    sink(line) {
      if (pending.length >= MAX_PENDING) dropped += 1;
      else pending.push(line);
      writing ??= drain();
    },
    async flush() {
      while (writing) await writing;
    },
  };
}
