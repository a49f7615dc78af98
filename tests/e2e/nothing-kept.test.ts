/**
 * Nothing private stays behind: after a session through all tools neither the browser's caches,
 * storages and history nor any file of its profile holds what was made or entered.
 */
import assert from "node:assert/strict";
import { it } from "@std/testing/bdd";
import { Buffer } from "node:buffer";
import { type BrowserContext, chromium, type Page } from "playwright";
import * as TEXT from "../../core/texts.ts";
import { BROWSER_ARGS, findBrowser, needsBrowser } from "../support/browser.ts";
import { isFull } from "../support/matrix.ts";
import { needs, needsAll, runProgram } from "../support/programs.ts";
import {
  findSecrets,
  type Kept,
  keptByOrigin,
  keptElsewhere,
  keptInHistory,
  latin1,
  type Secret,
} from "../support/traces.ts";
import {
  button,
  chooseKey,
  generatePasswords,
  heading,
  openFormats,
  section,
  startDownload,
  textbox,
} from "./locators.ts";
import { fullBrowserTest, serve, untilOffline, waitForReady } from "./support.ts";
import { HEADLINE } from "../support/headlines.ts";

const password = (page: Page) => page.getByLabel("Password", { exact: true });
/** Opens the address in a new document, as from a bookmark; the document before is put away. */
const open = (page: Page, path: string) => page.goto(path);

async function downloaded(page: Page, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const download = await startDownload(page, () => button(page, name).click());
  return await Deno.readFile((await download.path())!);
}

