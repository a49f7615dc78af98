/** Connections to Redis. */

/**
 * A client that connects with `connect()` and then again after each failure. Its commands fail at once while it is not
 * connected. The URL may contain a password and is never logged.
 */
export async function createRedis(url: string) {
  // Loaded only if it is used, because it is larger than the rest of the server.
  const { createClient } = await import("@redis/client");
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    maintNotifications: "disabled",
    // A connection that does not answer pings within socketTimeout is dead.
    pingInterval: 2_000,
    socket: {
      connectTimeout: 2_000,
      socketTimeout: 5_000,
      reconnectStrategy: (attempts) => Math.min(100 * attempts, 1_000),
    },
  });
}

/** A word of capitals with which Redis begins an error, such as NOAUTH, and the codes of the system, such as ECONNREFUSED. */
const CODE = /^[A-Z][A-Z0-9_]{2,30}(?= |$)/;

/**
 * Why Redis was lost, as a code for the log: Redis's own (`WRONGPASS`), the system's (`ECONNREFUSED`), or the name of
 * the error's class (`NoAnswer`). Its message is not logged, because it may quote the URL.
 */
export function redisProblem(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "unknown";
  // A name with several addresses fails with one error for each.
  if (thrown instanceof AggregateError && thrown.errors.length > 0) {
    return redisProblem(thrown.errors[0]);
  }
  const { code } = thrown as { code?: unknown };
  const ownCode = typeof code === "string" ? CODE.exec(code) : CODE.exec(thrown.message);
  return ownCode?.[0] ?? (thrown.constructor.name || "Error");
}
