/**
 * WebKitGTK over W3C WebDriver: Debian's WebKitWebDriver and its MiniBrowser, on a virtual display.
 * https://www.w3.org/TR/webdriver2/
 *
 * The npm package `webdriver` would replace `Session.command` and nothing else, and brings 158
 * packages, two of which download browsers' drivers when they are installed.
 */
import {
  asText,
  COMMAND_LIMIT,
  type Driver,
  type Engine,
  filesIn,
  foundInView,
  fromText,
  keyActions,
} from "./driver.ts";
import { until } from "./page.ts";
import { freePort } from "../support/ports.ts";

/** The name of element references (WebDriver, 12.2). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** A page whose button opens a window that has no toolbar and no opener. */
const OPENER =
  `data:text/html,<button onclick="open('about:blank','','popup,noopener')">Open</button>`;

type Reference = Record<typeof ELEMENT, string>;
/** A window, and the path of frames from it to the document. */
interface Place {
  window: string;
  frames: readonly Reference[];
}

class Session {
  #base: string;
  #here: Place | undefined;
  /** Commands apply to the current window and frame, so they run one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  readonly known = new Set<string>();

  constructor(base: string) {
    this.#base = base;
  }

  async command<T>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.#base + path, {
      method,
      signal: AbortSignal.timeout(COMMAND_LIMIT),
      ...method === "POST" ? { body: JSON.stringify(body ?? {}) } : {},
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }

  /** Makes this window and frame current, then runs the commands. */
  at<T>(place: Place, commands: () => Promise<T>): Promise<T> {
    const run = async () => {
      if (this.#here !== place) {
        await this.command("POST", "/window", { handle: place.window });
        await this.command("POST", "/frame", { id: null });
        for (const id of place.frames) await this.command("POST", "/frame", { id });
        this.#here = place;
      }
      return await commands();
    };
    const result = this.#last.then(run, run);
    this.#last = result.catch(() => this.#here = undefined);
    return result;
  }

  /** Runs commands that create, close or list windows. */
  alone<T>(commands: () => Promise<T>): Promise<T> {
    const result = this.#last.then(commands, commands);
    this.#last = result.catch(() => {}).then(() => this.#here = undefined);
    return result;
  }
}

export interface WebKitPrograms {
  driver: string;
  browser: string;
  display: string;
}

