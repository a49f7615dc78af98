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
