/** The chain analyzer in a real Chromium. */
import assert from "node:assert/strict";
import type { Page, Route } from "playwright";
import { analyzeCertificates } from "../../core/chain/analyze.ts";
import type { ChainResponse, ServerSource } from "../../core/chain/contract.ts";
import { createContext } from "../../core/kernel/context.ts";
import { readBundle } from "../../core/x509/cms/bundles.ts";
import * as TEXT from "../../core/texts.ts";
import { EXAMPLE_CHAIN } from "../fixtures/chain/example.ts";
import { chainBytes, chainText } from "../fixtures/chain/index.ts";
import {
  button,
  chainStatus,
  choose,
  heading,
  openTab,
  section,
  startDownload,
} from "./locators.ts";
import { largestCommit, watchCommits } from "./commits.ts";
import { browserTest, fullBrowserTest } from "./support.ts";

const area = (page: Page) => page.getByRole("textbox", { name: "Certificate", exact: true });
const analyze = (page: Page) => page.getByRole("button", { name: "Analyze Chain" });
const status = chainStatus;

async function open(page: Page): Promise<void> {
  await page.goto("/chain");
  await area(page).waitFor();
}

/**
 * Types the text and presses the button, which answers even if the analyzer was about to run by
 * itself.
 */
async function enter(page: Page, text: string): Promise<void> {
  await area(page).fill(text);
  await analyze(page).click();
}

async function openUrl(page: Page): Promise<void> {
  await open(page);
  await page.getByRole("tab", { name: "From URL" }).click();
}

/** The PEM blocks of a text, unchanged. */
const blocks = (text: string) => text.match(/-----BEGIN [^]*?-----END CERTIFICATE-----\n/g)!;

async function saved(page: Page, name: string): Promise<{ file: string; text: string }> {
  const download = await startDownload(page, () => choose(page, name));
  const text = await Deno.readTextFile(await download.path());
  return { file: download.suggestedFilename(), text };
}

/** The server's answer for these certificates, computed in this process. */
async function answer(
  certificates: readonly string[],
  { fetched = [], host }: { fetched?: string[]; host?: string } = {},
): Promise<ChainResponse> {
  const context = createContext();
  const read = (texts: readonly string[], source: "input" | "server" | "aia") =>
    readBundle(texts.join(""), context.budget).certificates.map(({ certificate, position }) => ({
      certificate,
      source,
      position: source === "aia" ? null : position,
    }));
  const given = [...read(certificates, host ? "server" : "input"), ...read(fetched, "aia")];
  const reference = host ? { type: "DNS" as const, name: host } : null;
  const purpose = host ? "serverAuth" : null;
  return await analyzeCertificates(
    { given, reference, purpose, leafFirst: Boolean(host) },
    context,
  );
}

const fulfil = (route: Route, data: unknown, status = 200) =>
  route.fulfill({ status, json: status === 200 ? { success: true, data } : data });

browserTest(
  "chain > shows the example: the path, its facts and its end",
  async ({ page, requests }) => {
    await open(page);
    const before = requests.length;
    await button(page, "Fill Example Data").click();
    await status(page, "VALID").waitFor();
    await page.getByText("Private root: ").last().waitFor();
    const facts = page.getByRole("region", { name: "Result" }).locator("dl").first();
    assert.match(await facts.innerText(), /Chain depth\s+3 Certificates/);
    assert.match(await facts.innerText(), /Root certificate\s+FOUND/);
    const path = page.getByRole("list", { name: "Certification path, root first" });
    assert.deepEqual(
      await path.getByRole("article").getByRole("heading", { level: 3 }).allInnerTexts(),
      ["SSL Tools Example Root", "SSL Tools Example CA", "www.ssl-tools.example"],
    );
    assert.equal(await path.getByText("Signed by the certificate above").count(), 2);
    assert.deepEqual(requests.slice(before).filter((line) => line.startsWith("POST")), []);
  },
);

