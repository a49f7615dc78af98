/** The inspector in a real Chromium: a folder dropped, understood, taken on to the other tools. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright";
import { Buffer } from "node:buffer";
import { exampleCertificate, exampleIssuer, examplePrivateKey } from "../../core/examples.ts";
import * as TEXT from "../../core/texts.ts";
import { chainText } from "../fixtures/chain/index.ts";
import { needsCorpus, samplePath } from "../support/corpus.ts";
import { partOf } from "../support/matrix.ts";
import { needs, runProgram } from "../support/programs.ts";
import { MESSY_PASSWORD } from "../fixtures/inspect/index.ts";
import { largestCommit, watchCommits } from "./commits.ts";
import { hasFocus, openFormats, openTab, section, startDownload } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const FIXTURES = new URL("../fixtures/inspect/", import.meta.url).pathname;
const MESSY = `${FIXTURES}messy`;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });
const objects = (page: Page) => page.getByRole("group", { name: "Objects" });
const card = (page: Page, name: RegExp) => objects(page).getByRole("button", { name }).first();
const found = (page: Page, count: number) =>
  page.getByRole("heading", { name: `${count.toLocaleString("en")} objects found` }).waitFor();
/** Opens the first object of this name, and waits for its details: they follow the click a frame later. */
async function openObject(page: Page, name: RegExp): Promise<void> {
  await card(page, name).click();
  await openTab(page, "Details");
  await section(page, "Facts").waitFor();
}
/** Opens the first object of this name, with its actions. */
async function openAnswer(page: Page, name: RegExp): Promise<void> {
  await card(page, name).click();
  await openTab(page, "Answer");
}
const posts = (requests: string[]) => requests.filter((line) => !line.startsWith("GET"));

/** Resolves when a live region that was there before gets a text, which is then spoken. */
const announcement = (page: Page, text: RegExp) =>
  page.evaluate((text) =>
    new Promise<void>((resolve) =>
      new MutationObserver((changes) => {
        const isSpoken = changes.some(({ target }) =>
          target instanceof Element && target.role === "status" &&
          new RegExp(text).test(target.textContent)
        );
        if (isSpoken) resolve();
      }).observe(document.body, { childList: true, subtree: true })
    ), text.source);

async function openMessy(page: Page): Promise<void> {
  await page.goto("/inspect");
  await page.getByLabel("Open folder").setInputFiles(MESSY);
  await found(page, 13);
}

fullBrowserTest(
  "inspect > shows the whole placeholder, with and without a result",
  async ({ page }) => {
    const area = page.getByRole("textbox", { name: "Text to inspect" });
    const isWhole = () => area.evaluate((box) => box.scrollHeight <= box.clientHeight);
    await page.goto("/inspect");
    for (const width of [1280, 820, 390]) {
      await page.setViewportSize({ width, height: 844 });
      assert(await isWhole(), `${width} px, empty`);
    }
    await openMessy(page);
    for (const width of [1280, 820, 390]) {
      await page.setViewportSize({ width, height: 844 });
      assert(await isWhole(), `${width} px, with a result`);
    }
  },
);

browserTest(
  "inspect > sorts the messy folder and sends nothing",
  async ({ page, requests }) => {
    await page.goto("/inspect");
    await page.getByLabel("Open folder").waitFor({ state: "attached" });
    const announced = announcement(page, /13 objects found/);
    await page.getByLabel("Open folder").setInputFiles(MESSY);
    await found(page, 13);
    await announced;
    const together = section(page, "Together");
    for (const name of ["Messy Root", "Messy Intermediate 1", "alpha.example", "beta.example"]) {
      assert(await together.getByText(name, { exact: true }).first().isVisible(), name);
    }
    const alone = section(page, "On their own");
    assert.match(
      await alone.innerText(),
      /server\.key\s+Nothing in these files belongs to this key\./,
    );
    const aside = await section(page, "Skipped").innerText();
    for (const file of ["half.der", "empty.pem", "logo.crt", "old.pem", "notes.txt", "store"]) {
      assert(aside.includes(file), file);
    }
    // Screen readers get the lines as words.
    const key = together.getByRole("button", { name: /^messy\/key\.txt.*holds the same key/ });
    assert.equal(await key.count(), 2);

    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await button(page, "Unlock").click();
    await page.getByText(TEXT.pfxPasswordWrong).waitFor();
    await hasFocus(page.getByLabel("Password", { exact: true }));
    await page.getByLabel("Password", { exact: true }).fill(MESSY_PASSWORD);
    await button(page, "Unlock").click();
    await found(page, 15);
    // Its form is gone.
    await hasFocus(page.getByRole("heading", { name: "15 objects found" }));
    assert(await together.getByText("gamma.example", { exact: true }).first().isVisible());
    assert.equal(await section(page, "Locked").count(), 0);
    assert.deepEqual(posts(requests), []);
  },
);

