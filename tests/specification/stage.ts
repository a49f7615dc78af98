/** One window at one size with its server: what checks look at, and what leads to the next state. */
import type { Driver, Engine } from "../engines/driver.ts";
import { Page, until } from "../engines/page.ts";
import { type Site, startSite } from "../engines/site.ts";
import { serve } from "../e2e/support.ts";
import { hold, type PageClock } from "./in-page.ts";

export interface Size {
  width: number;
  height: number;
}

/** Milliseconds. Only a failing check waits for so long, even on a busy machine. */
export const PATIENCE = 10_000;

/** A call that the page has sent to the API. */
export interface Call {
  path: string;
  body: Record<string, unknown>;
  /** Passes the call on to the server, or answers it. */
  answer(response?: Response): void;
}

export class Stage {
  page: Page;
  /** The page that shows the popup, if `page` is the popup. */
  host: Page | null = null;
  /** Files of the app that are missing. */
  missing: RegExp | null = null;
  /** The calls so far. */
  calls: Call[] = [];
  /** Whether calls wait for `answer`. */
  holds = false;
  /** What states leave behind for the checks and for `end`. */
  readonly kept: Record<string, unknown> = {};
  readonly closing: (() => unknown)[] = [];

  constructor(
    readonly engine: Engine,
    readonly site: Site,
    driver: Driver,
    readonly size: Size,
  ) {
    this.page = new Page(driver, PATIENCE);
    site.fault = (request, path) => this.#take(request, path);
  }

  /** Whether the top bar shows its entries without "Menu". */
  get isWide(): boolean {
    return this.size.width > 800;
  }

  #take(request: Request, path: string): Promise<Response> | null {
    if (this.missing?.test(path)) return Promise.resolve(new Response(null, { status: 404 }));
    if (request.method !== "POST" || !path.startsWith("/api/")) return null;
    const { promise, resolve } = Promise.withResolvers<Response | undefined>();
    return (async () => {
      const body = await request.text();
      this.calls.push({ path, body: JSON.parse(body), answer: resolve });
      const response = this.holds ? await promise : undefined;
      return response ?? await askServer(path, body);
    })();
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(this.site.origin + path);
  }

  /** Chooses where the tool of this page runs. */
  async runsOn(where: "server" | "device"): Promise<void> {
    await this.page.select("Where it runs", where);
  }

  /**
   * Presses a button whose call to the API is held back, and waits for the call. `agree`: the button
   * of the question that comes before a secret is sent.
   */
  async held(button: string, agree?: string): Promise<Call> {
    this.holds = true;
    const count = this.calls.length;
    await this.page.click("button", button);
    if (agree) await this.page.click("button", agree);
    const call = await until(
      `a call after "${button}"`,
      () => Promise.resolve(this.calls[count]),
      PATIENCE,
    );
    this.kept.held = call;
    return call;
  }

  /** Answers the call that is held back: by the server, or with this response. */
  release(response?: Response): void {
    this.holds = false;
    (this.kept.held as Call).answer(response);
  }

  /** Fills fields, by their labels. */
  async fill(texts: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(texts)) await this.page.fill(name, text);
  }

  /** Submits the form from one of its fields, as a keyboard does. */
  async submit(field: string): Promise<void> {
    await this.page.click("field", field);
    await this.page.press({ key: "Enter", control: true });
  }

  /** The last call to the API. */
  get lastCall(): Call {
    const call = this.calls.at(-1);
    if (!call) throw new Error("nothing was sent");
    return call;
  }

  /** Stops the page's timers of 50 ms and more. */
  async stopClock(): Promise<void> {
    await this.page.evaluate(hold);
  }

  /** Lets the page's time pass, and waits until the page has drawn what follows. */
  async pass(milliseconds: number): Promise<void> {
    await this.page.evaluate(async (milliseconds) => {
      (globalThis as unknown as { pageClock: PageClock }).pageClock.pass(milliseconds);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }, milliseconds);
  }

  async startClock(): Promise<void> {
    await this.page.evaluate(() => {
      (globalThis as unknown as { pageClock: PageClock }).pageClock.end();
    });
  }

  async end(): Promise<void> {
    for (const close of this.closing) await close();
    await this.page.driver.close().catch(() => {});
    this.site.stop();
  }
}

async function askServer(path: string, body: string): Promise<Response> {
  const answer = await fetch(await serve() + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return Response.json(await answer.json(), { status: answer.status });
}

export async function openStage(engine: Engine, size: Size): Promise<Stage> {
  const [site, driver] = await Promise.all([startSite(), engine.open()]);
  await driver.resize(size.width, size.height);
  return new Stage(engine, site, driver, size);
}