/** A certificate for the key of a request, as an authority would issue it. */
async function certificateFor(csr: string, key: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/key`, key);
    const args = ["x509", "-req", "-signkey", `${folder}/key`, "-days", "90"];
    const { code, stdout, stderr } = await runProgram("openssl", args, csr);
    assert.equal(code, 0, stderr);
    return stdout;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const PASSWORDS = {
  "the PFX password": "Kestrel-Quarry-71!",
  "the key's passphrase": "Violet/Anchor+93?",
  "a password that opens nothing": "Copper & Thistle 58",
};

/** Goes through every tool, and returns what must not be found afterwards. */
async function useEveryTool(page: Page): Promise<Secret[]> {
  const secrets: Secret[] = Object.entries(PASSWORDS).map(([name, text]) => ({ name, text }));
  const learn = (name: string, text: string) => {
    assert(text.length > 0, name);
    secrets.push({ name, text });
  };

  await open(page, "/csr");
  await button(page, "Fill Example Data").click();
  await chooseKey(page, "ECC");
  await button(page, "Generate CSR").click();
  await heading(page, HEADLINE.csr_ready);
  const csr = await textbox(page, "CSR").inputValue();
  const key = await textbox(page, "Private Key").inputValue();
  learn("the generated CSR", csr);
  learn("the generated key", key);
  await downloaded(page, "Download private key");
  await page.getByRole("link", { name: "Use this CSR in the decoder" }).click();
  await heading(page, TEXT.csrValid);

  // On the server too: neither request nor answer may be kept.
  await page.getByLabel("Where it runs").selectOption("server");
  await button(page, "Decode CSR").click();
  await page.getByText(/^Last result: on the server/).waitFor();
  await page.getByLabel("Where it runs").selectOption("device");

  const certificate = await certificateFor(csr, key);
  await open(page, "/match");
  await textbox(page, "Certificate").fill(certificate);
  await textbox(page, "Private Key").fill(key);
  await button(page, "Verify Match").click();
  await heading(page, TEXT.matchCertificate);

  await open(page, "/pfx");
  await textbox(page, "Certificate").fill(certificate);
  await textbox(page, "Private Key").fill(key);
  await password(page).fill(PASSWORDS["the PFX password"]);
  await page.getByLabel("Encryption").selectOption("aes256-sha256");
  await button(page, "Convert").click();
  await heading(page, HEADLINE.pfx_ready);
  const pfx = await downloaded(page, "Download PFX");
  learn("the PFX file", pfx.toBase64());
  await page.getByRole("tab", { name: "PFX to PEM" }).click();
  await textbox(page, "PFX File").fill(pfx.toBase64());
  await password(page).fill(PASSWORDS["the PFX password"]);
  await page.getByLabel("Key Format").selectOption("encrypted");
  await page.getByLabel("Key Passphrase", { exact: true })
    .fill(PASSWORDS["the key's passphrase"]);
  await button(page, "Open PFX").click();
  await heading(page, HEADLINE.pfx_opened);
  const encrypted = new TextDecoder().decode(await downloaded(page, "Download private key"));
  learn("the encrypted key", encrypted);

  await open(page, "/password");
  await page.getByLabel("Number of Passwords").fill("3");
  for (const kind of ["Password", "Passphrase"]) {
    await page.getByRole("radio", { name: kind, exact: true }).check();
    const made = await generatePasswords(page);
    assert.equal(made.length, 3);
    for (const text of made) learn(`a generated ${kind.toLowerCase()}`, text);
  }

  await open(page, "/inspect");
  await page.getByLabel("Open files").setInputFiles([
    { name: "my.key", mimeType: "", buffer: Buffer.from(key) },
    { name: "my.csr", mimeType: "", buffer: Buffer.from(csr) },
    { name: "my.p12", mimeType: "", buffer: Buffer.from(pfx) },
  ]);
  await heading(page, /objects found$/);
  await password(page).fill(PASSWORDS["a password that opens nothing"]);
  await button(page, "Unlock").click();
  await page.getByText(TEXT.pfxPasswordWrong).waitFor();
  await password(page).fill(PASSWORDS["the PFX password"]);
  await button(page, "Unlock").click();
  await section(page, "Locked").waitFor({ state: "detached" });
  await page.getByRole("group", { name: "Objects" }).getByRole("button", { name: /my\.key/ })
    .first().click();
  await openFormats(page);
  await page.getByLabel("Format", { exact: true }).selectOption({
    label: "Private key, PKCS#8 encrypted",
  });
  await page.getByLabel("New passphrase", { exact: true })
    .fill(PASSWORDS["the key's passphrase"]);
  learn(
    "the key that the inspector encrypted",
    new TextDecoder().decode(await downloaded(page, "Save file")),
  );
  await button(page, "Make a PFX of this set").click();
  await page.waitForURL("**/pfx");
  // Something that is typed and never used.
  await open(page, "/");
  await textbox(page, "Text to inspect").fill(key);

  await open(page, "/csr/popup");
  const subject = {
    "Common Name": "www.harbor-light.example",
    "Organization": "Harbor Light Ltd",
    "City": "Dover",
    "State/Province": "Kent",
    "Administrative E-mail": "ops@harbor-light.example",
  };
  for (const [name, value] of Object.entries(subject)) await textbox(page, name).fill(value);
  await button(page, "Generate CSR").click();
  await heading(page, HEADLINE.csr_ready);
  learn("the popup's CSR", await textbox(page, "CSR").inputValue());
  learn("the popup's key", await textbox(page, "Private Key").inputValue());
  await open(page, "/caa");
  return secrets;
}

/** Every file of the browser's profile, by its path in the profile. */
async function keptInFiles(folder: string): Promise<Kept[]> {
  const kept: Kept[] = [];
  const walk = async (path: string): Promise<void> => {
    for await (const entry of Deno.readDir(`${folder}/${path}`)) {
      const at = `${path}${entry.name}`;
      kept.push({ place: "a file's name", content: at });
      if (entry.isDirectory) await walk(`${at}/`);
      else if (entry.isFile) {
        const content = latin1(await Deno.readFile(`${folder}/${at}`));
        kept.push({ place: `the profile's file ${at}`, content });
      }
    }
  };
  await walk("");
  return kept;
}