/** Clicks one byte, in hex or as a character. Neighbouring bytes with the same mark are one element. */
async function clickOctet(
  bytes: Locator,
  wanted: number,
  as: "octets" | "ascii" = "octets",
): Promise<void> {
  const runs = bytes.locator(as === "ascii" ? "[aria-hidden] > [data-octets]" : "[data-octets]");
  const { run, share } = await runs.evaluateAll((runs, wanted) => {
    const places = runs.map((run) => {
      const { offset, octets } = (run as HTMLElement).dataset;
      return { first: Number(offset), count: Number(octets) };
    });
    const run = places.findIndex(({ first, count }) => first <= wanted && wanted < first + count);
    return { run, share: (wanted - places[run].first + 0.5) / places[run].count };
  }, wanted);
  const { width, height } = (await runs.nth(run).boundingBox())!;
  await runs.nth(run).click({ position: { x: width * share, y: height / 2 } });
}

/** Whether the list is hidden as soon as the press is handled, before the next frame. */
const isListAwayAtOnce = (press: Locator): Promise<boolean> =>
  press.evaluate(async (element) => {
    (element as HTMLElement).click();
    await null;
    return document.querySelector("[data-away]") !== null;
  });

browserTest("inspect > shows an object, its chain, findings and commands", async ({ page }) => {
  await openMessy(page);
  await openObject(page, /^alpha\.example.*Expired/);
  const findings = section(page, "Findings").first();
  assert.match(await findings.innerText(), /It expired on 1 Sep 2026.*RFC 5280, 6\.1\.3/s);
  assert.match(await findings.innerText(), /Clients refuse an expired certificate/);
  const path = page.getByRole("list", { name: "Certification path, root first" });
  await path.waitFor();
  assert.deepEqual(await path.getByRole("heading", { level: 3 }).allInnerTexts(), [
    "Messy Root",
    "Messy Intermediate 1",
    "alpha.example",
  ]);
  await page.getByText("openssl x509 -in 'messy/download (1)' -noout").waitFor();
  // The list, which may be long, gives way to the object and comes back in frames of their own.
  const back = button(page, "Back to the overview");
  assert.equal(await isListAwayAtOnce(back), true);
  await page.waitForFunction(() =>
    document.activeElement?.textContent?.startsWith("alpha.example")
  );
  await found(page, 13);
  await back.waitFor({ state: "detached" });
  assert.equal(await isListAwayAtOnce(card(page, /^beta\.example.*Certificate/)), false);
  await back.waitFor();
  assert.equal(await page.locator("[data-away]").count(), 1);
});

for (const [width, height, screens] of partOf([[1280, 800, 1], [390, 844, 2]], 2)) {
  browserTest(
    `inspect > the answer of one certificate fits ${screens} x ${height} px`,
    async ({ page }) => {
      await page.goto("/inspect");
      await page.getByLabel("Open files").setInputFiles(`${MESSY}/download`);
      await section(page, "Where it works").waitFor();
      await page.getByRole("heading", { name: "Until when" }).waitFor();
      // From the line with the answer, which is at the top of the window, to the actions.
      const actions = page.getByRole("tabpanel", { name: "Object" })
        .getByRole("button", { name: /^Renew/ });
      const { bottom } = await actions.evaluate((element) =>
        element.getBoundingClientRect().toJSON()
      );
      const { top } = await page.getByRole("region", { name: "Result" }).evaluate((element) =>
        element.getBoundingClientRect().toJSON()
      );
      assert(bottom - Math.min(top, 0) <= screens * height, `${top} to ${bottom}`);
    },
    { viewport: { width, height } },
  );
}