fullBrowserTest("chain > shows the subject, the names and the details", async ({ page }) => {
  await open(page);
  await enter(page, EXAMPLE_CHAIN);
  await status(page, "VALID").waitFor();
  for (
    const heading of ["End-entity certificate", "Technical details", "Subject alternative names"]
  ) {
    assert(await page.getByRole("heading", { name: heading }).isVisible(), heading);
  }
  assert(await page.getByText("Example Inc, Web Development").isVisible());
  assert(await page.getByText("San Francisco, California, US").isVisible());
  assert(await page.getByText("203.0.113.10").isVisible());
});

fullBrowserTest(
  "chain > calls the first certificate what it is, with the status of its dates",
  async ({ page }) => {
    await open(page);
    const [leaf, ca] = blocks(chainText("lasting"));
    const path = page.getByRole("list", { name: "Certification path, root first" });
    await enter(page, leaf);
    await status(page, "INVALID").waitFor();
    await page.getByRole("heading", { name: "End-entity certificate" }).waitFor();
    assert.equal(await path.getByText("Valid", { exact: true }).count(), 1);
    await enter(page, ca);
    await page.getByRole("heading", { name: "Intermediate certificate" }).waitFor();
    assert.equal(await page.getByRole("heading", { name: "End-entity certificate" }).count(), 0);
  },
);

fullBrowserTest("chain > saves each certificate and the chain byte for byte", async ({ page }) => {
  await open(page);
  await enter(page, `text before\n${EXAMPLE_CHAIN}`);
  await status(page, "VALID").waitFor();
  const [leaf, ca, root] = blocks(EXAMPLE_CHAIN);
  assert.deepEqual(await saved(page, "Download certificate of www.example.com"), {
    file: "www.example.com_1.crt.txt",
    text: leaf,
  });
  assert.deepEqual(await saved(page, "Download certificate of Example TLS CA 1"), {
    file: "Example_TLS_CA_1_2.crt.txt",
    text: ca,
  });
  assert.deepEqual(await saved(page, "Download certificate of Example Root CA"), {
    file: "Example_Root_CA_3.crt.txt",
    text: root,
  });
  assert.deepEqual(await saved(page, "Download PEM chain"), {
    file: "www.example.com_chain.pem.txt",
    text: EXAMPLE_CHAIN,
  });
  const json = await saved(page, "Download JSON");
  assert.equal(json.file, "www.example.com_chain.json");
  const parsed = JSON.parse(json.text) as ChainResponse;
  assert.deepEqual(parsed.chain.map(({ certificate }) => certificate), [leaf, ca, root]);
  assert.equal(parsed.validation.isValid, true);
  const full = await saved(page, "Download full chain");
  assert.deepEqual(full, { file: "www.example.com_fullchain.pem.txt", text: leaf + ca });
  const withRoot = await saved(page, "Download full chain with the root");
  assert.equal(withRoot.text, EXAMPLE_CHAIN);
});