async function leavesNothing(): Promise<void> {
  const executablePath = findBrowser()!;
  const baseURL = await serve();
  const profile = await Deno.makeTempDir();
  try {
    const context: BrowserContext = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: BROWSER_ARGS,
      baseURL,
      viewport: { width: 1180, height: 900 },
    });
    let secrets: Secret[];
    try {
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      waitForReady(page);
      // Leaving a page with an unsaved key brings a question; here it is answered with yes.
      page.on("dialog", (dialog) => dialog.accept());
      await page.goto("/");
      await untilOffline(page);
      secrets = await useEveryTool(page);
      const kept = [
        ...await keptByOrigin(page),
        ...await keptElsewhere(context),
        ...await keptInHistory(page),
      ];
      const places = new Set(kept.map(({ place }) => place));
      for (const place of ["the body of a cache entry", "the service worker's caches"]) {
        assert(places.has(place), `${place} was looked at`);
      }
      assert(kept.filter(({ place }) => place === "a history entry's state").length >= 8);
      assert.deepEqual(findSecrets(secrets, kept), []);
    } finally {
      await context.close();
    }
    const files = await keptInFiles(profile);
    assert(files.length > 50, "the profile was found");
    assert.deepEqual(findSecrets(secrets, files), []);
  } finally {
    await Deno.remove(profile, { recursive: true });
  }
}

// tests/e2e/day.test.ts checks the same for a shorter session in every run.
if (isFull) {
  // The server outlives each test on purpose.
  const options = {
    sanitizeOps: false,
    sanitizeResources: false,
    ...needsAll(needs("openssl"), needsBrowser()),
  };
  it(
    "nothing kept > after a session through all tools, nowhere in the browser",
    options,
    leavesNothing,
  );
}

fullBrowserTest("nothing kept > what is looked for is found when it is kept", async (test) => {
  const { page, context } = test;
  await page.goto("/");
  await untilOffline(page);
  const secrets = [
    { name: "key", text: await exampleKey(page) },
    { name: "password", text: "Kestrel & Quarry/71!" },
  ];
  await page.evaluate(async (texts) => {
    const body = texts.join("\n");
    const cache = await caches.open("own");
    await cache.put(`/kept?${new URLSearchParams({ body })}`, new Response(btoa(`?${body}`)));
    localStorage.setItem("kept", JSON.stringify({ body }));
    sessionStorage.setItem("kept", encodeURIComponent(body));
    document.cookie = `kept=${btoa(texts[1])}`;
    history.pushState({ body }, "", `#${encodeURIComponent(texts[1])}`);
    const request = indexedDB.open("kept");
    request.onupgradeneeded = () => request.result.createObjectStore("kept");
    await new Promise((resolve) => request.onsuccess = resolve);
    const transaction = request.result.transaction("kept", "readwrite");
    transaction.objectStore("kept").put({ blob: new Blob([body]) }, 1);
    await new Promise((resolve) => transaction.oncomplete = resolve);
    const folder = await navigator.storage.getDirectory();
    const file = await folder.getFileHandle("kept", { create: true });
    const writable = await file.createWritable();
    await writable.write(Uint8Array.from(atob(texts[0].split("-----")[2]), (c) => c.charCodeAt(0)));
    await writable.close();
  }, secrets.map(({ text }) => text));
  const found = findSecrets(secrets, [
    ...await keptByOrigin(page),
    ...await keptElsewhere(context),
    ...await keptInHistory(page),
  ]);
  assert.deepEqual(found.sort(), [
    "key in IndexedDB",
    "key in a history entry's state",
    "key in localStorage",
    "key in sessionStorage",
    "key in the address of a cache entry",
    "key in the body of a cache entry",
    "key in the origin's files",
    "key in the service worker's caches",
    "password in IndexedDB",
    "password in a history entry",
    "password in a history entry's state",
    "password in cookies",
    "password in localStorage",
    "password in sessionStorage",
    "password in the address of a cache entry",
    "password in the body of a cache entry",
    "password in the service worker's caches",
  ]);
});

/** A key that is in no file of the app. */
async function exampleKey(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ["sign"]);
    const bytes = new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey));
    const base64 = btoa(String.fromCharCode(...bytes)).replace(/.{64}/g, "$&\n");
    return `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----\n`;
  });
}
