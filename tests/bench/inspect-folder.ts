/**
 * Thousands of files in the inspector in Chromium, from the choice of the folder to the last verdict:
 * the time, the processor time of each thread and the longest task of the page. Then the same
 * inspection in this process, compared with node:crypto, which only reads and digests the
 * certificates.
 */
import { X509Certificate } from "node:crypto";
import { zipSync } from "fflate";
import type { Browser, Page } from "playwright";
import { createInspection } from "../../core/inspect/session.ts";
import { callSession } from "../../core/kernel/execute.ts";
import { readPem } from "../../core/x509/pem/pem.ts";
import { launch } from "../e2e/support.ts";
import { bigFolder, filesOf } from "../support/big-folders.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { median, type Section } from "./harness.ts";
import { QUIET, UNLIMITED } from "./http.ts";
import { findBrowser } from "../support/browser.ts";

const FOLDERS = ["mixed", "certificates"] as const;
/** The files of the zip archive. */
const PACKED = 5_000;
const ROUNDS = 3;
/** Milliseconds after which a step counts as failed, even on a busy machine. */
const PATIENCE = 300_000;

interface Seen {
  chosen: number;
  usable: number;
  ready: number;
  tasks: number[];
}

/** Records the times of the folder's choice, of the first objects and of the last verdict. */
function watchPage(): void {
  const seen: Seen = { chosen: 0, usable: 0, ready: 0, tasks: [] };
  Object.assign(globalThis, { seen });
  addEventListener("change", (event) => {
    if (seen.chosen === 0) seen.chosen = event.timeStamp;
  }, true);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      // The browser's own work before the event is part of the task, but not of the page.
      const ours = startTime + duration - Math.max(startTime, seen.chosen);
      if (seen.chosen > 0 && ours > 50) seen.tasks.push(ours);
    }
  }).observe({ type: "longtask" });
  const look = () => {
    if (
      seen.usable === 0 &&
      document.querySelector("[aria-label=Objects] [role=treeitem],[aria-label=Objects] li")
    ) {
      seen.usable = performance.now();
    }
    if (seen.ready === 0 && document.querySelector("h2")) {
      const isReady = [...document.querySelectorAll("h2")]
        .some(({ textContent }) => textContent.endsWith("objects found"));
      if (isReady) seen.ready = performance.now();
    }
  };
  new MutationObserver(() => {
    if (seen.chosen > 0 && seen.ready === 0) requestAnimationFrame(() => setTimeout(look));
  }).observe(document, { childList: true, subtree: true });
}

/** Seconds of processor time by thread, of all processes below this one. */
function threadSeconds(): Map<string, number> {
  const parents = new Map<number, number>();
  for (const { name } of Deno.readDirSync("/proc")) {
    const pid = Number(name);
    if (!pid) continue;
    try {
      const [, fields] = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ");
      parents.set(pid, Number(fields.split(" ")[1]));
    } catch { /* It has ended. */ }
  }
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at; at = parents.get(at)) {
      if (at === Deno.pid) return true;
    }
    return false;
  };
  const seconds = new Map<string, number>();
  for (const pid of parents.keys()) {
    if (pid === Deno.pid || !isBelow(pid)) continue;
    try {
      const type = /--type=([a-z]+)/.exec(Deno.readTextFileSync(`/proc/${pid}/cmdline`))?.[1] ??
        "browser";
      for (const { name } of Deno.readDirSync(`/proc/${pid}/task`)) {
        const [head, fields] = Deno.readTextFileSync(`/proc/${pid}/task/${name}/stat`).split(") ");
        const thread = head.slice(head.indexOf("(") + 1);
        const parts = fields.split(" ");
        const key = type !== "renderer"
          ? type
          : Number(name) === pid
          ? "page"
          : thread.startsWith("DedicatedWorker")
          ? `worker ${name}`
          : `renderer: ${thread.replace(/\d+$/, "")}`;
        seconds.set(key, (seconds.get(key) ?? 0) + (Number(parts[11]) + Number(parts[12])) / 100);
      }
    } catch { /* It has ended. */ }
  }
  return seconds;
}

interface Measured extends Seen {
  seconds: Map<string, number>;
  heap: number;
}

interface Choice {
  label: "Open folder" | "Open files";
  path: string;
}

async function measureOne(page: Page, { label, path }: Choice): Promise<Measured> {
  page.setDefaultTimeout(PATIENCE);
  await page.addInitScript(watchPage);
  await page.goto("/inspect", { waitUntil: "networkidle" });
  const before = threadSeconds();
  let during = before;
  const watching = setInterval(() => {
    const now = threadSeconds();
    for (const [key, value] of during) if (!now.has(key)) now.set(key, value);
    during = now;
  }, 50);
  try {
    await page.getByLabel(label).setInputFiles(path);
    await page.waitForFunction(() => (globalThis as unknown as { seen: Seen }).seen.ready > 0);
  } finally {
    clearInterval(watching);
  }
  const after = threadSeconds();
  for (const [key, value] of during) if (!after.has(key)) after.set(key, value);
  const seconds = new Map(
    [...after].map(([key, value]) => [key, value - (before.get(key) ?? 0)] as const)
      .filter(([, value]) => value >= 0.05),
  );
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return { ...seen, seconds, heap: usedSize / 1e6 };
}

