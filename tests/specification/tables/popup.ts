/** The CSR popup, /csr/popup: by itself, as a window, and in a frame. */
import assert from "node:assert/strict";
import { LISTENING, serveHostPages } from "../../e2e/host-pages.ts";
import { Page, until } from "../../engines/page.ts";
import {
  absent,
  banner,
  button,
  copies,
  disabled,
  dismissible,
  error,
  field,
  heading,
  noBanner,
  nothingSent,
  options,
  posted,
  property,
  saves,
  seen,
  values,
  words,
} from "../checks.ts";
import { type Check, each, NotRun, type Row, row, type Table } from "../row.ts";
import { PATIENCE, type Stage } from "../stage.ts";
import { buttonRows, fieldRows, securityRow, UNITS } from "./common.ts";

const SUBJECT = {
  "Common Name": "*.example.com",
  "Organization": "Example, Inc.",
  "City": "Dover",
  "State/Province": "Kent",
  "Administrative E-mail": "admin@example.com",
};

const BODY = {
  certificateType: "SSL/TLS",
  commonName: "*.example.com",
  organization: "Example, Inc.",
  organizationUnit: "IT Department",
  country: "US",
  state: "Kent",
  city: "Dover",
  email: "admin@example.com",
  keyType: "RSA",
  keySize: 2048,
  digestAlgorithm: "SHA-256",
};

const EMPTY = {
  "Certificate Type": "SSL/TLS",
  "Common Name": "",
  "Organization": "",
  "Organization Unit": "IT Department",
  "City": "",
  "State/Province": "",
  "Country": "US",
  "Administrative E-mail": "",
};

const FIELDS = Object.fromEntries(
  Object.keys(EMPTY).map((name) => [name, "The popup form carries the same fields"]),
);
const KEY_FIELDS = ["Key Type", "Key Size", "Curve", "Digest Algorithm"];
const REQUIRED = "ALL FIELDS MARKED WITH * ARE REQUIRED";
const FAILED = "FAILED TO GENERATE SSL CERTIFICATE CSR";
const READY = "CSR and private key are ready";

/**
 * Where the popup makes keys from its next visit on: it has no control for it, and takes the server only
 * in a browser without WebCrypto, or if that is remembered.
 */
const remember = ({ page }: Stage, where: "device" | "server") =>
  page.evaluate((where) => localStorage.setItem("ssl-tools:where:csr-popup", where), where);

const result: Check = async (stage) => {
  await heading(READY)(stage);
  for (const [name, begin] of [["CSR", "CERTIFICATE REQUEST"], ["Private Key", "PRIVATE KEY"]]) {
    const target = { kind: "field", name } as const;
    await seen("field", name)(stage);
    assert.equal(await property(stage, target, "readOnly"), true);
    assert.match(
      String(await property(stage, target, "value")),
      new RegExp(`^-----BEGIN ${begin}`),
    );
  }
};

/** Statements about the form and the result, wherever the popup is. */
const rowsOf = (idle: string, made: string): Row[] => [
  ...fieldRows(idle, FIELDS),
  ...each(
    KEY_FIELDS,
    (name) =>
      row(
        "3",
        "except that it always sends keyType RSA, keySize 2048, digestAlgorithm SHA-256",
        idle,
        absent("field", name),
      ),
  ),
  ...buttonRows(idle, ["Generate CSR"], "A form"),
  row("3", "Organization unit options (26)", idle, options("Organization Unit", UNITS)),
  row(
    "2",
    "then a result view with CSR and private key text areas",
    made,
    result,
    absent("field", "Common Name"),
  ),
  row(
    "2",
    "each with Copy",
    made,
    copies("Copy CSR", /^-----BEGIN CERTIFICATE REQUEST/),
    copies("Copy private key", /^-----BEGIN PRIVATE KEY/),
  ),
  row(
    "2",
    "and Download",
    made,
    saves("Download CSR", "wildcard.example.com.csr.txt"),
    saves("Download private key", "wildcard.example.com.key.txt"),
  ),
  row("2", "and buttons Generate Another", made, button("Generate Another")),
];