fullBrowserTest(
  "chain > offers a full chain only with an issuer, and for a server",
  async ({ page }) => {
    await open(page);
    const bundles = page.getByRole("button", {
      name: /full chain|incomplete|^Download certificate \(/i,
    });
    const [leaf] = blocks(EXAMPLE_CHAIN);
    await enter(page, leaf);
    await status(page, "INVALID").waitFor();
    const only = "Download certificate (issuer missing)";
    await button(page, only).waitFor();
    assert.deepEqual(await bundles.allInnerTexts(), [only]);
    assert.deepEqual(await saved(page, only), {
      file: "www.example.com_certificate_only.pem.txt",
      text: leaf,
    });
    // The intermediate above the two is missing.
    await enter(page, chainText("incomplete-at-ca"));
    await button(page, "Download incomplete chain").waitFor();
    assert.deepEqual(await bundles.allInnerTexts(), ["Download incomplete chain"]);
    for (const name of ["expired-leaf", "lone-ca"]) {
      await enter(page, chainText(name));
      await button(page, only).or(button(page, "Download incomplete chain"))
        .waitFor({ state: "detached" });
      await button(page, "Download").waitFor();
      assert.deepEqual(await bundles.allInnerTexts(), [], name);
    }
  },
);

fullBrowserTest("chain > repairs what is misordered, doubled and strange", async ({ page }) => {
  await open(page);
  const text = chainText("lasting-misordered");
  await enter(page, text);
  await status(page, "VALID").waitFor();
  const repair = section(page, "How to repair it");
  for (const heading of ["Wrong order", "Sent twice", "A certificate of another chain"]) {
    assert(await repair.getByText(heading).isVisible(), heading);
  }
  const others = section(page, "Not on the path");
  assert(await others.getByText("Duplicate").isVisible());
  assert(await others.getByText("Unrelated").isVisible());
  const [, leaf, ca] = blocks(text);
  assert.equal((await saved(page, "Download full chain")).text, leaf + ca);
});

browserTest(
  "chain > calls no download a full chain while an issuer is missing",
  async ({ page }) => {
    await open(page);
    await enter(page, chainText("lasting-incomplete") + EXAMPLE_CHAIN);
    await status(page, "INVALID").waitFor();
    const repair = section(page, "How to repair it");
    await repair.getByText("Certificates of another chain").waitFor();
    assert.equal(await repair.getByText("full chain").count(), 0);
  },
);

fullBrowserTest(
  "chain > distinguishes failed checks from those that it cannot make",
  async ({ page }) => {
    await open(page);
    await enter(page, chainText("signature-ca"));
    await status(page, "INVALID").waitFor();
    assert.equal(await page.getByText("Not signed by the certificate above").count(), 1);
    assert(await page.getByText("Signature is not valid").isVisible());
    const ecdsa = chainText("cannot-be-verified");
    await enter(page, ecdsa);
    await page.getByText("We could not check whether the certificate above signed it").waitFor({
      state: "attached",
    });
    assert.equal(await page.getByText("Signature is not valid").count(), 0);
    assert(await page.getByText("Signature could not be verified", { exact: true }).isVisible());
  },
);

const picture = (page: Page) => page.getByRole("list", { name: /^Certification path/ });

fullBrowserTest("chain > names what is missing, as far as it is known", async ({ page }) => {
  await open(page);
  await enter(page, chainText("incomplete"));
  await heading(page, 'The issuer certificate "Fixture CA" is missing');
  await enter(page, chainText("incomplete-at-ca"));
  await heading(page, 'The issuer certificate "Fixture Root" is missing');
  assert.match(await picture(page).innerText(), /Its issuer is missing/);
  await enter(page, chainText("self-signed"));
  await page.getByText("Self-signed", { exact: true }).waitFor();
  const said = await picture(page).innerText();
  assert.match(said, /It is self-signed and not a CA/);
  assert.doesNotMatch(said, /issuer is missing/);
});

fullBrowserTest("chain > marks the certificate of the path that has expired", async ({ page }) => {
  await open(page);
  await enter(page, chainText("expired-ca"));
  await status(page, "INVALID").waitFor();
  // Nothing is promised about a chain that is not valid.
  const facts = page.getByLabel("Result", { exact: true });
  assert.doesNotMatch(await facts.innerText(), /Whole chain valid until/);
  // The expired one is marked as expired, and has no tick for its signature.
  const marks = await picture(page).getByRole("listitem").filter({ hasText: "Expired" })
    .allInnerTexts();
  assert(
    marks.some((text) => /Expired\. Signed by the certificate above\./.test(text)),
    `${marks}`,
  );
  await enter(page, chainText("lasting"));
  await status(page, "VALID").waitFor();
  assert.doesNotMatch(await facts.innerText(), /expired/i);
});

fullBrowserTest("chain > writes a negative serial number with its sign", async ({ page }) => {
  await open(page);
  const file = new URL("../fixtures/certificates/serial-negative.pem", import.meta.url);
  await enter(page, await Deno.readTextFile(file));
  await page.getByRole("heading", { name: "Technical details" }).waitFor();
  await page.getByRole("button", { name: /^Show details of/ }).first().click();
  const serials = page.getByText("−FF:0A", { exact: true });
  await serials.nth(1).waitFor();
  assert.equal(await serials.count(), 2);
  assert.equal(await page.getByText("-F:F0").count(), 0);
});

fullBrowserTest("chain > names the kind of the text, only under its field", async ({ page }) => {
  await open(page);
  for (
    const [file, message] of [
      ["private-key", "This is a private key, not a certificate"],
      ["request", "This is a CSR, not a certificate"],
      ["archive", "This is a PFX (PKCS#12) file, not a certificate"],
    ]
  ) {
    const text = chainText(file);
    await enter(page, text);
    await page.getByText(message).waitFor();
    assert.equal(await page.getByRole("alert").filter({ hasText: message }).count(), 0);
    assert.equal(await area(page).inputValue(), text, "the input is kept");
    assert.equal(await area(page).getAttribute("aria-invalid"), "true");
  }
});

fullBrowserTest("chain > analyzes the rest of a bundle with a broken one", async ({ page }) => {
  await open(page);
  await enter(page, chainText("one-broken"));
  await page.getByText("One part was skipped").waitFor();
  assert(await page.getByText("No. 2: The certificate cannot be read").isVisible());
  assert(await page.getByText("3 Certificates", { exact: true }).isVisible());
});

fullBrowserTest("chain > reads dropped P7B and DER files", async ({ page }) => {
  await open(page);
  for (
    const [file, depth] of [["plain.p7b", "3 Certificates"], ["plain-leaf.der", "1 Certificate"]]
  ) {
    const transfer = await page.evaluateHandle(([name, bytes]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes as number[])], name as string));
      return transfer;
    }, [file, [...chainBytes(file)]]);
    await area(page).dispatchEvent("drop", { dataTransfer: transfer });
    await page.getByText(depth, { exact: true }).waitFor();
  }
});