fullBrowserTest(
  "inspect > a click on a value copies it, and arrow keys change tabs",
  async ({ page }) => {
    await page.goto("/inspect");
    await page.getByLabel("Open files").setInputFiles(`${MESSY}/download`);
    await openTab(page, "Details");
    const serial = section(page, "Every field").locator("dl > div", {
      has: page.getByText("Serial number", { exact: true }),
    });
    const value = serial.locator("dd > span");
    await value.click();
    await serial.getByRole("button", { name: "Copied!" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal((await value.innerText()).replaceAll(":", ""), copied);
    // The arrow keys lead to the other tabs.
    await page.getByRole("tab", { name: "Details" }).press("ArrowLeft");
    await hasFocus(page.getByRole("tab", { name: "Answer" }));
    await button(page, "Analyze the chain").waitFor();
  },
  { clipboard: true },
);

browserTest(
  "inspect > leads from a field to its bytes, and between tree and bytes",
  async ({ page }) => {
    await openMessy(page);
    await openObject(page, /^beta\.example.*Certificate/);
    // The public key's point as openssl prints it, and the serial number in two forms.
    const every = section(page, "Every field");
    await every.getByText("Serial number, decimal", { exact: true }).waitFor();
    assert.match(await every.innerText(), /Public point\s+04:/);
    // The dates come last, and move what is below them.
    await section(page, "Until when").waitFor();
    await button(page, "Bytes of subjectAltName").click();
    const tree = page.getByRole("tree", { name: "ASN.1 elements" });
    const bytes = page.getByRole("group", { name: /^Bytes/ });
    const chosen = tree.locator("[aria-selected=true]");
    await chosen.waitFor();
    assert.match(await chosen.innerText(), /SEQUENCE/);
    // The pane scrolls with the frame after the element is drawn.
    await page.waitForFunction((element) => {
      const pane = element.closest("[role=tree]")!.getBoundingClientRect();
      const { top, bottom } = element.getBoundingClientRect();
      return top >= pane.top && bottom <= pane.bottom && pane.top >= 0 &&
        pane.bottom <= innerHeight;
    }, (await chosen.elementHandle())!);
    // The tree has the focus already: arrows lead into the extension, which is named.
    await page.keyboard.press("ArrowRight");
    assert.match(await chosen.innerText(), /subjectAltName \(2\.5\.29\.17\)/);
    const rfc = section(page, "ASN.1 and bytes")
      .getByRole("link", { name: "RFC 5280" }).last();
    assert.match((await rfc.getAttribute("href"))!, /rfc5280#section-4\.2\.1\.6$/);
    await page.keyboard.press("Home");

    const element = tree.getByRole("treeitem", { name: /UTCTime 260901000000Z/ });
    const offset = Number(/^\d+/.exec(await element.innerText())![0]);
    await element.click();
    // Each element holds as many bytes as it shows.
    const marked = (kind: string) =>
      bytes.locator(`[data-mark=${kind}]`).evaluateAll((runs) =>
        runs.flatMap((run) => {
          const { offset, octets } = (run as HTMLElement).dataset;
          const pairs = run.textContent!.split(" ");
          return pairs.map((_, index) => Number(offset) + index).slice(0, Number(octets));
        })
      );
    assert.deepEqual(await marked("header"), [offset, offset + 1]);
    assert.deepEqual(
      await marked("content"),
      Array.from({ length: 13 }, (_, index) => offset + 2 + index),
    );
    assert.match(await bytes.innerText(), /260901000000Z|2609/);
    // Byte 12 of every such certificate is the one octet of the version.
    await page.keyboard.press("Home");
    // All bytes belong to the outermost element, so each line is marked as a whole.
    const lines = bytes.locator("[role=presentation] > [role=presentation] > div");
    const elements = await bytes.locator("[data-octets]").count();
    assert(elements <= 2 * await lines.count() + 2, `${elements} elements`);
    await clickOctet(bytes, 12);
    assert.match(await chosen.innerText(), /INTEGER\s+2/);
    // And as a character.
    await page.keyboard.press("Home");
    await clickOctet(bytes, 12, "ascii");
    assert.match(await chosen.innerText(), /INTEGER\s+2/);
    await bytes.press("ArrowDown");
    await page.getByRole("status").filter({ hasText: /^Byte 13: INTEGER.* path 1\.1\.2$/ })
      .waitFor();
    // From the bytes back to the field, and from there to the bytes again.
    await page.keyboard.press("Enter");
    await hasFocus(button(page, "Bytes of serialNumber"));
    await page.keyboard.press("Enter");
    await hasFocus(tree);
    await page.keyboard.press("ArrowDown");
    await button(page, "Show field signature").click();
    await hasFocus(button(page, "Bytes of signature"));
  },
);

browserTest("inspect > takes data on to the other tools in memory", async ({ page, requests }) => {
  await openMessy(page);
  const choose = async () => {
    await openAnswer(page, /key\.txt/);
    await button(page, "Verify the match").waitFor();
  };
  await choose();
  await button(page, "Verify the match").click();
  await page.waitForURL("**/match");
  await button(page, "Verify Match").click();
  await page.getByRole("heading", { name: TEXT.matchCertificate, exact: true }).waitFor();
  await page.goBack();
  // The folder is still there: it stays as long as the tab.
  await found(page, 13);
  await choose();
  await button(page, "Analyze the chain").click();
  await page.waitForURL("**/chain");
  await page.getByRole("heading", { name: "Messy Root" }).first().waitFor();
  await page.goBack();
  await choose();
  await button(page, "Make a PFX of this set").click();
  await page.waitForURL("**/pfx");
  const certificate = page.getByRole("textbox", { name: "Certificate", exact: true });
  // Data that another page passes on arrive when the page's chunk has loaded.
  await page.waitForFunction(
    (area) => (area as HTMLTextAreaElement).value !== "",
    await certificate.elementHandle(),
  );
  assert.equal((await certificate.inputValue()).split("BEGIN CERTIFICATE").length, 4);
  // Only the password is missing.
  await hasFocus(page.getByLabel("Password", { exact: true }));
  // The tab that is chosen later keeps the focus.
  const tab = page.getByRole("tab", { name: "PEM to PFX" });
  await page.getByRole("tab", { name: "PFX to PEM" }).click();
  await tab.click();
  await page.getByLabel("Friendly Name").waitFor();
  await hasFocus(tab);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href])
  );
  assert(!kept.includes("PRIVATE") && !kept.includes("CERTIFICATE"));
  assert.deepEqual(posts(requests), []);
  await page.goto("/inspect");
  await page.getByRole("heading", { name: "Your results will appear here" }).waitFor();
});

