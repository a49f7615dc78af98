/** Tasks of users, from the first click to the result. Each flow runs in every engine. */
import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { strFromU8, unzipSync } from "fflate";
import { createContext } from "../../core/kernel/context.ts";
import { day } from "../../core/kernel/dates.ts";
import { exampleCertificate, exampleIssuer, examplePrivateKey } from "../../core/examples.ts";
import { execute } from "../../core/kernel/execute.ts";
import { operations } from "../../core/operations.ts";
import { encodeBase64Url } from "../../core/x509/pem/base64.ts";
import type { MatchResponse } from "../../core/match/contract.ts";
import * as TEXT from "../../core/texts.ts";
import { withPrefix } from "../support/front.ts";
import { serve } from "../e2e/support.ts";
import { HOST, hostAnswer } from "../e2e/host-answers.ts";
import { LISTENING, serveHostPages } from "../e2e/host-pages.ts";
import { csrFixture } from "../fixtures/csr/index.ts";
import { fixture, MESSY_PASSWORD } from "../fixtures/inspect/index.ts";
import { matchFile } from "../fixtures/match/index.ts";
import { startListMirror } from "../support/list-mirror.ts";
import { makeLoggedChain } from "../support/logged-chain.ts";
import type { Engine } from "./driver.ts";
import { Page, until } from "./page.ts";
import { type Site, startSite } from "./site.ts";
import { HEADLINE } from "../support/headlines.ts";

export interface FlowTest {
  engine: Engine;
  site: Site;
  page: Page;
}

/** The files of the inspector's fixture, whose names say nothing. */
export const MESSY = new URL("../fixtures/inspect/messy/", import.meta.url).pathname;
const PASSWORD = "Harbor-Light-26";

interface Handed {
  name: string;
  base64: string;
}

/**
 * Clicks a button that saves a file, and returns the file: as the engine saved it, or, if saving
 * cannot be driven, as the page gave it to the engine.
 */
async function save({ engine, page }: FlowTest, button: string, name: string): Promise<Uint8Array> {
  const { downloads } = engine;
  if (downloads === null) {
    await page.evaluate(() => {
      const { createObjectURL } = URL;
      let given: Blob | MediaSource | undefined;
      URL.createObjectURL = (blob) => createObjectURL(given = blob);
      HTMLAnchorElement.prototype.click = async function () {
        const bytes = new Uint8Array(await (given as Blob).arrayBuffer());
        const base64 = btoa(String.fromCharCode(...bytes));
        Object.assign(globalThis, { handed: { name: this.download, base64 } });
      };
    });
    await page.click("button", button);
    const handed = await until(
      "a file from the page",
      () => page.evaluate(() => (globalThis as unknown as { handed?: Handed }).handed ?? null),
    );
    assert.equal(handed.name, name);
    return Uint8Array.fromBase64(handed.base64);
  }
  await page.click("button", button);
  return await until(`${name} among what was saved`, async () => {
    const bytes = await Deno.readFile(`${downloads}/${name}`);
    if (bytes.length === 0) return null;
    await Deno.remove(`${downloads}/${name}`);
    return bytes;
  });
}

/** Fills in what a request needs, with the quickest key. */
async function fillRequest(page: Page): Promise<void> {
  await page.click("button", "Fill Example Data");
  await page.select("Key Type", "ECC");
}

async function generate(page: Page): Promise<void> {
  await page.click("button", "Generate CSR");
  await page.wait("heading", HEADLINE.csr_ready);
}

async function decode(page: Page): Promise<void> {
  await page.fill("CSR", csrFixture("p256-sha256"));
  await page.click("button", "Decode CSR");
  await page.wait("heading", TEXT.csrValid);
}

/** Verifies the example: first by itself, then on a click. */
async function matchExample(page: Page): Promise<void> {
  await page.click("button", "Fill Example Data");
  await page.wait("heading", TEXT.matchCertificate);
  await page.click("button", "Verify Match");
  await page.wait("heading", TEXT.matchCertificate);
}

/** Makes the folder for nginx of a chain and its key, on the page of chains. */
export async function makeFolder(page: Page): Promise<void> {
  await page.fill("Certificate", exampleCertificate + exampleIssuer);
  await page.click("button", "Get the folder for nginx, IIS, Java and others");
  await page.fill("Private Key", examplePrivateKey);
  await page.click("button", "Make the folder");
  await page.wait("heading", "The folder of www.example.com for nginx is ready");
}

