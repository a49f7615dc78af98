/** The second client of over-http.ts: measures one request at a time. */

export interface LatencyOrder {
  origin: string;
  body: unknown;
  seconds: number;
}

/** Latencies in milliseconds, and the number of answers. */
export interface Latencies {
  answers: number;
  /** Answers with a status other than 200. */
  refused: number;
  p50: number;
  p99: number;
  max: number;
}

/** Milliseconds between an answer and the next request, so that this client adds little load. */
const PAUSE = 10;

self.addEventListener("message", async ({ data }: MessageEvent<LatencyOrder>) => {
  self.postMessage(await measure(data));
});

async function measure({ origin, body, seconds }: LatencyOrder): Promise<Latencies> {
  const took: number[] = [];
  let refused = 0;
  const end = performance.now() + seconds * 1000;
  do {
    const started = performance.now();
    const response = await fetch(`${origin}/api/csr/decode`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.1" },
      body: JSON.stringify(body),
    });
    await response.bytes();
    took.push(performance.now() - started);
    if (response.status !== 200) refused++;
    await new Promise((resume) => setTimeout(resume, PAUSE));
  } while (performance.now() < end);
  took.sort((a, b) => a - b);
  const at = (part: number) => took[Math.min(Math.floor(took.length * part), took.length - 1)];
  return { answers: took.length, refused, p50: at(0.5), p99: at(0.99), max: at(1) };
}
