/**
 * The system's Firefox over WebDriver BiDi, without a driver program. Playwright cannot drive it: its
 * protocol needs commands that only Playwright's own build has.
 * https://www.w3.org/TR/webdriver-bidi/
 *
 * puppeteer-core would replace this file by 90 lines and 25 packages. Its reload() and goBack() wait
 * for events that Firefox does not always send: two of the 21 flows ended in a timeout.
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

interface Answer {
  id?: number;
  type: "success" | "error" | "event";
  method?: string;
  params?: { context?: string; originalOpener?: string | null; parent?: string | null };
  result?: Record<string, unknown>;
  error?: string;
  message?: string;
}

/** Turns off requests to Mozilla's servers and the pages of a first start. */
const PREFERENCES: Readonly<Record<string, unknown>> = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.download.always_ask_before_handling_new_types": false,
  "browser.download.folderList": 2,
  "browser.download.useDownloadDir": true,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "dom.disable_open_during_load": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false,
  "toolkit.telemetry.server": "data:,",
};

class Connection {
  #socket: WebSocket;
  #last = 0;
  #open = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  /** Windows that pages have opened and that no test has used yet. */
  readonly opened: string[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = () => {
      for (const { reject } of this.#open.values()) {
        reject(new Error("The browser closed the connection"));
      }
      this.#open.clear();
    };
  }

  static async to(url: string): Promise<Connection> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error(`No answer at ${url}`));
    });
    return new Connection(socket);
  }

  send(method: string, params: unknown = {}): Promise<Record<string, unknown>> {
    const answer = Promise.withResolvers<Record<string, unknown>>();
    const id = ++this.#last;
    this.#open.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params }));
    const late = setTimeout(() => {
      this.#open.delete(id);
      answer.reject(new Error(`${method}: no answer within ${COMMAND_LIMIT / 1000} s`));
    }, COMMAND_LIMIT);
    return answer.promise.finally(() => clearTimeout(late));
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#socket.addEventListener("close", resolve));
    this.#socket.close();
    await closed;
  }

  #take({ id, type, method, params, result, error, message }: Answer): void {
    if (method === "browsingContext.contextCreated" && params?.originalOpener) {
      this.opened.push(params.context!);
    }
    const waiting = id === undefined ? undefined : this.#open.get(id);
    if (!waiting) return;
    this.#open.delete(id!);
    if (type === "success") waiting.resolve(result!);
    else waiting.reject(new Error(`${error}: ${message}`));
  }
}

export async function launchFirefox(program: string): Promise<Engine> {
  const home = await Deno.makeTempDir();
  const profile = `${home}/profile`;
  const downloads = `${home}/downloads`;
  await Deno.mkdir(profile);
  await Deno.mkdir(downloads);
  const preferences = { ...PREFERENCES, "browser.download.dir": downloads };
  await Deno.writeTextFile(
    `${profile}/user.js`,
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(""),
  );
  const process = new Deno.Command(program, {
    args: ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    env: { HOME: home, MOZ_CRASHREPORTER_DISABLE: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const end = () => {
    try {
      process.kill("SIGKILL");
    } catch {
      // It has exited already.
    }
  };
  globalThis.addEventListener("unload", end);
  const connection = await Connection.to(`${await addressIn(process.stderr)}/session`);
  const { capabilities } = await connection.send("session.new", { capabilities: {} });
  await connection.send("session.subscribe", { events: ["browsingContext.contextCreated"] });
  const { browserVersion } = capabilities as { browserVersion: string };
  return {
    name: "Firefox",
    version: browserVersion,
    downloads,
    async open() {
      const { context } = await connection.send("browsingContext.create", { type: "tab" });
      const driver = driverOf(connection, context as string);
      await driver.resize(1280, 900);
      return driver;
    },
    async opened() {
      const context = await until(
        "an opened window",
        () => Promise.resolve(connection.opened.shift()),
      );
      return driverOf(connection, context);
    },
    async [Symbol.asyncDispose]() {
      await connection.send("browser.close");
      await connection.close();
      await process.status;
      globalThis.removeEventListener("unload", end);
      await Deno.remove(home, { recursive: true });
    },
  };
}

/** Reads the address from the browser's output. Reading goes on, because a full pipe would block. */
async function addressIn(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (true) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The browser exited at its start: ${text}`);
    text += value;
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
    if (!address) continue;
    (async () => {
      while (!(await reader.read()).done);
    })();
    return address;
  }
}

function driverOf(connection: Connection, context: string): Driver {
  const top = { context };

  async function callFunction(
    functionDeclaration: string,
    argument: string,
  ): Promise<{ type: string; value?: unknown; sharedId?: string }> {
    const answer = await connection.send("script.callFunction", {
      functionDeclaration,
      arguments: [{ type: "string", value: argument }],
      target: top,
      awaitPromise: true,
      // Opening windows and reading the clipboard need the activation of a click.
      userActivation: true,
      serializationOptions: { maxDomDepth: 0, maxObjectDepth: 0 },
    });
    if (answer.type !== "success") {
      throw new Error((answer.exceptionDetails as { text: string }).text);
    }
    return answer.result as { type: string; value?: unknown; sharedId?: string };
  }

  async function element(finder: string, argument: string): Promise<{ sharedId: string }> {
    const { sharedId } = await callFunction(foundInView(finder), argument);
    if (!sharedId) throw new Error("no such element");
    return { sharedId };
  }

  const act = (actions: unknown[]) => connection.send("input.performActions", { ...top, actions });

  const driver: Driver = {
    async goto(url) {
      await connection.send("browsingContext.navigate", { ...top, url, wait: "complete" });
    },
    async reload() {
      await connection.send("browsingContext.reload", { ...top, wait: "complete" });
    },
    async back() {
      await connection.send("browsingContext.traverseHistory", { ...top, delta: -1 });
    },
    async call(body, argument) {
      const { value } = await callFunction(asText(body), argument);
      return JSON.stringify(fromText(value as string) ?? null);
    },
    async click(finder, argument) {
      const origin = { type: "element", element: await element(finder, argument) };
      await act([{
        type: "pointer",
        id: "mouse",
        actions: [
          { type: "pointerMove", x: 0, y: 0, origin },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ],
      }]);
    },
    async keys(keys) {
      await act([keyActions(keys)]);
    },
    async chooseFolder(finder, argument, path) {
      const { sharedId } = await element(finder, argument);
      await connection.send("input.setFiles", {
        ...top,
        element: { sharedId },
        files: filesIn(path),
      });
    },
    async screenshot() {
      const { data } = await connection.send("browsingContext.captureScreenshot", top);
      return Uint8Array.fromBase64(data as string);
    },
    async resize(width, height) {
      await connection.send("browsingContext.setViewport", { ...top, viewport: { width, height } });
    },
    async frame(finder, argument) {
      const { contexts } = await connection.send("browsingContext.getTree", {
        root: context,
        maxDepth: 1,
      });
      const [{ children }] = contexts as { children: { context: string }[] }[];
      // The tree lists the frames in document order.
      const body = `(target) => [...document.querySelectorAll("iframe, frame")]
        .indexOf((${finder})(target))`;
      const index = Number(await driver.call(body, argument));
      return driverOf(connection, children[index].context);
    },
    async close() {
      await connection.send("browsingContext.close", top);
    },
  };
  return driver;
}