fullBrowserTest("inspect > saves bundle, encrypted key and a zip", async ({ page }) => {
  await openMessy(page);
  const saved = async (act: () => Promise<void>) => {
    const download = await startDownload(page, act);
    const path = (await download.path())!;
    return { name: download.suggestedFilename(), path };
  };
  const zip = await saved(() => button(page, "Download all (ZIP)").click());
  assert.equal(zip.name, "ssl-tools.zip");
  await openAnswer(page, /key\.txt/);
  const bundle = await saved(() => button(page, "Download full chain").click());
  assert.equal(bundle.name, "alpha.example_until_2027-03-01_fullchain.pem");
  await openFormats(page);
  await page.getByLabel("Format", { exact: true }).selectOption({
    label: "Private key, PKCS#8 encrypted",
  });
  await button(page, "Save file").click();
  await page.getByText(TEXT.newPassphraseRequired).waitFor();
  await page.getByLabel("New passphrase", { exact: true }).fill("long enough");
  const key = await saved(() => button(page, "Save file").click());
  assert.equal(key.name, "alpha.example_until_2027-03-01_encrypted.key.txt");
  const { stdout } = await runProgram("unzip", ["-Z1", zip.path]);
  const entries = stdout.split("\n");
  assert(entries.includes("alpha.example until 2027-03-01/alpha.example.key"), stdout);
  assert(entries.includes("beta.example until 2027-03-01/beta.example.csr"), stdout);
  const opened = await runProgram("openssl", [
    "pkey",
    "-in",
    key.path,
    "-passin",
    "pass:long enough",
    "-noout",
    "-check",
  ]);
  assert.equal(opened.code, 0, opened.stderr);
}, needs("openssl", "unzip"));

fullBrowserTest("inspect > opens the only end entity by itself", async ({ page }) => {
  await page.goto("/inspect");
  const renewal = (...names: string[]) => names.map((name) => `${FIXTURES}renewal/${name}`);
  const open = async (...files: string[]) => {
    await page.getByLabel("Open files").setInputFiles(files);
    await page.getByRole("heading", { name: /objects? found$/ }).waitFor();
  };
  await open(...renewal("new.pem", "new.key", "intermediate.pem", "root.pem"));
  await page.getByRole("heading", { name: "shop.example.com", exact: true, level: 2 }).waitFor();
  await openTab(page, "Details");
  const chain = section(page, "Chain");
  await chain.getByText("Valid where its private root is installed").waitFor();
  assert.equal(await button(page, "Back to the overview").count(), 0);
  // Another object takes its place until the user goes back.
  await openObject(page, /^Renewal Root/);
  await button(page, "Back to the overview").click();
  await page.getByRole("heading", { name: "shop.example.com", exact: true, level: 2 }).waitFor();
  // Of two end entities none is opened.
  await button(page, "Clear").click();
  await open(...renewal("new.pem", "self.pem"));
  await page.getByText("Select an item for its details and actions.").waitFor();
  assert.equal(await button(page, "Analyze the chain").count(), 0);
});

