/** Calls the built worker with Comlink's messages, in any page of the app. */
import type { Browser, Page } from "playwright";
import { ensureBuilt } from "../support/process.ts";

const ASSETS = new URL("../../dist/assets/", import.meta.url);

/** The path of the worker's entry in the build. */
export async function workerPath(): Promise<string> {
  await ensureBuilt();
  for await (const { name } of Deno.readDir(ASSETS)) {
    if (/^worker-worker-.*\.js$/.test(name)) return `/assets/${name}`;
  }
  throw new Error("The build has no worker: run `deno task build`");
}

export interface Calls {
  /** Of the worker's script. */
  path: string;
  operation: string;
  inputs: readonly unknown[];
}

export interface Answered {
  /** The outcomes in the order of the inputs. */
  answers: unknown[];
  /** The number of replies to each call, which must be one. */
  replies: number[];
}

/**
 * Runs in the page: calls the operation for each input, in order, in one worker. A last call of an
 * unknown operation gives second replies time to arrive.
 */
export async function callWorker({ path, operation, inputs }: Calls): Promise<Answered> {
  const worker = new Worker(path, { type: "module" });
  const answers: unknown[] = [];
  const replies: number[] = [];
  const call = (id: number, name: string, input: unknown) =>
    new Promise<void>((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message || "the worker failed"));
      worker.onmessage = ({ data }) => {
        const of = Number(data.id);
        replies[of] = (replies[of] ?? 0) + 1;
        if (of !== id) return;
        answers[id] = data.value;
        resolve();
      };
      worker.postMessage({
        id: String(id),
        type: "APPLY",
        path: ["execute"],
        argumentList: [name, input, {}].map((value) => ({ type: "RAW", value })),
      });
    });
  for (const [index, input] of inputs.entries()) await call(index, operation, input);
  await call(inputs.length, "none", {});
  worker.terminate();
  return { answers: answers.slice(0, inputs.length), replies };
}

/** A page of the app for each browser: every call has a worker of its own, so they can share it. */
const pages = new WeakMap<Browser, Promise<Page>>();

async function openApp(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage();
  // Any page of the app, because its policy allows the worker.
  await page.goto(`${origin}/`);
  return page;
}

/** Calls the operation in Chromium. Answers Outcomes. */
export async function executeInBrowser(
  browser: Browser,
  origin: string,
  operation: string,
  inputs: readonly unknown[],
): Promise<unknown[]> {
  if (!pages.has(browser)) pages.set(browser, openApp(browser, origin));
  const page = (await pages.get(browser))!;
  const calls: Calls = { path: await workerPath(), operation, inputs };
  // As JSON text both ways, because the remote protocol changes objects with unusual members and
  // unpaired surrogates.
  const text = await page.evaluate<string>(
    `(${callWorker})(JSON.parse(${JSON.stringify(JSON.stringify(calls))})).then(JSON.stringify)`,
  );
  return (JSON.parse(text) as Answered).answers;
}