type Flows = Readonly<Record<string, (test: FlowTest) => Promise<void>>>;

/**
 * Flows in one window at one origin, one after the other: the engine starts and compiles the code
 * once.
 */
export const FLOWS: Flows = {
  async "CSR generator: a key and its request, saved"(test) {
    const { site, page } = test;
    await page.goto(`${site.origin}/csr`);
    await fillRequest(page);
    await generate(page);
    const key = await page.value("Private Key");
    assert.match(key, /^-----BEGIN PRIVATE KEY-----\n/);
    const saved = await save(test, "Download private key", "www.example.com.key.txt");
    assert.equal(new TextDecoder().decode(saved).trim(), key.trim());
    const input = { certificate: await page.value("CSR"), privateKey: key };
    const matched = await execute(operations, "match/verify", input, createContext());
    assert.equal(matched.ok && (matched.value as MatchResponse).match, true);
  },

  async "CSR generator: a key is kept until it is saved"(test) {
    const { site, page } = test;
    // Where there is a file picker, a driver cannot use it.
    await page.goto(`${site.origin}/csr`);
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
    await fillRequest(page);
    await generate(page);
    const key = await page.value("Private Key");
    await page.click("button", "Generate CSR");
    await page.wait("heading", "Replace the private key?");
    const zip = await save(test, "Download all (ZIP)", "www.example.com.zip");
    const { [`secret/www.example.com.key.txt`]: saved } = unzipSync(zip);
    assert.equal(strFromU8(saved), key);
    await page.wait("button", "Download again");
    assert.equal(await page.value("Private Key"), key);
    await page.click("button", "I saved it");
    await until("another key", async () =>
      await page.has({ kind: "field", name: "Private Key" }) &&
      await page.value("Private Key") !== key);
  },

  async "Reset: undone, without the private key"({ site, page }) {
    await page.goto(`${site.origin}/match`);
    const certificate = matchFile("rsa-certificate.pem");
    await page.fill("Certificate", certificate);
    await page.fill("Private Key", matchFile("rsa-pkcs8-key.pem"));
    await page.wait("heading", TEXT.matchCertificate);
    await page.click("button", "Reset");
    await page.wait("text", "The private key is gone");
    await page.click("button", "Undo");
    await until("the certificate", async () => await page.value("Certificate") === certificate);
    assert.equal(await page.value("Private Key"), "");
  },

  async "CSR decoder: the example"({ site, page }) {
    await page.goto(`${site.origin}/csr-decoder`);
    await page.click("button", "Fill Example Data");
    await page.wait("heading", TEXT.csrValid);
    assert.match(await page.text("Result"), /example\.com/);
  },

  async "live: a CSR and a pair are read without a click"({ site, page }) {
    await page.goto(`${site.origin}/csr-decoder`);
    await page.fill("CSR", csrFixture("p256-sha256"));
    await page.wait("heading", TEXT.csrValid);
    await page.goto(`${site.origin}/match`);
    await page.fill("Certificate", matchFile("rsa-certificate.pem"));
    await page.fill("Private Key", matchFile("rsa-pkcs8-key.pem"));
    await page.wait("heading", TEXT.matchCertificate);
  },

  async "CSR decoder: a certificate is the wrong kind"({ site, page }) {
    await page.goto(`${site.origin}/csr-decoder`);
    await page.fill("CSR", matchFile("rsa-certificate.pem"));
    await page.click("button", "Decode CSR");
    await page.wait("text", "CERTIFICATE");
    assert(!(await page.text()).includes(TEXT.workerCrashed));
  },

  async "chain analyzer: the example"({ site, page }) {
    await page.goto(`${site.origin}/chain`);
    await page.click("button", "Fill Example Data");
    await page.wait("text", "SSL Tools Example Root");
  },

  async "key matcher: the example"({ site, page }) {
    await page.goto(`${site.origin}/match`);
    await matchExample(page);
  },

  async "key matcher: a wrong passphrase, then the right one"({ site, page }) {
    await page.goto(`${site.origin}/match`);
    await page.fill("Certificate", matchFile("rsa-certificate.pem"));
    await page.fill("Private Key", matchFile("rsa-pbes2-aes-256-cbc-key.pem"));
    await page.fill("Passphrase", "wrong");
    await page.click("button", "Verify Match");
    await page.wait("text", TEXT.passphraseWrong);
    await page.fill("Passphrase", "correct horse");
    await page.click("button", "Verify Match");
    await page.wait("heading", TEXT.matchCertificate);
  },

  async "PFX converter: a file, saved, that opens with its password"(test) {
    const { site, page } = test;
    await page.goto(`${site.origin}/pfx`);
    await page.click("button", "Fill Example Data");
    await page.fill("Password", PASSWORD);
    await page.click("button", "Convert");
    const saved = await save(test, "Download PFX", "www.example.com.pfx");
    const opened = await execute(operations, "pfx/open", {
      pfx: saved.toBase64(),
      password: PASSWORD,
    }, createContext());
    assert(opened.ok, JSON.stringify(opened));
  },

  async "PFX opener: a wrong password, then the right one"({ site, page }) {
    await page.goto(`${site.origin}/pfx`);
    await page.click("button", "PFX to PEM");
    await page.click("button", "Fill Example Data");
    // The example is opened by itself.
    await page.wait("heading", HEADLINE.pfx_opened);
    const right = await page.value("Password");
    await page.fill("Password", "wrong");
    await page.click("button", "Open PFX");
    await page.wait("text", TEXT.pfxPasswordWrong);
    await page.fill("Password", right);
    await page.click("button", "Open PFX");
    await page.wait("heading", HEADLINE.pfx_opened);
  },

  async "CAA generator: the example"({ site, page }) {
    await page.goto(`${site.origin}/caa`);
    await page.click("button", "Fill Example Data");
    await page.click("button", "Generate");
    await page.wait("button", "Copy All");
    assert.match(await page.text("Result"), /CAA 0 issue/);
  },

  async "password generator: copied, and pasted elsewhere"({ site, page }) {
    await page.goto(`${site.origin}/password`);
    await page.click("button", "Generate");
    await page.click("button", "Copy All");
    await page.wait("button", "Copied!");
    const made = await page.evaluate(() => document.querySelector("main code")!.textContent);
    await page.goto(`${site.origin}/csr-decoder`);
    await page.click("field", "CSR");
    await page.press({ key: "v", control: true });
    await until("the password, pasted", async () => (await page.value("CSR")).trim() === made);
  },

  async "inspector: a folder, a wrong password, the right one"({ site, page }) {
    await page.goto(`${site.origin}/inspect`);
    await page.chooseFolder("Open folder", MESSY);
    await page.wait("heading", "13 objects found");
    await page.fill("Password", "wrong");
    await page.click("button", "Unlock");
    await page.wait("text", TEXT.pfxPasswordWrong);
    await page.fill("Password", MESSY_PASSWORD);
    await page.click("button", "Unlock");
    await page.wait("heading", "15 objects found");
    // A single certificate opens at once, and its fields lead to their bytes.
    await page.click("button", "Clear");
    await page.wait("heading", "Your results will appear here");
    await page.fill("Text to inspect", new TextDecoder().decode(fixture("renewal/new.pem")));
    await page.click("button", "Inspect");
    await page.click("button", "Details");
    // This part appears late, above the fields, and would move them.
    await page.untilText(/(?:It passes|No faults in) \d+ rules/);
    await page.click("button", "Bytes of signatureValue");
    await page.untilText(/Byte \d+: BIT STRING, \d \+ \d+ bytes, path 1\.3/);
    await until(
      "the tree with the focus",
      () => page.evaluate(() => document.activeElement?.getAttribute("role") === "tree"),
    );
    await page.press({ key: "ArrowUp" });
    await page.untilText(/Byte \d+: OBJECT IDENTIFIER.*path 1\.2\.1/);
  },

  async "certificate generator: localhost and a client, saved with one password"(test) {
    const { site, page } = test;
    await page.goto(`${site.origin}/certificate`);
    await page.click("button", "Make one for localhost");
    await page.wait("heading", HEADLINE.certificate_ready);
    await page.wait("heading", "How to trust it");
    await page.click("button", "Sign a client");
    await page.fill("Name 1", "alice");
    await page.click("button", "Generate certificate");
    await page.wait("button", "Show localhost");
    await page.fill("Password for the keys", PASSWORD);
    const files = unzipSync(await save(test, "Download the tray (ZIP)", "certificates.zip"));
    for (const path of ["localhost/secret/localhost.key", "alice/secret/alice.key"]) {
      const key = strFromU8(files[path]);
      assert.match(key, /^-----BEGIN ENCRYPTED PRIVATE KEY/);
      createPrivateKey({ key, passphrase: PASSWORD });
    }
  },

  async "make it work: a chain with its key for nginx, then the answer of its server"(
    { site, page },
  ) {
    await page.goto(`${site.origin}/chain`);
    await makeFolder(page);
    await page.click("button", "Check the server after you install it");
    await page.fill(
      "Answer of openssl s_client",
      `CONNECTED(00000003)\n---\n${exampleCertificate}---\nDONE`,
    );
    await page.click("button", "Check the answer");
    await page.wait("heading", "Works now");
  },

  async "the theme is chosen, and still there after a reload"({ site, page }) {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto(`${site.origin}/`);
    await page.select("Theme", "light");
    const light = await background();
    await page.select("Theme", "dark");
    await until("another background", async () => await background() !== light);
    const dark = await background();
    await page.reload();
    assert.equal(await background(), dark);
  },

  async "Back after a result: to the page that was left, which works"({ site, page }) {
    await page.goto(`${site.origin}/`);
    await page.click("link", "CSR Decoder", "main");
    await page.untilPath("/csr-decoder");
    await decode(page);
    await page.click("link", "API Documentation");
    await page.untilPath("/api/docs");
    await page.driver.back();
    await page.untilPath("/csr-decoder");
    await decode(page);
    await page.driver.back();
    await page.untilPath("/");
  },

  async "Back from another document finds no secret"({ site, page }) {
    await page.goto(`${site.origin}/match`);
    const key = matchFile("rsa-pkcs8-key.pem");
    await page.fill("Private Key", key);
    await page.fill("Certificate", matchFile("rsa-certificate.pem"));
    await page.click("button", "Verify Match");
    await page.wait("heading", TEXT.matchCertificate);
    await page.goto(`${site.origin}/caa`);
    await page.driver.back();
    await page.untilPath("/match");
    assert.equal(await page.value("Private Key"), "");
    const line = key.split("\n")[5];
    assert(!(await page.evaluate(() => document.documentElement.outerHTML)).includes(line));
  },
};