/** The popup in a tab of its own, at both sizes. */
export const popup: Table = {
  path: "/csr/popup",
  states: {
    async idle() {},
    async empty({ page }) {
      await page.click("button", "Generate CSR");
    },
    async changed(stage) {
      await stage.fill({ City: "Dover" });
    },
    async invalid(stage) {
      await stage.fill({ ...SUBJECT, "Common Name": "example" });
      await stage.page.click("button", "Generate CSR");
    },
    async smime(stage) {
      await stage.page.select("Certificate Type", "S/MIME");
      await stage.page.click("button", "Generate CSR");
    },
    async result(stage) {
      await stage.page.select("Certificate Type", "SSL/TLS");
      await stage.fill(SUBJECT);
      await stage.page.click("button", "Generate CSR");
      await stage.page.wait("heading", READY);
    },
    async another({ page }) {
      await page.click("button", "Generate Another");
    },
    async loading(stage) {
      await remember(stage, "server");
      await stage.page.reload();
      await stage.fill(SUBJECT);
      await stage.held("Generate CSR");
    },
    failed(stage) {
      stage.release(Response.json({ success: false }));
      return Promise.resolve();
    },
    async end(stage) {
      await remember(stage, "device");
      await stage.goto("/");
    },
  },
  rows: [
    ...fieldRows("changed loading", FIELDS),
    ...rowsOf("idle empty invalid another failed", "result"),
    securityRow("idle"),
    row(
      "2",
      "Close is shown only when the page is embedded or was opened as a popup",
      "idle result",
      absent("button", "Close"),
    ),
    row(
      "2",
      "outside the shared layout",
      "idle",
      absent("link", "Home"),
      absent("button", "SSL Certificate Tools"),
    ),
    ...each(
      Object.keys(SUBJECT),
      (name) =>
        row(
          "5",
          "commonName, organization, city, state, email required",
          "empty",
          async (stage) => {
            assert.equal(
              await property(stage, { kind: "field", name }, "ariaInvalid"),
              "true",
              name,
            );
          },
        ),
    ),
    row("5", `required, message '${REQUIRED}'`, "empty", banner(REQUIRED), dismissible),
    row("4", "changing a field clears that field's error", "changed", error("City", null)),
    row(
      "5",
      "common-name rules as above: 'INVALID DOMAIN NAME FORMAT'",
      "invalid",
      error("Common Name", "INVALID DOMAIN NAME FORMAT"),
    ),
    row(
      "5",
      "common-name rules as above: 'INVALID E-MAIL ADDRESS FORMAT'",
      "smime",
      error("Common Name (E-mail)", "INVALID E-MAIL ADDRESS FORMAT"),
    ),
    row(
      "D1",
      "A private key never leaves the device unless the user chose the server or confirmed",
      "result",
      nothingSent,
    ),
    row(
      "4",
      "Generate Another returns to an empty form with defaults",
      "another idle",
      values(EMPTY),
    ),
    row(
      "4",
      "loading (buttons disabled; texts 'Generating...')",
      "loading",
      disabled("Generating..."),
    ),
    row(
      "7",
      "POST /api/csr/generate … eccCurve (page only)",
      "loading",
      posted("csr/generate", BODY),
    ),
    row(
      "9",
      "The CSR popup always uses RSA 2048 with SHA-256",
      "loading",
      posted("csr/generate", BODY),
    ),
    row("8", `CSR generation failure (popup): '${FAILED}'`, "failed", banner(FAILED), dismissible),
  ],
};

interface Message {
  source?: string;
  type?: string;
  data?: Record<string, unknown>;
  error?: string;
}

const heard = async (stage: Stage): Promise<Message[]> =>
  await stage.host!.evaluate(() =>
    (globalThis as unknown as { heard: { data: Message }[] }).heard.map(({ data }) => data)
  );

/** The host has heard this message, and nothing else after `before`. */
const hears = (type: string, fits: (message: Message) => void): Check => async (stage) => {
  const message = await until(
    `the message "${type}"`,
    async () => (await heard(stage)).findLast((message) => message.type === type),
    PATIENCE,
  );
  assert.equal(message.source, "ssl-tools-csr");
  fits(message);
};

