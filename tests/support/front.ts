/** A proxy in front of the app's server, in which a test injects faults. */

/** Answers a request itself, or returns null to pass it on. */
export type Fault = (request: Request, pathname: string) => Response | Promise<Response> | null;

export interface Front extends AsyncDisposable {
  /** Origin without a slash at its end. */
  origin: string;
  /** May be changed at any time. */
  fault: Fault;
}

/** Passes all requests on to `target` until `fault` is set. */
export function startFront(target: string): Front {
  const closing = new AbortController();
  const server = Deno.serve(
    // Errors of connections that a test breaks on purpose are not reported.
    {
      hostname: "127.0.0.1",
      port: 0,
      signal: closing.signal,
      onListen: () => {},
      onError: () => new Response(),
    },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      return await front.fault(request, pathname) ?? await passOn(request, pathname + search);
    },
  );
  async function passOn(request: Request, path: string): Promise<Response> {
    const answer = await fetch(target + path, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      redirect: "manual",
    });
    const headers = new Headers(answer.headers);
    // The body is passed on decompressed, as it was read.
    for (const name of ["content-encoding", "content-length"]) headers.delete(name);
    return new Response(answer.body, { status: answer.status, headers });
  }
  const front: Front = {
    origin: `http://127.0.0.1:${server.addr.port}`,
    fault: () => null,
    // Aborts, because a graceful end would wait for requests that are never answered.
    [Symbol.asyncDispose]() {
      closing.abort();
      return server.finished;
    },
  };
  return front;
}

/** The app's own answer with a text before its body. */
export async function withPrefix(
  target: string,
  pathname: string,
  prefix: string,
): Promise<Response> {
  const answer = await fetch(target + pathname);
  const headers = new Headers(answer.headers);
  for (const name of ["content-encoding", "content-length", "etag"]) headers.delete(name);
  return new Response(prefix + await answer.text(), { status: answer.status, headers });
}

/** An answer that ends in its middle, as if the connection was lost. */
export function brokenOff(start: string): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(start));
      // Wait 50 ms, so that the beginning has been sent.
      setTimeout(() => controller.error(new Error("broken off")), 50);
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}
