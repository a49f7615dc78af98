/**
 * The log: one JSON object per line on standard output. It contains only names, counts and times that
 * the server creates, and never bodies, queries, headers or addresses of clients.
 */

export const LOG_LEVELS = ["error", "warn", "info", "silent"] as const;
export type LogLevel = typeof LOG_LEVELS[number];

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  error(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields | (() => Fields)): void;
}

/** Takes lines of the log. Must not block. */
type LogSink = (line: string) => void;

/** Creates a log that writes lines of this level and above. */
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

/** The most lines that wait for a slow reader. Further ones are dropped and counted. */
const MAX_PENDING = 10_000;

/**
 * Writes lines in batches and asynchronously, so that a terminal or pipe without a reader cannot block
 * the server. `flush` waits until all lines are written.
 */
export function bufferedSink(
  write: (bytes: Uint8Array) => Promise<unknown>,
): { sink: LogSink; flush: () => Promise<void> } {
  const encoder = new TextEncoder();
  let pending: string[] = [];
  let dropped = 0;
  let writing: Promise<void> | null = null;

  async function drain(): Promise<void> {
    // Collect the lines of one turn of the event loop.
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
        // Standard output is closed, so the failure cannot be reported.
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
