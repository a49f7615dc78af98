/** Those given out so far: the server of an earlier one may not listen yet. */
const given = new Set<number>();

/**
 * A free port of this machine. It is below the ports that the system gives to outgoing connections, so that no
 * connection of another test takes it before its server listens.
 */
export function freePort(): number {
  while (true) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    if (given.has(port)) continue;
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      given.add(port);
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}