fullBrowserTest("chain > opens every field of a certificate", async ({ page }) => {
  await open(page);
  await enter(page, EXAMPLE_CHAIN);
  await button(page, "Show details of Example TLS CA 1").click();
  const shownCard = section(page, "Example TLS CA 1");
  for (const heading of ["Subject", "Issuer", "Certificate", "Extensions (5)"]) {
    await shownCard.getByRole("heading", { name: heading, exact: true }).waitFor();
  }
  const shown = await shownCard.innerText();
  for (const text of ["CN=Example Root CA", "SHA-1 fingerprint", "at most 0 more below it"]) {
    assert(shown.includes(text), text);
  }
  await button(page, "Hide details of Example TLS CA 1").click();
  assert.equal(await shownCard.getByRole("heading", { name: "Subject", exact: true }).count(), 0);
});

fullBrowserTest("chain > has an opened certificate in three tabs", async ({ page, requests }) => {
  await open(page);
  await enter(page, EXAMPLE_CHAIN);
  await button(page, "Show details of Example TLS CA 1").click();
  const card = section(page, "Example TLS CA 1");
  // The details come first, because that is what the button says.
  await card.getByRole("tab", { name: "Details", selected: true }).waitFor();
  await card.getByRole("heading", { name: "Rules", exact: true }).waitFor();
  await openTab(page, "Answer");
  await card.getByRole("heading", { name: '"Example TLS CA 1"' }).waitFor();
  assert.match(
    await card.innerText(),
    /Signed by\s+Example Root CA\s+It signed\s+www\.example\.com/,
  );
  await openTab(page, "Details");
  await button(page, "Bytes of serialNumber").click();
  await card.getByRole("tab", { name: "Bytes", selected: true }).waitFor();
  const tree = card.getByRole("tree", { name: "ASN.1 elements" });
  await tree.waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "tree");
  assert.match(await card.getByText(/^Byte [\d,]+: /).innerText(), /: INTEGER,/);
  await button(page, "Show field serialNumber").click();
  await card.getByRole("tab", { name: "Details", selected: true }).waitFor();
  assert.deepEqual(requests.filter((line) => !line.startsWith("GET")), []);
});