export async function launchWebKitGtk(programs: WebKitPrograms): Promise<Engine> {
  const home = await Deno.makeTempDir();
  const processes: Deno.ChildProcess[] = [];
  const end = () => {
    for (const process of processes.toReversed()) {
      try {
        process.kill("SIGKILL");
      } catch {
        // It has exited already.
      }
    }
  };
  globalThis.addEventListener("unload", end);
  const screen = new Deno.Command(programs.display, {
    args: ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  processes.push(screen);
  const display = `:${await firstLine(screen.stdout)}`;
  const port = freePort();
  const driver = new Deno.Command(programs.driver, {
    args: [`--port=${port}`],
    env: {
      DISPLAY: display,
      GDK_BACKEND: "x11",
      HOME: home,
      NO_AT_BRIDGE: "1",
      XDG_CACHE_HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_RUNTIME_DIR: home,
    },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  processes.push(driver);
  const origin = `http://127.0.0.1:${port}`;
  await until("the driver's answer", async () => {
    await (await fetch(`${origin}/status`)).body?.cancel();
    return true;
  });
  const { sessionId, capabilities } = await new Session(origin).command<
    { sessionId: string; capabilities: { browserVersion: string } }
  >("POST", "/session", {
    capabilities: {
      alwaysMatch: {
        timeouts: { script: COMMAND_LIMIT, pageLoad: COMMAND_LIMIT },
        "webkitgtk:browserOptions": { binary: programs.browser, args: ["--automation"] },
      },
    },
  });
  const session = new Session(`${origin}/session/${sessionId}`);
  const first = await session.command<string>("GET", "/window");
  session.known.add(first);
  await session.command("POST", "/url", { url: OPENER });
  const opened = async () => {
    const window = await until("an opened window", async () => {
      const handles = await session.alone(() =>
        session.command<string[]>("GET", "/window/handles")
      );
      return handles.find((one) => !session.known.has(one));
    });
    session.known.add(window);
    return driverOf(session, { window, frames: [] });
  };
  return {
    name: "WebKitGTK",
    version: capabilities.browserVersion,
    // The browser hangs under its driver when a page saves a file.
    downloads: null,
    async open() {
      // A window, because a background tab is not painted and has no screenshot. It opens after a click
      // and without a toolbar, which would make it at least 447 px wide.
      await session.alone(async () => {
        await session.command("POST", "/window", { handle: first });
        const opener = await session.command<Reference>("POST", "/element", {
          using: "css selector",
          value: "button",
        });
        await session.command("POST", `/element/${opener[ELEMENT]}/click`);
      });
      const driver = await opened();
      await driver.resize(1280, 900);
      return driver;
    },
    opened,
    async [Symbol.asyncDispose]() {
      await session.alone(() => session.command("DELETE", "")).catch(() => {});
      for (const process of processes.toReversed()) {
        process.kill();
        await process.status;
      }
      globalThis.removeEventListener("unload", end);
      // The browser is a child of the driver and may still be writing.
      await until(
        "the browser's end",
        () => Deno.remove(home, { recursive: true }).then(() => true),
      );
    },
  };
}

async function firstLine(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error("The display exited at its start");
    text += value;
  }
  (async () => {
    while (!(await reader.read()).done);
  })();
  return text.trim();
}

function driverOf(session: Session, place: Place): Driver {
  const at = <T>(commands: () => Promise<T>) => session.at(place, commands);
  const post = <T>(path: string, body?: unknown) => session.command<T>("POST", path, body);

  /** Only inside `at`. */
  async function element(finder: string, argument: string): Promise<Reference> {
    const found = await post<Reference | null>("/execute/sync", {
      script: `return (${foundInView(finder)})(arguments[0])`,
      args: [argument],
    });
    if (!found) throw new Error("no such element");
    return found;
  }

  return {
    goto: (url) => at(() => post("/url", { url })),
    reload: () => at(() => post("/refresh")),
    back: () => at(() => post("/back")),
    async call(body, argument) {
      const text = await at(() =>
        post<string>("/execute/async", {
          script: `const [text, done] = arguments; (${asText(body)})(text).then(done);`,
          args: [argument],
        })
      );
      return JSON.stringify(fromText(text) ?? null);
    },
    click: (finder, argument) =>
      at(async () => {
        const found = await element(finder, argument);
        await post(`/element/${found[ELEMENT]}/click`);
      }),
    keys: (keys) => at(() => post("/actions", { actions: [keyActions(keys)] })),
    chooseFolder: (finder, argument, path) =>
      at(async () => {
        const found = await element(finder, argument);
        await post(`/element/${found[ELEMENT]}/value`, { text: filesIn(path).join("\n") });
      }),
    async screenshot() {
      const data = await at(() => session.command<string>("GET", "/screenshot"));
      return Uint8Array.fromBase64(data);
    },
    resize: (width, height) =>
      at(async () => {
        const sizes = async () =>
          await post<number[]>("/execute/sync", {
            script: "return [innerWidth, innerHeight]",
            args: [],
          });
        // WebDriver does not report the size of the window's frame, so measure it.
        const rect = await session.command<{ width: number; height: number }>(
          "GET",
          "/window/rect",
        );
        const [innerWidth, innerHeight] = await sizes();
        await post("/window/rect", {
          x: 0,
          y: 0,
          width: width + rect.width - innerWidth,
          height: height + rect.height - innerHeight,
        });
      }),
    frame: (finder, argument) =>
      at(async () => {
        const found = await element(finder, argument);
        return driverOf(session, { ...place, frames: [...place.frames, found] });
      }),
    close: () =>
      session.alone(async () => {
        await post("/window", { handle: place.window });
        await session.command("DELETE", "/window");
      }),
  };
}