fullBrowserTest("inspect > offers a server what it can use", async ({ page }) => {
  await page.goto("/inspect");
  const offered = async (...texts: string[]) => {
    await page.getByLabel("Open files").setInputFiles(
      texts.map((text, index) => ({
        name: `file ${index}`,
        mimeType: "application/x-pem-file",
        buffer: Buffer.from(text),
      })),
    );
    // The buttons of the headline; the opened certificate below has its own.
    const all = button(page, "Download all (ZIP)");
    await all.waitFor();
    const names = await all.locator("..").getByRole("button", {
      name: /^Download (?!all)\w|PFX|Certificate only/,
    })
      .allInnerTexts();
    await button(page, "Clear").click();
    return names;
  };
  const file = (path: string) =>
    Deno.readTextFile(new URL(`../fixtures/${path}`, import.meta.url).pathname);
  assert.deepEqual(await offered(exampleCertificate, examplePrivateKey), [
    "PFX for Windows/IIS",
    "Download certificate (issuer missing)",
    "Download key",
  ]);
  assert.deepEqual(await offered(exampleCertificate, exampleIssuer), ["Download certificate"]);
  assert.deepEqual(await offered(chainText("lasting")), ["Download full chain"]);
  const renewal = "inspect/renewal/";
  assert.deepEqual(
    await offered(await file(`${renewal}expired.pem`), await file(`${renewal}old.key`)),
    ["Download key"],
  );
  assert.deepEqual(await offered(await file("post-quantum/ml-kem-512-certificate.pem")), []);
});

fullBrowserTest("inspect > takes a drop and a paste from the home page along", async ({ page }) => {
  await page.goto("/");
  const area = page.getByRole("textbox", { name: "Text to inspect" });
  await area.fill("alpha.example\nwww.alpha.example");
  await area.press("Control+Enter");
  await page.waitForURL("**/inspect");
  await found(page, 2);
  await page.goto("/");
  const pem = await Deno.readFile(`${MESSY}/download`);
  const transfer = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], "dropped.bin"));
    return transfer;
  }, [...pem]);
  await page.getByRole("textbox", { name: "Text to inspect" })
    .dispatchEvent("drop", { dataTransfer: transfer });
  await page.waitForURL("**/inspect");
  // A single object opens at once.
  await openTab(page, "Details");
  await page.getByRole("heading", { name: "Every field" }).waitFor();
  await page.getByText("dropped.bin").filter({ visible: true }).first().waitFor();
});