const PREFILL = {
  commonName: "www.prefilled.example",
  organization: "Host, Inc.",
  email: "host@example.com",
  certificateType: "SSL/TLS",
};

/** Posts to the popup: from the host's window, or from a frame of another site in it. */
const post = (stage: Stage, by: "host" | "bystander", data: object) =>
  stage.host!.evaluate(({ by, data }) => {
    const message = { source: "ssl-tools-csr", type: "prefill", data };
    const { target } = globalThis as unknown as { target: Window };
    if (by === "host") target.postMessage(message, "*");
    else {document.querySelector<HTMLIFrameElement>("#bystander")!.contentWindow!.postMessage(
        message,
        "*",
      );}
  }, { by, data });

const hostPage = (app: string, bystander: string) =>
  `${LISTENING}
  <button onclick="target = open('${app}/csr/popup', '_blank', 'popup,width=1000,height=800')">Open</button>
  <button onclick="popup.src = '${app}/csr/popup'; target = popup.contentWindow">Frame</button>
  <iframe id="popup" width="1000" height="850" style="border: 0" allow="clipboard-write"></iframe>
  <iframe id="bystander" src="${bystander}/bystander" width="1" height="1"></iframe>`;

const BYSTANDER = `<script>
  onmessage = ({ data }) => parent.frames[0].postMessage(data, "*");
</script>`;

/** Opens the page of a site of its own, which embeds the popup. */
async function openHost(stage: Stage): Promise<void> {
  const pages: Record<string, { html: string }> = { "/bystander": { html: BYSTANDER } };
  const hosts = await serveHostPages(pages);
  stage.closing.push(() => hosts[Symbol.asyncDispose]());
  // Frames of another site have a storage of their own, without our service worker.
  pages["/"] = { html: hostPage(stage.site.origin, hosts.otherSite) };
  stage.kept.hosts = hosts.sameSite;
  await stage.page.goto(`${hosts.sameSite}/`);
  stage.host = stage.page;
}

const isControlled: Check = async ({ page, host, engine }) => {
  const controlled = await page.evaluate(() => navigator.serviceWorker.controller !== null);
  const isFramed = await page.evaluate(() => parent !== globalThis.self);
  if (!controlled && isFramed && host && engine.name === "WebKitGTK") {
    // Its frames have a storage of their own under each origin, not under each site.
    throw new NotRun("an engine whose frames share the service worker with their site");
  }
  assert(controlled, "the service worker is not in control");
};

/** Firefox without a window of its own, and WebKitGTK, open every window in their own size. */
const hasSize = (width: number, height: number, isWindow: boolean): Check => async (stage) => {
  const { page, engine } = stage;
  if (isWindow && engine.name !== "Chromium") throw new NotRun("a driver that sizes windows");
  assert.deepEqual(await page.evaluate(() => [innerWidth, innerHeight]), [width, height]);
};

async function openFrame(stage: Stage): Promise<void> {
  await stage.host!.goto(`${stage.kept.hosts}/`);
  await stage.host!.click("button", "Frame");
  stage.page = await stage.host!.frame();
  await stage.page.ready();
  await stage.page.wait("button", "Close");
}

async function generate(stage: Stage): Promise<void> {
  await stage.fill(SUBJECT);
  await stage.page.click("button", "Generate CSR");
  await stage.page.wait("heading", READY);
}

