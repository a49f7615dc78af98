/** Pages of other sites that embed ours: one server under two names. */

export interface HostPage {
  html: string;
  headers?: Record<string, string>;
}

export interface HostPages extends AsyncDisposable {
  /** Another port of the app's host name: another origin of the same site. */
  sameSite: string;
  /** Another host name: another origin of another site. */
  otherSite: string;
}

/** Serves the pages by their path; "/" where a test needs nothing special is an empty one. */
export async function serveHostPages(
  pages: Readonly<Record<string, HostPage>> = {},
): Promise<HostPages> {
  const listening = Promise.withResolvers<number>();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen: ({ port }) => listening.resolve(port),
  }, (request) => {
    const page = pages[new URL(request.url).pathname] ?? { html: "" };
    return new Response(`<!doctype html><title>Host</title>${page.html}`, {
      headers: { "content-type": "text/html; charset=utf-8", ...page.headers },
    });
  });
  const port = await listening.promise;
  return {
    sameSite: `http://localhost:${port}`,
    otherSite: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** The parts of each received message that the page's script keeps. */
export interface Heard {
  origin: string;
  data: { source?: string; type?: string; data?: Record<string, unknown>; error?: string };
}

/** A script that keeps every message in `heard`. */
export const LISTENING = `<script>
  var heard = [];
  addEventListener("message", ({ origin, data }) => heard.push({ origin, data }));
</script>`;
