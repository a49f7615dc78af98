/** A real server on a free port of this machine, for the tests that go over HTTP. */
import { operations } from "../../core/operations.ts";
import { type AppParts, createApp } from "../../api/app.ts";
import { readConfig } from "../../api/config.ts";

export interface TestServer extends AsyncDisposable {
  /** Origin without a slash at its end. */
  origin: string;
}

/** Serves the application as it is deployed, with the parts that a test gives in place. */
export async function startServer(parts: Partial<AppParts> = {}): Promise<TestServer> {
  const app = createApp({ operations, config: readConfig(() => undefined), ...parts });
  const listening = Promise.withResolvers<number>();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen: ({ port }) => listening.resolve(port),
  }, app.fetch);
  const port = await listening.promise;
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** POSTs JSON to an operation and reads the envelope. */
export async function callApi(
  origin: string,
  name: string,
  input: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${origin}/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: await response.json() };
}