/** The popup under another site's page, with the service worker in control. */
export const embeddedPopup: Table = {
  path: "/",
  installed: true,
  sizes: [{ width: 1280, height: 900 }],
  states: {
    async window(stage) {
      await openHost(stage);
      await stage.page.click("button", "Open");
      stage.page = new Page(await stage.engine.opened(), PATIENCE);
      await stage.page.ready();
      await stage.page.wait("button", "Close");
    },
    async windowEmpty({ page }) {
      await page.click("button", "Generate CSR");
    },
    async windowPrefilled(stage) {
      await post(stage, "host", PREFILL);
    },
    windowResult: generate,
    async windowAnother({ page }) {
      await page.click("button", "Generate Another");
    },
    async windowClosed({ page }) {
      // A real click would not end, because its page is gone.
      await page.evaluate(() => {
        const close = [...document.querySelectorAll("button")]
          .find(({ textContent }) => textContent === "Close")!;
        setTimeout(() => close.click());
      });
    },
    frame: openFrame,
    async frameForeign(stage) {
      await post(stage, "bystander", PREFILL);
      // What the host posts afterwards has arrived, so the other message has been refused.
      await post(stage, "host", { organization: "Host, Inc." });
      await values({ Organization: "Host, Inc." })(stage);
    },
    async framePrefilled(stage) {
      await post(stage, "host", PREFILL);
    },
    async frameFailed(stage) {
      await remember(stage, "server");
      await openFrame(stage);
      await stage.fill(SUBJECT);
      await stage.held("Generate CSR");
      await remember(stage, "device");
      stage.release(Response.json({ success: false }));
    },
    async frameResult(stage) {
      await openFrame(stage);
      await generate(stage);
    },
    async frameClosed({ page }) {
      await page.click("button", "Close");
    },
  },
  rows: [
    ...fieldRows(
      "windowEmpty windowPrefilled windowAnother frameForeign framePrefilled frameFailed",
      FIELDS,
    ),
    ...rowsOf("window frame", "windowResult frameResult"),
    row(
      "D7",
      "is tested with the service worker in control",
      "window frame",
      isControlled,
    ),
    row("9", "Popup window size 1000x800", "window", hasSize(1000, 800, true)),
    row("9", "iframe modal 1000x850", "frame", hasSize(1000, 850, false)),
    row(
      "2",
      "and Close. Close is shown only when the page is embedded or was opened as a popup",
      "window windowResult frame frameResult",
      button("Close"),
    ),
    row(
      "4",
      "the popup announces readiness to its opener or parent",
      "window frame",
      hears("ready", ({ data }) => {
        assert.equal(data, undefined);
      }),
    ),
    row(
      "D7",
      "Above Generate stands: 'The private key will be given to https://host'",
      "window frame",
      async (stage) => {
        await words(`The private key will be given to ${stage.kept.hosts}`)(stage);
      },
    ),
    row(
      "8",
      "also posted to the host as an error message",
      "windowEmpty",
      hears("error", ({ error }) => {
        assert.equal(error, REQUIRED);
      }),
    ),
    row(
      "4",
      "it accepts a pre-fill message (commonName, organization, email, certificateType)",
      "windowPrefilled framePrefilled",
      values({
        "Common Name": PREFILL.commonName,
        "Organization": PREFILL.organization,
        "Administrative E-mail": PREFILL.email,
        "Certificate Type": PREFILL.certificateType,
      }),
    ),
    row(
      "D7",
      "Prefill never submits",
      "windowPrefilled framePrefilled",
      absent("heading", READY),
      nothingSent,
    ),
    row(
      "4",
      "only from the same origin or the referrer's origin",
      "frameForeign",
      values({ "Common Name": "" }),
    ),
    row(
      "6",
      "Popup messages are accepted only from the same origin or the referrer's origin",
      "frameForeign",
      values({ "Administrative E-mail": "" }),
    ),
    row(
      "8",
      `also posted to the host as an error message: '${FAILED}'`,
      "frameFailed",
      banner(FAILED),
      hears("error", ({ error }) => assert.equal(error, FAILED)),
    ),
    row(
      "4",
      "it posts the generated CSR and private key",
      "windowResult frameResult",
      hears("generated", ({ data }) => {
        const { csr, privateKey, ...others } = data!;
        assert.match(String(csr), /^-----BEGIN CERTIFICATE REQUEST-----/);
        assert.match(String(privateKey), /^-----BEGIN PRIVATE KEY-----/);
        assert.deepEqual(others, {
          commonName: "*.example.com",
          isWildcard: true,
          keyType: "RSA",
          keySize: 2048,
          digestAlgorithm: "SHA-256",
        });
      }),
    ),
    row(
      "4",
      "Generate Another returns to an empty form with defaults",
      "windowAnother",
      values(EMPTY),
      field("Common Name"),
      noBanner,
    ),
    row("4", "it asks its host to close it", "windowClosed frameClosed", hears("close", () => {})),
  ],
};