/** Flows that change what is served or installed: each has a window and an origin of its own. */
export const FLOWS_APART: Flows = {
  async "a long work is cancelled, and the next one runs"({ site, page }) {
    // Some keys are found at once. Here the key is made and the answer never comes.
    const prefix = `{
      const { generateKey } = crypto.subtle;
      crypto.subtle.generateKey = async (algorithm, ...rest) => {
        const key = await generateKey.call(crypto.subtle, algorithm, ...rest);
        return algorithm.modulusLength === 4096 ? new Promise(() => {}) : key;
      };
    }\n`;
    const origin = await serve();
    site.fault = (_, path) =>
      /^\/assets\/worker-expose-[\w-]+\.js$/.test(path) ? withPrefix(origin, path, prefix) : null;
    await page.goto(`${site.origin}/csr`);
    await page.click("button", "Fill Example Data");
    await page.select("Key Type", "RSA");
    await page.select("Key Size", "4096");
    await page.click("button", "Generate CSR");
    await page.wait("text", "Generating...");
    await page.click("button", "Cancel");
    await page.gone("button", "Cancel");
    await page.select("Key Type", "ECC");
    await generate(page);
  },

  async "the popup as a window of another site"({ engine, site, page }) {
    await using hosts = await serveHostPages({ "/": { html: hostPage(site.origin) } });
    await page.goto(`${hosts.otherSite}/`);
    await page.click("button", "Open");
    const popup = new Page(await engine.opened());
    await popup.ready();
    await goThroughPopup(page, popup, hosts.otherSite);
  },

  async "the popup in a frame of another site"({ site, page }) {
    await using hosts = await serveHostPages({ "/": { html: hostPage(site.origin) } });
    await page.goto(`${hosts.otherSite}/`);
    await page.click("button", "Frame");
    const popup = await page.frame();
    await popup.ready();
    await goThroughPopup(page, popup, hosts.otherSite);
  },

  async "search: by its keys and its button, with a switch, and not in the popup"({ site, page }) {
    const dialogs = () => page.evaluate(() => document.querySelectorAll("dialog[open]").length);
    const command = { key: "k", control: true };
    await page.goto(`${site.origin}/csr-decoder`);
    await page.click("heading", "CSR Decoder");
    for (const key of [{ key: "/" }, command]) {
      await page.press(key);
      await page.wait("field", "Search");
      await page.press({ key: "Escape" });
      await page.gone("field", "Search");
    }
    await page.fill("CSR", "x");
    await page.press({ key: "/" }, { key: "?" });
    await until("the keys as text", async () => await page.value("CSR") === "x/?");
    await page.press(command);
    await page.wait("field", "Search");
    await page.press({ key: "Escape" });
    await page.gone("field", "Search");

    await page.click("heading", "CSR Decoder");
    await page.press({ key: "?" });
    await page.click("field", "Use Ctrl K, / and ?");
    await page.click("button", "Close");
    await page.gone("heading", "Keyboard shortcuts");
    await page.press({ key: "/" }, { key: "?" }, command);
    await page.click("button", "Search");
    await page.wait("field", "Search");
    assert.equal(await dialogs(), 1);
    await page.click("button", "Keyboard shortcuts");
    await page.click("field", "Use Ctrl K, / and ?");
    await page.click("button", "Close");
    await page.gone("heading", "Keyboard shortcuts");

    await page.click("button", "Search");
    await page.fill("Search", "pfx");
    await page.press({ key: "Enter" });
    await page.untilPath("/pfx");
    // Firefox reports the parts of a page that still load when another is opened.
    await page.wait("button", "Convert");

    await page.goto(`${site.origin}/csr/popup`);
    await page.click("heading", "");
    await page.press({ key: "/" }, { key: "?" }, command);
    await page.wait("button", "Generate CSR");
    assert.equal(await dialogs(), 0);
    assert(!await page.has({ kind: "button", name: "Search" }));
  },

  async "without a network after the first visit"({ site, page }) {
    site.mayInstall = true;
    await page.goto(`${site.origin}/csr-decoder`);
    await untilInstalled(page);
    site.stop();
    await page.reload();
    await decode(page);
    // A page that was not opened before, with its part of the code.
    await page.goto(`${site.origin}/match`);
    await matchExample(page);
  },

  async "renewed log lists are used on the device, and kept for the times without a network"(
    { page },
  ) {
    await using mirror = await startListMirror();
    const { chain, entries } = await makeLoggedChain();
    const time = Date.now() - 2 * 86_400_000;
    await mirror.publish(time, entries);
    using site = await startSite(mirror.env);
    await until("both lists on the site", async () => {
      const { tables } = await (await fetch(`${site.origin}/data/index.json`)).json();
      return tables.length === 2;
    });
    site.mayInstall = true;
    await page.goto(`${site.origin}/chain`);
    await untilInstalled(page);
    const analyze = async (): Promise<string> => {
      await page.fill("Certificate", chain);
      await page.click("button", "Analyze Chain");
      await page.wait("heading", "Certification path");
      return await page.text();
    };
    // The first answer may come before the lists.
    await analyze();
    await page.evaluate(async () => {
      const { tables } = await (await fetch("/data/index.json")).json();
      for (const { url, signatureUrl } of tables) {
        await (await fetch(url)).arrayBuffer();
        if (signatureUrl) await (await fetch(signatureUrl)).arrayBuffer();
      }
    });
    // The built-in lists do not know the logs of this chain.
    const renewed = new RegExp(`by their log lists of ${day(time)} and `);
    await analyze();
    // The path of the earlier answer may still have been there.
    await page.untilText(renewed);
    site.stop();
    await page.reload();
    const words = await analyze();
    assert.match(words, renewed);
    assert.match(words, /2 SCTs from 2 operators/);
  },

  async "links: a key in one is refused, and a CSR is opened here"({ site, page }) {
    const open = async (path: string, text: string) => {
      await page.goto(`${site.origin}/`);
      const packed = encodeBase64Url(new Uint8Array(deflateRawSync(text)));
      await page.goto(`${site.origin}${path}#c=${packed}`);
    };
    const key = matchFile("rsa-pkcs8-key.pem");
    for (
      const [path, text] of [["/chain", key], ["/inspect", matchFile("p256-certificate.pem") + key]]
    ) {
      await open(path, text);
      await page.untilText(/This link holds a private key, so we did not open it\./);
      assert.equal(await page.evaluate(() => location.hash), "");
    }
    await open("/csr-decoder", csrFixture("p256-sha256"));
    await page.untilText(new RegExp(TEXT.csrValid));
    assert.equal(await page.evaluate(() => location.hash), "");
  },
};