fullBrowserTest("chain > draws 3,000 names in slices, and 30 certificates", async ({ page }) => {
  await open(page);
  await watchCommits(page);
  await enter(page, chainText("lasting-names-3000"));
  await page.getByRole("heading", { name: "Subject alternative names" }).waitFor();
  const names = section(page, "Subject alternative names");
  await names.getByRole("searchbox", { name: "Search names" }).fill("host-2999.");
  await names.getByText("1 of 3,000 names match").waitFor();
  assert(await names.getByText("host-2999.fixture.example").isVisible());
  await names.getByRole("searchbox").fill("");
  const largest = await largestCommit(page);
  // Each name takes three elements, so all of them took 9,000.
  assert(largest > 0 && largest <= 2_000, `one change added ${largest} elements`);
  await names.getByRole("button", { name: "Show all 3,000" }).click();
  await names.getByText("host-2998.fixture.example").waitFor({ state: "attached" });
  await enter(page, chainText("lasting-bundle-30"));
  await section(page, "Not on the path").waitFor();
  assert.equal(
    await section(page, "Not on the path").getByText("Every field").count(),
    27,
  );
  await page.getByText("Every field").first().click();
  await section(page, "Not on the path").getByText("SHA-1 fingerprint")
    .waitFor();
});

fullBrowserTest("chain > works with only the keyboard", async ({ page }) => {
  await open(page);
  const tabTo = async (matches: (name: string) => boolean) => {
    for (let presses = 0; presses < 60; presses++) {
      const name = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute("aria-label") || activeElement?.textContent ||
          activeElement?.tagName || "";
      });
      if (matches(name)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail("it is not reached by Tab");
  };
  await tabTo((name) => name === "Paste Certificate");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("textbox", { name: "Domain" }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await area(page).waitFor();
  await tabTo((name) => name.startsWith("Open file"));
  await page.keyboard.press("Tab");
  await page.keyboard.insertText(EXAMPLE_CHAIN);
  await page.keyboard.press("Control+Enter");
  await status(page, "VALID").waitFor();
  await tabTo((name) => name === "Show details of www.example.com");
  await page.keyboard.press("Enter");
  await section(page, "www.example.com")
    .getByRole("heading", { name: "Issuer", exact: true }).waitFor();
});

fullBrowserTest(
  "chain > works offline, and names the parts that do not",
  async ({ page, context }) => {
    await open(page);
    await context.setOffline(true);
    await page.reload();
    await enter(page, EXAMPLE_CHAIN);
    await status(page, "VALID").waitFor();
    // The last parts of the result may move the tab between the press and the release of a mouse.
    await page.getByRole("tab", { name: "From URL" }).dispatchEvent("click");
    await page.getByText("You are offline. Connect first").waitFor();
    await page.getByRole("textbox", { name: "Domain" }).fill("example.com");
    await analyze(page).click();
    await page.getByRole("alert").filter({ hasText: TEXT.networkError }).waitFor();
  },
  { installed: true, expectErrors: ["ERR_INTERNET_DISCONNECTED"] },
);

fullBrowserTest("chain > resets the input and the result", async ({ page }) => {
  await open(page);
  await enter(page, EXAMPLE_CHAIN);
  await status(page, "VALID").waitFor();
  await button(page, "Reset").click();
  await status(page, "VALID").waitFor({ state: "detached" });
  assert.equal(await area(page).inputValue(), "");
  // Both ways of input: what is on the other tab counts too.
  const domain = page.getByRole("textbox", { name: "Domain" });
  await area(page).fill("some text");
  await page.getByRole("tab", { name: "From URL" }).click();
  await domain.fill("not a domain");
  await analyze(page).click();
  await page.getByText(TEXT.chainUrlInvalid).waitFor();
  await button(page, "Reset").click();
  assert.equal(await domain.inputValue(), "");
  assert.equal(await page.getByText(TEXT.chainUrlInvalid).count(), 0);
  await page.getByRole("tab", { name: "Paste Certificate" }).click();
  assert.equal(await area(page).inputValue(), "");
});

browserTest("chain > completes online, and sends only certificates", async ({ page }) => {
  await open(page);
  const [leaf, ca, root] = blocks(chainText("lasting"));
  let sent: Record<string, unknown> | null = null;
  await page.route("**/api/chain/analyze", async (route) => {
    sent = route.request().postDataJSON();
    await fulfil(route, await answer([leaf], { fetched: [ca, root] }));
  });
  await enter(page, chainText("private-key") + "a note\n" + leaf);
  await status(page, "INVALID").waitFor();
  await page.getByText("ISSUER NOT FOUND").first().waitFor();
  await button(page, "Complete chain online").click();
  await status(page, "VALID").waitFor();
  assert.deepEqual(sent, { certificate: leaf });
  const path = page.getByRole("list", { name: "Certification path, root first" });
  assert.equal(await path.getByText("Intermediate, fetched online").count(), 1);
  await page.getByText("Last result: on the server").waitFor();
});

fullBrowserTest(
  "chain > completes by itself where that was chosen, and remembers it",
  async ({ page }) => {
    await open(page);
    const [leaf, ca, root] = blocks(chainText("lasting"));
    await page.route(
      "**/api/chain/analyze",
      async (route) => fulfil(route, await answer([leaf], { fetched: [ca, root] })),
    );
    await page.getByRole("checkbox", { name: "Complete chains online" }).check();
    await page.reload();
    assert(await page.getByRole("checkbox", { name: "Complete chains online" }).isChecked());
    await enter(page, leaf);
    await status(page, "VALID").waitFor();
  },
);

fullBrowserTest(
  "chain > says when the server does not find the issuer either",
  async ({ page }) => {
    await open(page);
    const leaf = chainText("lasting-incomplete");
    await page.route("**/api/chain/analyze", async (route) => {
      const { missing: [missing], ...rest } = await answer([leaf]);
      const tried = missing.urls.map((url) => ({ url, problem: "It answered with an error" }));
      await fulfil(route, { ...rest, missing: [{ ...missing, tried }] });
    });
    await enter(page, leaf);
    await button(page, "Complete chain online").click();
    await page.getByText("The issuer was not found online either").waitFor();
    await page.getByText(/^http:.*: It answered with an error\.$/).waitFor();
    await page.unroute("**/api/chain/analyze");
    await page.route(
      "**/api/chain/analyze",
      (route) => fulfil(route, { success: false, error: TEXT.busy, code: "busy", issues: [] }, 503),
    );
    await enter(page, leaf);
    await button(page, "Complete chain online").click();
    const failed = page.getByRole("alert").filter({ hasText: TEXT.busy });
    await failed.getByRole("button", { name: "Dismiss" }).click();
    await failed.waitFor({ state: "detached" });
    assert(await button(page, "Complete chain online").isEnabled());
  },
  { expectErrors: ["503"] },
);

const HOST = "www.fixture.example";

function sourceOf(certificates: string[], parts: Partial<ServerSource>): ServerSource {
  return {
    url: `https://${HOST}`,
    hostname: HOST,
    unicodeHostname: HOST,
    port: 443,
    addresses: ["192.0.2.1", "2001:db8::1"],
    address: "192.0.2.1",
    tlsVersion: "TLSv1.3",
    cipher: "TLS_AES_128_GCM_SHA256",
    alpn: "h2",
    legacy: false,
    ocspStapled: false,
    clientCertificateRequested: null,
    keyProven: true,
    hostnameMatches: true,
    presented: {
      count: certificates.length,
      misordered: false,
      duplicates: 0,
      rootIncluded: false,
      certificates,
    },
    ...parts,
  };
}

fullBrowserTest(
  "chain > from a URL: what the server sends and how to repair it",
  async ({ page }) => {
    await openUrl(page);
    const [root, leaf, ca] = blocks(chainText("lasting-misordered"));
    const certificates = [leaf, root, ca, ca];
    let sent: unknown = null;
    let release = () => {};
    const held = new Promise<void>((resolve) => release = resolve);
    await page.route("**/api/chain/analyze-url", async (route) => {
      sent = route.request().postDataJSON();
      await held;
      const source = sourceOf(certificates, {
        presented: {
          count: 4,
          misordered: true,
          duplicates: 1,
          rootIncluded: true,
          certificates,
        },
      });
      await fulfil(route, { ...await answer(certificates, { host: HOST }), source });
    });
    await page.getByRole("textbox", { name: "Domain" }).fill(HOST);
    await analyze(page).click();
    await button(page, "Analyzing...").waitFor();
    assert(await button(page, "Analyzing...").isDisabled());
    release();
    await page.getByRole("heading", { name: / is valid where / }).waitFor();
    assert.deepEqual(sent, { url: HOST });
    const list = section(page, "What the server sends");
    assert.deepEqual(
      (await list.getByRole("listitem").allInnerTexts()).map((text) => text.split(/\s*\n\s*/)[0]),
      [HOST, "Fixture Root", "Fixture CA", "Fixture CA"],
    );
    const text = await list.innerText();
    for (const part of ["TLSv1.3", "192.0.2.1", "2001:db8::1", "No. 4", "Duplicate"]) {
      assert(text.includes(part), part);
    }
    const repair = await section(page, "How to repair it").innerText();
    for (const part of ["Wrong order", "Sent twice", "The root is sent"]) {
      assert(repair.includes(part), part);
    }
    assert(await page.getByText("This needs a connection that a browser cannot make.").isVisible());
  },
);

fullBrowserTest("chain > from a URL: another name and an obsolete server", async ({ page }) => {
  await openUrl(page);
  const certificates = blocks(chainText("lasting")).slice(0, 2);
  const host = "xn--bcher-kva.example";
  await page.route("**/api/chain/analyze-url", async (route) => {
    const parts = { hostname: host, unicodeHostname: "bücher.example", hostnameMatches: false };
    const source = sourceOf(certificates, { ...parts, legacy: true, tlsVersion: "TLSv1" });
    await fulfil(route, { ...await answer(certificates, { host }), source });
  });
  await page.getByRole("textbox", { name: "Domain" }).fill("https://bücher.example/path");
  await page.keyboard.press("Enter");
  await section(page, "What the server sends").waitFor();
  assert(await page.getByText("Does not match", { exact: true }).isVisible());
  const repair = await section(page, "How to repair it").innerText();
  for (
    const part of ["Obsolete protocol"]
  ) {
    assert(repair.includes(part), part);
  }
  await heading(page, /not for bücher\.example$/);
});

fullBrowserTest(
  "chain > from a URL: the rules for domains, and a host that is not there",
  async ({ page, context, requests }) => {
    await openUrl(page);
    const field = page.getByRole("textbox", { name: "Domain" });
    for (const text of ["not a domain", "localhost", "example.123", "1.2.3.4", "a@example.com"]) {
      await field.fill(text);
      await analyze(page).click();
      await page.getByText(TEXT.chainUrlInvalid).waitFor();
      assert.equal(await field.inputValue(), text);
      // Once the rules are loaded they need no call and no network.
      await context.setOffline(true);
      await field.fill("");
      await page.getByText(TEXT.chainUrlInvalid).waitFor({ state: "detached" });
    }
    await field.fill("example.com:8443");
    await analyze(page).click();
    await page.getByText(TEXT.portRefused("8443")).waitFor();
    assert.deepEqual(requests.filter((line) => line.startsWith("POST")), []);
    await context.setOffline(false);
    await page.route(
      "**/api/chain/analyze-url",
      (route) =>
        fulfil(route, { success: false, error: "Host is not reached", code: "x", issues: [] }, 502),
    );
    await field.fill("example.com");
    await analyze(page).click();
    const alert = page.getByRole("alert").filter({ hasText: "Host is not reached" });
    await alert.waitFor();
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await alert.waitFor({ state: "detached" });
    assert.equal(await field.inputValue(), "example.com");
    // The scheme is shown before the field; path and port do not belong to the domain.
    for (
      const url of ["https://example.com:443/a?b#c", " HTTP://example.com/", "example.com:443"]
    ) {
      const asked = page.waitForRequest("**/api/chain/analyze-url");
      await field.fill(url);
      assert(!/^\s*https?:/i.test(await field.inputValue()));
      await analyze(page).click();
      assert.deepEqual((await asked).postDataJSON(), { url: "example.com" });
      await alert.waitFor();
      assert.equal(await field.inputValue(), "example.com");
    }
  },
  { expectErrors: ["502"] },
);

fullBrowserTest(
  "chain > says when there is nothing to draw, and when drawing fails",
  async ({ page }) => {
    await open(page);
    await page.getByLabel("Where it runs").selectOption("server");
    const whole = await answer(blocks(EXAMPLE_CHAIN));
    await page.route("**/api/chain/analyze", (route) => fulfil(route, { ...whole, chain: [] }));
    await enter(page, EXAMPLE_CHAIN);
    await page.getByText(TEXT.chainEmpty).waitFor();
    await page.unroute("**/api/chain/analyze");
    // Only the picture reads the subject of an intermediate. The headline reads that of the end entity.
    const broken = whole.chain.map((entry) =>
      entry.type === "intermediate" ? { ...entry, info: { ...entry.info, subject: null } } : entry
    );
    await page.route(
      "**/api/chain/analyze",
      (route) => fulfil(route, { ...whole, chain: broken, problems: [] }),
    );
    await analyze(page).click();
    await page.getByRole("alert").filter({ hasText: TEXT.chainRendering }).waitFor();
    assert(await page.getByRole("heading", { name: "Technical details" }).isVisible());
    await button(page, "Dismiss").click();
    assert.equal(await page.getByText(TEXT.chainRendering).count(), 0);
    // An answer with missing parts takes neither the page nor the input down.
    await page.unroute("**/api/chain/analyze");
    await page.route("**/api/chain/analyze", (route) => {
      const [{ info: _, ...entry }, ...rest] = whole.chain;
      const { certificate: __, ...part } = whole;
      const problems = [{
        code: "expired",
        severity: "error",
        kind: "proof",
        message: "",
        index: 0,
        clause: "",
      }];
      return fulfil(route, { ...part, chain: [entry, ...rest], problems });
    });
    await analyze(page).click();
    await page.getByRole("alert").filter({ hasText: TEXT.chainRendering }).waitFor();
    assert.equal(await area(page).inputValue(), EXAMPLE_CHAIN);
    await button(page, "Dismiss").click();
    // The next answer is drawn again.
    await page.unroute("**/api/chain/analyze");
    await analyze(page).click();
    await status(page, "VALID").waitFor();
  },
  { expectErrors: ["subject", "Cannot read properties"] },
);

fullBrowserTest(
  "chain > a certificate that a pasted CRL revokes is called so",
  async ({ page }) => {
    await open(page);
    const folder = new URL("../fixtures/revocation/", import.meta.url);
    const texts = ["revoked.pem", "ca.pem", "complete.crl"]
      .map((name) => Deno.readTextFileSync(new URL(name, folder)));
    await enter(page, texts.join("\n"));
    await status(page, "INVALID").waitFor();
    const shownCard = section(page, "revoked.example");
    await shownCard.getByText("Revoked", { exact: true }).waitFor();
    assert.equal(await shownCard.getByText("Valid", { exact: true }).count(), 0);
  },
);
