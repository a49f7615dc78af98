/**
 * A free port of this machine. It is below the ports that the system gives to outgoing connections, so that no
 * connection of another test takes it before its server listens.
 */
export function freePort(): number {
  while (true) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}