/**
 * Short flows that run in each engine every time, because each engine has its own way of doing what
 * they rest on.
 */
export const FLOWS_EVERYWHERE: Flows = {
  async "inspector: JSON that is nested deeply ends no inspection"({ site, page }) {
    await page.goto(`${site.origin}/inspect`);
    const deep = `{"kty":"RSA","n":"AQAB","e":"AQAB","x":${"[".repeat(3_000)}${"]".repeat(3_000)}}`;
    await page.fill("Text to inspect", deep);
    await page.click("button", "Inspect");
    await page.untilText(/has more than 100 levels/);
    await page.fill("Text to inspect", new TextDecoder().decode(fixture("renewal/new.pem")));
    await page.click("button", "Inspect");
    await page.click("button", "Details");
    await page.untilText(/(?:It passes|No faults in) \d+ rules/);
  },

  async "a live host: a shared link, parts as they come, Cancel, Refresh"({ site, page }) {
    const { chain, everywhere, revocation } = await hostAnswer(["192.0.2.1"]);
    const asked: { send: (line: object) => void; end: () => void }[] = [];
    site.fault = (_, path) => {
      if (path !== "/api/chain/analyze-url") return null;
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          const send = (line: object) =>
            controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
          asked.push({ send, end: () => controller.close() });
        },
      });
      return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
    };
    const newest = (times: number) =>
      until(`question ${times}`, () => Promise.resolve(asked.length === times && asked[times - 1]));
    await page.goto(`${site.origin}/chain?host=${HOST}`);
    assert.equal(await page.value("Domain"), HOST);
    assert.equal(asked.length, 0, "a link asks for nothing by itself");

    await page.click("button", "Analyze Chain");
    const first = await newest(1);
    first.send({ part: chain });
    await page.untilText(/ is valid at 192\.0\.2\.1 until /);
    await page.wait("text", "Still to come: addresses and revocation");
    first.send({ part: { everywhere } });
    await page.wait("text", "Still to come: revocation");
    await page.click("button", "Cancel");
    await page.untilText(/Not checked: revocation\./);

    await page.click("button", "Refresh");
    const second = await newest(2);
    second.send({ success: true, data: { ...chain, everywhere, revocation, caa: null } });
    second.end();
    await page.wait("text", "It did not answer in time");
    assert(!await page.has({ kind: "text", name: "Not checked:" }));
    site.fault = () => null;
  },
};