async function inBrowser(browser: Browser, origin: string, choice: Choice) {
  const runs: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({
      baseURL: origin,
      // Installing the app on the first visit is not measured.
      serviceWorkers: "block",
    });
    try {
      runs.push(await measureOne(await context.newPage(), choice));
    } finally {
      await context.close();
    }
  }
  return runs;
}

const zipOf = (files: ReturnType<typeof filesOf>) =>
  zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])));

const milliseconds = (value: number) => `${Math.round(value).toLocaleString("en")} ms`;

function told(name: string, runs: readonly Measured[]): string[] {
  const of = (pick: (run: Measured) => number) => median(runs.map(pick));
  const threads = [...new Set(runs.flatMap(({ seconds }) => [...seconds.keys()].map(threadName)))]
    .map((thread) => ({
      thread,
      spent: of(({ seconds }) =>
        [...seconds].filter(([key]) => threadName(key) === thread).reduce(
          (sum, [, value]) => sum + value,
          0,
        )
      ),
    }))
    .filter(({ spent }) => spent >= 0.1)
    .sort((a, b) => b.spent - a.spent);
  const all = of(({ seconds }) => [...seconds.values()].reduce((sum, value) => sum + value, 0));
  return [
    `${name}: first objects after ${
      milliseconds(of(({ usable, chosen }) => usable - chosen))
    }, all ` +
    `after ${milliseconds(of(({ ready, chosen }) => ready - chosen))}; longest task of the page ` +
    `${milliseconds(of(({ tasks }) => Math.max(0, ...tasks)))}; ${
      of(({ heap }) => heap).toFixed(0)
    } MB of heap; ` +
    `${all.toFixed(1)} s of the processor: ` +
    threads.map(({ thread, spent }) => `${thread} ${spent.toFixed(2)}`).join(", ") + ".",
  ];
}

const threadName = (key: string) => key.startsWith("worker ") ? "workers" : key;

async function remarks(): Promise<string[]> {
  await ensureBuilt();
  for (const name of FOLDERS) bigFolder(name);
  if (!findBrowser()) return [];
  const browser = await launch();
  await using server = await startProcess(UNLIMITED, QUIET);
  try {
    const lines: string[] = [];
    for (const name of FOLDERS) {
      const choice: Choice = { label: "Open folder", path: bigFolder(name) };
      lines.push(...told(name, await inBrowser(browser, server.origin, choice)));
    }
    const path = await Deno.makeTempFile({ suffix: ".zip" });
    try {
      await Deno.writeFile(path, zipOf(filesOf(bigFolder("certificates")).slice(0, PACKED)));
      const choice: Choice = { label: "Open files", path };
      const name = `a zip archive with ${PACKED.toLocaleString("en")} of these certificates`;
      lines.push(...told(name, await inBrowser(browser, server.origin, choice)));
    } finally {
      await Deno.remove(path);
    }
    return lines;
  } finally {
    await browser.close();
  }
}

/** The whole inspection of a folder, in this process and thread. */
async function inspectAll(files: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[]) {
  const session = createInspection();
  const emit = () => Promise.resolve(null);
  const copies = files.map(({ name, bytes }) => ({ name, bytes: bytes.slice() }));
  for (let at = 0; at < copies.length; at += 64) {
    await callSession(session, "add", { files: copies.slice(at, at + 64) }, emit);
  }
  const { ok } = await callSession(session, "relate", {}, emit);
  if (!ok) throw new Error("The inspection failed");
}

/** Reads with node:crypto only the fields that a row shows of each certificate. */
function readAll(ders: readonly Uint8Array[]): unknown[] {
  return ders.map((der) => {
    const certificate = new X509Certificate(der);
    const { subject, issuer, validFrom, validTo, subjectAltName, ca, fingerprint256 } = certificate;
    return [subject, issuer, validFrom, validTo, subjectAltName, ca, fingerprint256];
  });
}

const files = filesOf(bigFolder("certificates")).slice(0, 2_000);
const ders = files.map(({ bytes }) => {
  const [{ bytes: der }] = readPem(new TextDecoder().decode(bytes));
  return der!;
});

export const section: Section = {
  title: "Thousands of files in the inspector",
  benches: [{
    name: "Inspect 2,000 certificates: read, grouped, verified, judged",
    ours: { name: "ours", run: () => inspectAll(files) },
    peers: [{ name: "Deno's node:crypto, only reading and digesting", run: () => readAll(ders) }],
    turn: 1000,
  }],
  remarks,
};