fullBrowserTest(
  "inspect > works offline, and a reload forgets all",
  async ({ page, context, requests }) => {
    await page.goto("/inspect");
    await context.setOffline(true);
    const before = requests.length;
    await openMessy(page);
    await openObject(page, /server\.key/);
    await page.getByText("Belong together", { exact: true }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Your results will appear here" }).waitFor();
    assert.equal(await objects(page).count(), 0);
    assert.deepEqual(posts(requests.slice(before)), []);
    await context.setOffline(false);
  },
  { installed: true, expectErrors: ["ERR_INTERNET_DISCONNECTED"] },
);

fullBrowserTest(
  "inspect > skips a file of 200 MB unread, and takes the others",
  async ({ page }) => {
    const folder = await Deno.makeTempDir();
    try {
      const big = await Deno.open(`${folder}/big.bin`, { create: true, write: true });
      await big.truncate(200 * 1024 * 1024);
      big.close();
      await Deno.copyFile(`${MESSY}/download`, `${folder}/small`);
      await page.goto("/inspect");
      await page.getByLabel("Open folder").setInputFiles(folder);
      await openTab(page, "Details");
      await page.getByRole("heading", { name: "Every field" }).waitFor();
      const aside = await section(page, "Skipped").innerText();
      assert.match(aside, /big\.bin\s+The file is too large: 200\.0 MiB, at most 64 MiB/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

fullBrowserTest("inspect > works with only the keyboard", async ({ page }) => {
  await openMessy(page);
  const focused = () =>
    page.evaluate(() =>
      document.activeElement?.getAttribute("aria-label") ||
      document.activeElement?.textContent || ""
    );
  for (let presses = 0; !/^messy\/server\.key/.test(await focused()); presses++) {
    assert(presses < 80, "the card is reached");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.getByText("Nothing in these files belongs to this key.").first().waitFor();
  await button(page, "Back to the overview").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() =>
    document.activeElement?.textContent?.startsWith("messy/server.key")
  );
});

const progressBar = (page: Page) => page.getByRole("progressbar", { name: "Reading files" });
const emptyResult = (page: Page) =>
  page.getByRole("heading", { name: "Your results will appear here" });

/** Drops this many text files, each with the same certificate. */
async function dropFiles(page: Page, count: number): Promise<void> {
  const pem = await Deno.readTextFile(`${MESSY}/download`);
  const transfer = await page.evaluateHandle(([pem, count]) => {
    const transfer = new DataTransfer();
    for (let n = 0; n < (count as number); n++) {
      transfer.items.add(new File([`${n}\n${pem}`], `${n}.txt`));
    }
    return transfer;
  }, [pem, count] as const);
  await page.getByRole("textbox", { name: "Text to inspect" })
    .dispatchEvent("drop", { dataTransfer: transfer });
}

/** How many files `dropUnending` drops: more than one batch, so that objects appear. */
const UNENDING = 200;

/** Drops files, one of which is never read, so that only Cancel ends the reading. */
async function dropUnending(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const { readAsArrayBuffer } = FileReader.prototype;
    FileReader.prototype.readAsArrayBuffer = function (file) {
      if ((file as File).name !== name) readAsArrayBuffer.call(this, file);
    };
  }, `${UNENDING - 1}.txt`);
  await dropFiles(page, UNENDING);
}

/**
 * Drops files with a domain name each. The last is read only when the returned function is called. Returns after some
 * of the others were read.
 */
async function dropHeld(page: Page, count: number): Promise<() => Promise<void>> {
  await page.evaluate(async (count) => {
    const { readAsArrayBuffer } = FileReader.prototype;
    FileReader.prototype.readAsArrayBuffer = function (file) {
      const start = () => readAsArrayBuffer.call(this, file);
      if ((file as File).name !== `${count - 1}.txt`) start();
      else Object.assign(globalThis, { readHeld: start });
    };
    const dataTransfer = new DataTransfer();
    for (let n = 0; n < count; n++) {
      dataTransfer.items.add(new File([`host-${n}.example.com\n`], `${n}.txt`));
    }
    const area = document.querySelector("textarea")!;
    area.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    while (!("readHeld" in globalThis)) await new Promise(requestAnimationFrame);
  }, count);
  return () => page.evaluate(() => (globalThis as unknown as { readHeld(): void }).readHeld());
}

const PASSWORDS = [[MESSY_PASSWORD, null], ["wrong", /^Wrong password/]] as const;
for (const [password, said] of partOf(PASSWORDS, 2)) {
  browserTest(
    `inspect > reads all files when the ${said ? "wrong" : "right"} password comes meanwhile`,
    async ({ page }) => {
      await openMessy(page);
      const readLast = await dropHeld(page, 300);
      await progressBar(page).waitFor();
      await page.getByLabel("Password", { exact: true }).fill(password);
      await button(page, "Unlock").click();
      // Another selection during the reading is not lost either.
      await dropFiles(page, 1);
      await readLast();
      const field = page.getByLabel("Password", { exact: true });
      if (said) await page.getByText(said).waitFor();
      else await field.waitFor({ state: "detached" });
      await page.getByRole("progressbar").waitFor({ state: "detached" });
      await page.getByText(/\b300 domain names\b/).first().waitFor();
    },
  );
}

/** Keeps the inspector's worker from starting. Returns the function that lets it start. */
async function holdSession(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/session-client-*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

fullBrowserTest(
  "inspect > takes a press of Cancel during which the first objects appear",
  async ({ page }) => {
    const start = await holdSession(page);
    await page.goto("/inspect");
    await dropUnending(page);
    await button(page, "Cancel").hover();
    await page.mouse.down();
    start();
    await objects(page).waitFor();
    await page.mouse.up();
    await emptyResult(page).waitFor();
    assert.equal(await page.getByRole("progressbar").count(), 0);
  },
);

fullBrowserTest(
  "inspect > keeps the focus on Cancel when the first objects appear",
  async ({ page }) => {
    const start = await holdSession(page);
    await page.goto("/inspect");
    await dropUnending(page);
    await button(page, "Cancel").focus();
    // All batches arrive in the first milliseconds of the page, as on a quick machine.
    await page.evaluate(() => {
      const { timeStamp } = new Event("opened");
      Object.assign(performance, { now: () => (new Event("now").timeStamp - timeStamp) / 100 });
    });
    start();
    await objects(page).waitFor();
    await hasFocus(button(page, "Cancel"));
    await page.keyboard.press("Enter");
    await emptyResult(page).waitFor();
  },
);

fullBrowserTest(
  "inspect > reads nothing of files cancelled before its worker started",
  async ({ page }) => {
    const start = await holdSession(page);
    await page.goto("/inspect");
    await page.getByLabel("Open folder").setInputFiles(MESSY);
    await button(page, "Cancel").click();
    await emptyResult(page).waitFor();
    await dropFiles(page, 1);
    await progressBar(page).waitFor();
    start();
    await page.getByRole("heading", { name: "1 object found" }).waitFor();
  },
);

browserTest(
  "inspect > can be cancelled while it reads, and works again at once",
  async ({ page }) => {
    await page.goto("/inspect");
    await dropUnending(page);
    await progressBar(page).waitFor();
    await button(page, "Cancel").click();
    await emptyResult(page).waitFor();
    assert.equal(await page.getByRole("progressbar").count(), 0);
    await dropFiles(page, 1);
    await page.getByRole("heading", { name: "1 object found" }).waitFor();
  },
);

fullBrowserTest(
  "inspect > on a telephone the progress comes into view",
  async ({ page }) => {
    // Held, because the page gets shorter when the first objects appear.
    const start = await holdSession(page);
    await page.goto("/inspect");
    await button(page, "Inspect").evaluate((button) => button.scrollIntoView({ block: "start" }));
    await dropUnending(page);
    await progressBar(page).waitFor();
    await page.waitForFunction(() =>
      document.querySelector("progress")!.getBoundingClientRect().top > 0
    );
    start();
  },
  { viewport: { width: 360, height: 640 } },
);

fullBrowserTest("inspect > takes the public samples without a frozen frame", async ({ page }) => {
  await page.goto("/inspect");
  await button(page, "Open folder").waitFor();
  const files = ["cert", "key"].flatMap((folder) =>
    [...Deno.readDirSync(samplePath(folder))].map(({ name }) => samplePath(`${folder}/${name}`))
  );
  await page.getByLabel("Open files").setInputFiles(files.slice(0, 1));
  await page.getByRole("heading", { name: "1 object found" }).waitFor();
  await button(page, "Clear").click();
  await watchCommits(page);
  await page.getByLabel("Open files").setInputFiles(files);
  await page.getByRole("progressbar").waitFor();
  await page.getByRole("heading", { name: /objects found$/ }).waitFor({ timeout: 180_000 });
  const search = page.getByRole("searchbox", { name: "Search objects" });
  await search.fill("subdomain-10000-sans");
  await card(page, /10000/).waitFor();
  await search.fill("");
  await page.getByLabel("Order").selectOption("expiry");
  await page.getByLabel("Order").selectOption("name");
  const largest = await largestCommit(page);
  // The rows of all objects are ten times as many elements.
  assert(largest > 0 && largest <= 3_000, `one change added ${largest} elements`);
}, needsCorpus());

fullBrowserTest("inspect > draws hundreds more a slice a picture", async ({ page }) => {
  await page.goto("/inspect");
  const names = Array.from({ length: 400 }, (_, n) => `host-${n}.example`);
  await page.getByRole("textbox", { name: "Text to inspect" }).fill(names.join("\n"));
  await button(page, "Inspect").click();
  await found(page, 400);
  const alone = section(page, "On their own");
  const cards = alone.getByRole("list", { name: "On their own" }).getByRole("button");
  assert.equal(await cards.count(), 40);
  const size = await cards.first().evaluate((card) => card.getElementsByTagName("*").length + 2);
  await watchCommits(page);
  await button(page, "Show 200 more").click();
  await cards.nth(239).waitFor();
  const largest = await largestCommit(page);
  assert(largest > 0 && largest <= 40 * size, `one change added ${largest} elements`);
});

fullBrowserTest(
  "inspect > lists the passed checks, and claims nothing about others",
  async ({ page }) => {
    const open = async (...names: string[]) => {
      await page.goto("/inspect");
      await page.getByLabel("Open files").setInputFiles(
        names.map((name) => `${FIXTURES}renewal/${name}`),
      );
      await page.getByRole("heading", { name: /objects? found$/ }).waitFor();
    };
    // The authority dropped the wildcard and the address, and no issuer is here.
    await open("new.pem", "new.key", "new.csr");
    const MISSING = 'The issuer certificate "Renewal Intermediate" is missing';
    await page.getByRole("heading", { name: MISSING }).first().waitFor();
    // The cause is below the line with the answer, which stays in view by itself.
    const text = await page.getByRole("main").innerText();
    for (
      const sentence of [
        "Comes with its private key (new.key) and CSR. Covers ",
        "The certificate lacks 2 names that the CSR asks for: *.shop.example.com, 192.0.2.7.",
        'shop.example.com was signed by "Renewal Intermediate", which is neither among',
        "Revocation was not checked.",
      ]
    ) assert(text.includes(sentence), text);
    await openObject(page, /^shop\.example\.com.*Certificate/);
    await section(page, "Chain").getByText("Incomplete").waitFor();
    const own = section(page, MISSING).last();
    assert.match(await own.innerText(), /which is neither among/);
    // A key that fits three certificates is counted once.
    await open("expired.pem", "old.pem", "self.pem", "old.key", "intermediate.pem");
    const together = section(page, "Together");
    assert.match(await together.innerText(), /^Together\s*5\s/);
  },
);

fullBrowserTest(
  "inspect > on a phone a click leads to the keys and certificates, even before they are shown",
  async ({ page }) => {
    const late = Promise.withResolvers<void>();
    let isHeld = false;
    await page.route("**/assets/shown-*.js", async (route) => {
      isHeld = true;
      await late.promise;
      await route.continue();
    });
    await page.goto("/inspect");
    await page.getByLabel("Open folder").setInputFiles(`${FIXTURES}messy`);
    await button(page, "Get PFX, chain or key").click();
    assert(isHeld);
    const list = section(page, "Keys and certificates");
    assert.equal(await list.count(), 0);
    late.resolve();
    await list.waitFor();
    const { top } = await list.evaluate((element) => element.getBoundingClientRect().toJSON());
    assert(top >= 0 && top < 300, `${top}`);
    // The next Tab starts from there.
    await page.keyboard.press("Tab");
    assert(await list.evaluate((element) => element.contains(document.activeElement)));
    // A second click leads there again.
    await page.evaluate(() => scrollTo(0, 0));
    await button(page, "Get PFX, chain or key").click();
    await page.waitForFunction(() => scrollY > 300);
  },
  { viewport: { width: 390, height: 844 } },
);

browserTest(
  "inspect > a press changes only its card and its tile before the details come",
  async ({ page }) => {
    await openMessy(page);
    const card = page.getByRole("group", { name: "Objects" }).getByRole("button").first();
    const changed = await card.evaluate(async (card: HTMLElement) => {
      const changes: string[] = [];
      const note = (records: readonly MutationRecord[]) => {
        for (const { target, type, attributeName } of records) {
          // React writes the names and types of inputs again, with the same values.
          if (!(target instanceof HTMLInputElement)) changes.push(attributeName ?? type);
        }
      };
      const observer = new MutationObserver(note);
      observer.observe(document.body, { attributes: true, childList: true, subtree: true });
      card.click();
      // The page renders the effect of a click at the end of this task, and the details in a later one.
      await new Promise<void>((resolve) => queueMicrotask(resolve));
      note(observer.takeRecords());
      observer.disconnect();
      return changes.sort();
    });
    assert.deepEqual(changed, ["aria-current", "data-current"]);
    await button(page, "Back to the overview").waitFor();
    await page.locator("[data-key]").first().waitFor({ state: "hidden" });
    await button(page, "Share all").waitFor({ state: "detached" });
  },
  { viewport: { width: 390, height: 844 } },
);

fullBrowserTest(
  "inspect > a single locked file shows its password field in a wide window, and opens",
  async ({ page }) => {
    await page.goto("/inspect");
    await page.getByLabel("Open files").setInputFiles(`${MESSY}/backup.dat`);
    await page.getByLabel("Password", { exact: true }).fill(MESSY_PASSWORD);
    await button(page, "Unlock").click();
    await page.getByRole("heading", { name: /objects found$/ }).waitFor();
    assert.equal(await section(page, "Locked").count(), 0);
  },
  { viewport: { width: 1280, height: 800 } },
);

fullBrowserTest(
  "inspect > a password that opens some locked files names them",
  async ({ page }) => {
    await page.goto("/inspect");
    await page.getByLabel("Open files")
      .setInputFiles([`${MESSY}/backup.dat`, `${FIXTURES}renewal/new-encrypted.key`]);
    await page.getByLabel("Password", { exact: true }).fill(MESSY_PASSWORD);
    await button(page, "Unlock").click();
    await page.getByText("Opened backup.dat. One file has another password.").waitFor();
    await page.getByText("For new-encrypted.key. We do not store it.").waitFor();
  },
);
