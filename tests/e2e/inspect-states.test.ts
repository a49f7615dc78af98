/**
 * The inspector's controls in every state of its page, counted afterwards. tests/web/inspection-queue.test.ts has the same
 * table for the queue by itself.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import { fixture } from "../fixtures/inspect/index.ts";
import { button } from "./locators.ts";
import { browserTest } from "./support.ts";
import { partOf } from "../support/matrix.ts";

const PASSWORD = "renewal";
const FILES = 200;

const file = (name: string, content: string | Uint8Array) => (
  { name, mimeType: "text/plain", buffer: Buffer.from(content) }
);
const hosts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => file(`${from + n}.txt`, `host-${from + n}.example\n`));
const locked = file("locked.key", fixture("renewal/new-encrypted.key"));

/** Holds what the page sends to its session, from the second call of the method on. Returns the functions. */
async function holdCalls(page: Page, method: string) {
  await page.evaluate((method) => {
    const { postMessage } = Worker.prototype;
    const held: (() => void)[] = [];
    let isOver = false;
    let calls = 0;
    Object.assign(globalThis, {
      held,
      letGo: () => {
        isOver = true;
        for (const post of held.splice(0)) post();
      },
    });
    Worker.prototype.postMessage = function (...call: unknown[]) {
      const post = () => postMessage.apply(this, call as Parameters<typeof postMessage>);
      const [, name] = (call[0] as { argumentList?: { value: unknown }[] }).argumentList ?? [];
      const isMet = name?.value === method && ++calls > (method === "add" ? 1 : 0);
      if (isMet && !isOver) held.push(post);
      else post();
    };
  }, method);
  return {
    reached: () =>
      page.waitForFunction(() => (globalThis as unknown as { held: unknown[] }).held.length > 0),
    letGo: () => page.evaluate(() => (globalThis as unknown as { letGo: () => void }).letGo()),
  };
}

const choose = (page: Page, files: ReturnType<typeof file>[]) =>
  page.getByLabel("Open files").setInputFiles(files);

/** A drop anywhere on the page, which is taken in every state. */
async function drop(page: Page, from: number, count: number): Promise<void> {
  await page.evaluate(([from, count]) => {
    const dataTransfer = new DataTransfer();
    for (let n = from; n < from + count; n++) {
      dataTransfer.items.add(new File([`host-${n}.example\n`], `${n}.txt`));
    }
    document.querySelector("main")!.dispatchEvent(
      new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }),
    );
  }, [from, count]);
}

async function tryPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Unlock").click();
}

/** Each opens the state, and returns how to leave it, with an encrypted key and 200 names. */
const STATES: Readonly<Record<string, (page: Page) => Promise<() => Promise<unknown>>>> = {
  async reading(page) {
    const { reached, letGo } = await holdCalls(page, "add");
    await choose(page, [locked, ...hosts(FILES)]);
    await reached();
    await page.getByLabel("Password", { exact: true }).waitFor();
    return letGo;
  },
  async relating(page) {
    const { reached, letGo } = await holdCalls(page, "relate");
    await choose(page, [locked, ...hosts(FILES)]);
    await reached();
    await page.getByLabel("Password", { exact: true }).waitFor();
    return letGo;
  },
  async locked(page) {
    await choose(page, [locked, ...hosts(FILES)]);
    await button(page, "Clear").waitFor();
    return () => Promise.resolve();
  },
  async offline(page) {
    await choose(page, [locked, ...hosts(FILES)]);
    await button(page, "Clear").waitFor();
    await page.context().setOffline(true);
    return () => page.context().setOffline(false);
  },
};

interface Counts {
  objects: number;
  locked: number;
}

const WHOLE: Counts = { objects: FILES + 1, locked: 1 };
const EMPTY: Counts = { objects: 0, locked: 0 };

/** Presses a control in a state. Returns the counts that follow. */
const CONTROLS: Readonly<Record<string, (page: Page, state: string) => Promise<Counts>>> = {
  async "more files"(page) {
    await drop(page, 10_000, 70);
    return { ...WHOLE, objects: WHOLE.objects + 70 };
  },
  async "the right password"(page) {
    await tryPassword(page, PASSWORD);
    return { ...WHOLE, locked: 0 };
  },
  async "a wrong password"(page) {
    await tryPassword(page, "wrong");
    return WHOLE;
  },
  async "the right password, then more files"(page) {
    await tryPassword(page, PASSWORD);
    await drop(page, 10_000, 70);
    return { objects: WHOLE.objects + 70, locked: 0 };
  },
  async "Clear or Cancel"(page, state) {
    await button(page, state === "reading" || state === "relating" ? "Cancel" : "Clear").click();
    return EMPTY;
  },
  async "Clear and Undo"(page, state) {
    if (state === "reading" || state === "relating") return WHOLE;
    await button(page, "Clear").click();
    await button(page, "Undo").click();
    return { objects: FILES, locked: 0 };
  },
};

async function counted(page: Page, { objects, locked }: Counts): Promise<void> {
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  if (objects === 0) {
    await page.getByRole("heading", { name: "Your results will appear here" }).waitFor();
  } else await page.getByRole("heading", { name: `${objects} objects found` }).waitFor();
  const form = page.getByLabel("Password", { exact: true });
  if (locked === 0) await form.waitFor({ state: "detached" });
  else await form.waitFor();
}

for (const [at, [state, open]] of partOf([...Object.entries(STATES).entries()], 2)) {
  // Every fourth control in each state, and others in the next ones.
  for (const [control, press] of partOf(Object.entries(CONTROLS), 8, at % 8)) {
    browserTest(
      `inspect > in the state "${state}" takes ${control}`,
      async ({ page }) => {
        await page.goto("/inspect");
        const leave = await open(page);
        const wanted = await press(page, state);
        await leave();
        await counted(page, wanted);
        assert.equal(await page.getByText("Failed to inspect").count(), 0);
      },
      { installed: state === "offline", expectErrors: ["ERR_INTERNET_DISCONNECTED"] },
    );
  }
}
