/** Drives the built worker in Chromium over Comlink's own messages, without a page of the app. */
import type { Browser } from "playwright";

const ASSETS = new URL("../../dist/assets/", import.meta.url);

/** Path of the worker's entry in the build. */
export async function workerPath(): Promise<string> {
  for await (const { name } of Deno.readDir(ASSETS)) {
    if (/^worker-worker-.*\.js$/.test(name)) return `/assets/${name}`;
  }
  throw new Error("The build has no worker: run `deno task build`");
}

/** Calls the operation once for each input, in order, in one worker. Answers Outcomes. */
export async function executeInBrowser(
  browser: Browser,
  origin: string,
  operation: string,
  inputs: readonly unknown[],
): Promise<unknown[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // Any page of the app will do: its policy allows the worker.
    await page.goto(`${origin}/`);
    // As JSON text both ways: the remote control changes objects with unusual members, and halves of
    // characters.
    const text = await page.evaluate(async ({ path, operation, inputs }) => {
      const worker = new Worker(path, { type: "module" });
      const answers: unknown[] = [];
      for (const [index, input] of (JSON.parse(inputs) as unknown[]).entries()) {
        answers.push(
          await new Promise((resolve, reject) => {
            worker.onerror = (event) => reject(new Error(event.message || "the worker failed"));
            worker.onmessage = ({ data }) => resolve(data.value);
            worker.postMessage({
              id: String(index),
              type: "APPLY",
              path: ["execute"],
              argumentList: [operation, input, {}].map((value) => ({ type: "RAW", value })),
            });
          }),
        );
      }
      worker.terminate();
      return JSON.stringify(answers);
    }, { path: await workerPath(), operation, inputs: JSON.stringify(inputs) });
    return JSON.parse(text);
  } finally {
    await context.close();
  }
}
