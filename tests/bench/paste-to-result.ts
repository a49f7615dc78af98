/**
 * From a paste to the painted result in Chromium: the tools as they are built, beside a page that
 * only shows the pasted text and one whose handler reads and verifies it with jsrsasign. All are
 * pages of one window and take turns. Values are milliseconds: less is better.
 */
import type { BrowserContext, Page } from "playwright";
import { csrDecodeExample } from "../../core/csr/examples.ts";
import { exampleCertificate, examplePrivateKey } from "../../core/examples.ts";
import { EXAMPLE_CHAIN } from "../../web/src/tools/chain/example.ts";
import { launch } from "../e2e/support.ts";
import { ensureBuilt, startProcess } from "../support/process.ts";
import { median, type Result, type Section } from "./harness.ts";
import { QUIET, UNLIMITED } from "./http.ts";

/** Turns that count. The first one also starts what is started late, and is reported apart. */
const ROUNDS = 9;
const PATIENCE = 120_000;
const LIBRARY = new URL("../../node_modules/jsrsasign/lib/jsrsasign-all-min.js", import.meta.url);

interface Task {
  name: string;
  path: string;
  clear: string;
  /** What is pasted in turn; the last one is measured. */
  pastes: readonly (readonly [field: string, text: string])[];
}

const TASKS: readonly Task[] = [
  {
    name: "Paste a CSR",
    path: "/csr-decoder",
    clear: "Clear",
    pastes: [["CSR", csrDecodeExample.csr ?? ""]],
  },
  {
    name: "Paste a chain of three certificates",
    path: "/chain",
    clear: "Reset",
    pastes: [["Certificate", EXAMPLE_CHAIN]],
  },
  {
    name: "Paste the key of a pair",
    path: "/match",
    clear: "Reset",
    pastes: [["Certificate", exampleCertificate], ["Private Key", examplePrivateKey]],
  },
];

interface Watched {
  pasted: number;
  painted: number;
}

/** Notes the times of the last paste and of the first frame with the verdict. */
function watchPage(): void {
  const state = Object.assign(globalThis, { pasted: 0, painted: 0 });
  let isDrawn = false;
  addEventListener("paste", (event) => {
    state.pasted = event.timeStamp;
    state.painted = 0;
    isDrawn = false;
  }, true);
  new MutationObserver(() => {
    if (isDrawn || !document.querySelector("[data-status=result] h2")) return;
    isDrawn = true;
    requestAnimationFrame(() => setTimeout(() => state.painted = performance.now()));
  }).observe(document, { childList: true, subtree: true, attributeFilter: ["data-status"] });
}

async function timeOf(page: Page): Promise<number> {
  await page.waitForFunction(() => (globalThis as unknown as Watched).painted > 0);
  return await page.evaluate(() => {
    const { pasted, painted } = globalThis as unknown as Watched;
    return painted - pasted;
  });
}

async function paste(page: Page, field: string, text: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.getByRole("textbox", { name: field, exact: true }).focus();
  await page.keyboard.press("Control+V");
}

/** One turn: the fields are emptied, and filled by pastes. */
async function turn(page: Page, { clear, pastes }: Task): Promise<number> {
  await page.bringToFront();
  const button = page.getByRole("button", { name: clear, exact: true });
  // Not pressed where there is nothing to clear.
  if (await button.isEnabled()) await button.click();
  for (const [field, text] of pastes) await paste(page, field, text);
  return await timeOf(page);
}

/** A page with the same fields and none of our code: `answer` handles what is pasted. */
const peerPage = ({ pastes, clear }: Task, answer: string) =>
  `<!doctype html>
<button>${clear}</button>
${pastes.map(([field]) => `<textarea aria-label="${field}"></textarea>`).join("")}
<section><h2></h2><pre></pre></section>
<script>
const fields = [...document.querySelectorAll("textarea")];
const place = document.querySelector("section");
document.querySelector("button").onclick = () => {
  for (const field of fields) field.value = "";
  delete place.dataset.status;
};
const answer = ${answer};
addEventListener("input", () => {
  if (fields.some(({ value }) => value === "")) return;
  document.querySelector("pre").textContent = answer(fields.map(({ value }) => value));
  place.dataset.status = "result";
});
</script>`;