/** Waits until the service worker is in control and has the whole app. */
async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true })
    );
  });
  // The second part too, which comes after the app itself.
  await page.untilText(/Works offline now/);
}

/** A page that opens or frames the popup on a click, and records the messages. */
const hostPage = (app: string) =>
  `${LISTENING}
  <button onclick="open('${app}/csr/popup', '_blank', 'popup,width=1000,height=800')">Open</button>
  <button onclick="document.querySelector('iframe').src = '${app}/csr/popup'">Frame</button>
  <iframe width="900" height="700"></iframe>`;

interface Heard {
  data: { type?: string; data?: Record<string, string> };
}

async function goThroughPopup(host: Page, popup: Page, site: string): Promise<void> {
  await popup.wait("text", site);
  const values = {
    "Common Name": "www.example.com",
    "Organization": "Example, Inc.",
    "City": "Köln",
    "State/Province": "NRW",
    "Administrative E-mail": "admin@example.com",
  };
  for (const [name, value] of Object.entries(values)) await popup.fill(name, value);
  await popup.click("button", "Generate CSR");
  await popup.wait("heading", HEADLINE.csr_ready);
  const shown = await popup.value("CSR");
  const heard = await until("the result, heard by the other site", async () => {
    const messages = await host.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);
    return messages.find(({ data }) => data.type === "generated");
  });
  assert.equal(heard.data.data?.csr, shown);
  assert.match(heard.data.data?.privateKey ?? "", /^-----BEGIN PRIVATE KEY-----/);
}