const ECHO = `(texts) => texts.join("\\n")`;

/** The fields read, and the signature verified or the pair compared. */
const JSRSASIGN: Readonly<Record<string, string>> = {
  "/csr-decoder": `([csr]) => JSON.stringify([
    KJUR.asn1.csr.CSRUtil.getParam(csr),
    KJUR.asn1.csr.CSRUtil.verifySignature(csr),
  ])`,
  "/chain": `([text]) => {
    const chain = text.match(/-----BEGIN [^]*?-----END CERTIFICATE-----/g).map((pem) => {
      const certificate = new X509();
      certificate.readCertPEM(pem);
      return certificate;
    });
    return JSON.stringify(chain.map((certificate) => [
      certificate.getParam(),
      chain.some((issuer) => issuer.getSubjectString() === certificate.getIssuerString() &&
        certificate.verifySignature(issuer.getPublicKey())),
    ]));
  }`,
  "/match": `([certificate, key]) => {
    const read = new X509();
    read.readCertPEM(certificate);
    const signature = new KJUR.crypto.Signature({ alg: "SHA256withECDSA" });
    signature.init(KEYUTIL.getKey(key));
    signature.updateString("pair");
    const made = signature.sign();
    const check = new KJUR.crypto.Signature({ alg: "SHA256withECDSA" });
    check.init(read.getPublicKey());
    check.updateString("pair");
    return JSON.stringify([read.getParam(), check.verify(made)]);
  }`,
};

async function open(context: BrowserContext, path: string, body?: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.addInitScript(watchPage);
  if (body !== undefined) {
    await page.route(`**${path}`, (route) => route.fulfill({ contentType: "text/html", body }));
  }
  await page.goto(path, { waitUntil: "networkidle" });
  return page;
}

async function measureTask(context: BrowserContext, task: Task): Promise<Result> {
  const ours = await open(context, task.path);
  const first = await turn(ours, task);
  const echo = await open(context, "/bench-echo", peerPage(task, ECHO));
  const other = await open(context, "/bench-library", peerPage(task, JSRSASIGN[task.path]));
  await other.addScriptTag({ content: await Deno.readTextFile(LIBRARY) });
  const pages = [ours, echo, other];
  const times: number[][] = pages.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (let place = 0; place < pages.length; place++) {
      // Another one begins each round.
      const index = (place + round) % pages.length;
      const time = await turn(pages[index], task);
      if (round > 0) times[index].push(time);
    }
  }
  const answered = JSON.parse(await other.locator("pre").innerText());
  if (!JSON.stringify(answered).includes("true")) throw new Error("jsrsasign verified nothing");
  for (const page of pages) await page.close();
  const [mine, bare, library] = times.map(median);
  firsts.push(`${task.name}: the first of a page at rest took ${Math.round(first)} ms.`);
  return {
    name: task.name,
    unit: "ms",
    ours: { name: "ours, paste to paint", value: mine },
    peers: [
      { name: "a page that shows the text", value: bare, ratio: bare / mine },
      { name: "a page with jsrsasign", value: library, ratio: library / mine },
    ],
  };
}

const firsts: string[] = [];

async function measure(): Promise<Result[]> {
  await ensureBuilt();
  const browser = await launch();
  if (!browser) return [];
  await using server = await startProcess(UNLIMITED, QUIET);
  const context = await browser.newContext({
    baseURL: server.origin,
    permissions: ["clipboard-read", "clipboard-write"],
    serviceWorkers: "block",
    // Animations are not part of the answer.
    reducedMotion: "reduce",
  });
  const results: Result[] = [];
  try {
    for (const task of TASKS) results.push(await measureTask(context, task));
  } finally {
    await context.close();
    await browser.close();
  }
  return results;
}

export const section: Section = {
  title: "From a paste to the result, in Chromium",
  measure,
  remarks: () => Promise.resolve(firsts),
};
