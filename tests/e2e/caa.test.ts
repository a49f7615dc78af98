/** Using the page /caa. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { button, clickForNext, section, startDownload } from "./locators.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { policyFacts, policyOf } from "../../core/caa/policy.ts";
import { publishedVerdict } from "../../core/verdict/caa.ts";

/** The server's answer to a look-up with the verdict that it would have. */
function lookedUp(
  { domain, status, foundAt = null, looked, zone = "" }: {
    domain: string;
    status: "records" | "none" | "failure";
    foundAt?: string | null;
    looked: unknown;
    zone?: string;
  },
) {
  const answered = publishedVerdict({
    ...{ domain, status, foundAt, alias: null, records: [], top: null, exists: true },
    policy: status === "records" ? policyFacts(policyOf([])) : null,
    failure: status === "failure" ? { name: domain, reason: "the resolver refuses" } : null,
  });
  const data = { domain, status, foundAt, looked, records: [], zone, ...answered };
  return { success: true, data };
}

const result = (page: Page) => page.getByLabel("Result", { exact: true });

async function generate(page: Page): Promise<string[]> {
  await clickForNext(button(page, "Generate"), button(page, "Copy All"));
  const list = section(result(page), "CAA records");
  return await list.locator("pre").allTextContents();
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

fullBrowserTest(
  "caa > writes records, each with its copy button, and all of them",
  async ({ page }) => {
    await page.goto("/caa");
    await page.getByLabel("Domain", { exact: true }).fill("*.Example.com");
    await page.getByLabel("Provider", { exact: true }).uncheck();
    await page.getByLabel("iodef", { exact: true }).check();
    await page.getByLabel("IODEF E-mail").fill("security@example.com");
    const records = await generate(page);
    assert.deepEqual(records, [
      'example.com. IN CAA 0 issue "sectigo.com"',
      'example.com. IN CAA 0 issuewild "sectigo.com"',
      'example.com. IN CAA 0 issuemail "sectigo.com"',
      'example.com. IN CAA 0 iodef "mailto:security@example.com"',
    ]);
    const text = await result(page).innerText();
    assert.match(text, /Only Sectigo may issue TLS certificates for example\.com\n/);
    assert.match(
      text,
      /Total records\s+4\s+Certificate authorities\s+Sectigo\s+Record types\s+4: issue/,
    );
    assert.match(text, /15 to 30 minutes, and up to 24 hours/);

    await page.getByRole("button", { name: "Copy record 2" }).click();
    await page.getByRole("button", { name: "Copied!" }).waitFor();
    assert.equal(await clipboard(page), records[1]);
    await page.getByRole("button", { name: "Copy All" }).click();
    await page.getByRole("button", { name: "Copied!" }).nth(1).waitFor();
    assert.equal(await clipboard(page), records.map((line) => `${line}\n`).join(""));
  },
  { clipboard: true },
);

fullBrowserTest("caa > says before generating what the records will mean", async ({ page }) => {
  await page.goto("/caa");
  await page.getByLabel("Domain", { exact: true }).fill("https://example.com:8443/shop?x=1");
  await page.getByText("More authorities").click();
  await page.getByLabel("Let's Encrypt").check();
  const meaning = page.getByRole("complementary", { name: "What the 8 records will mean" });
  assert.match(
    await meaning.innerText(),
    /Only Sectigo, Provider and Let's Encrypt may issue certificates for example\.com\. Wildcard: the same\./,
  );
  assert.equal((await generate(page)).length, 8);

  await page.getByLabel("Fewest records").check();
  await page.getByRole("complementary", { name: "What the 5 records will mean" }).waitFor();
  const records = await generate(page);
  assert.equal(records.length, 5);
  assert(records.every((line) => line.startsWith("example.com. ") && !line.includes("issuewild")));
  const shown = await result(page).innerText();
  const title =
    "Only Sectigo, Provider and Let's Encrypt may issue TLS certificates for example.com";
  assert(shown.includes(title), shown);
  assert(shown.includes("Wildcard certificates: the same."), shown);

  await page.getByRole("button", { name: "Reset" }).click();
  assert(!(await page.getByLabel("Fewest records").isChecked()));
});

fullBrowserTest("caa > gives the records as name servers take them", async ({ page }) => {
  await page.goto("/caa");
  await page.getByRole("button", { name: "Fill Example Data" }).click();
  const records = await generate(page);
  assert.equal(records.length, 7);
  const output = page.getByRole("textbox", { name: /^Records as/ });
  assert.equal(await output.inputValue(), records.map((line) => `${line}\n`).join(""));
  await page.getByLabel("Format").selectOption("rfc3597");
  assert.match(await output.inputValue(), /^example\.com\. IN TYPE257 \\# 18 0005697373756573/);
  await page.getByLabel("Format").selectOption("route53");
  const { Changes: [{ ResourceRecordSet }] } = JSON.parse(await output.inputValue());
  assert.equal(ResourceRecordSet.ResourceRecords.length, 7);
  const download = await startDownload(page, () => button(page, "Download Route 53").click());
  assert.equal(download.suggestedFilename(), "example.com_caa.json");
  assert.equal(await Deno.readTextFile(await download.path()), await output.inputValue());
});

fullBrowserTest("caa > says under each field what is wrong, and keeps what was typed", async (
  { page },
) => {
  await page.goto("/caa");
  await page.getByLabel("Sectigo", { exact: true }).uncheck();
  await page.getByLabel("Provider", { exact: true }).uncheck();
  await page.getByLabel("iodef", { exact: true }).check();
  await page.keyboard.press("Control+Enter");
  for (
    const text of [
      "DOMAIN OR SUBDOMAIN IS REQUIRED",
      "SELECT AT LEAST ONE CERTIFICATE AUTHORITY",
      "E-MAIL ADDRESS IS REQUIRED FOR IODEF RECORDS",
    ]
  ) {
    await page.getByText(text, { exact: true }).waitFor();
    assert.equal(await page.getByText(text, { exact: true }).count(), 1);
  }
  assert.equal(await page.getByRole("alert").count(), 0);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("placeholder"));
  assert.equal(await focused(), "example.com");

  await page.getByLabel("Domain", { exact: true }).fill('example.com" x');
  await page.getByLabel("Sectigo", { exact: true }).check();
  await page.getByLabel("IODEF E-mail").fill("no address");
  await page.keyboard.press("Enter");
  await page.getByText("INVALID DOMAIN NAME FORMAT", { exact: true }).waitFor();
  await page.getByText("INVALID E-MAIL ADDRESS FORMAT", { exact: true }).waitFor();
  assert.equal(await page.getByLabel("Domain", { exact: true }).inputValue(), 'example.com" x');
  // A hidden field is not validated.
  await page.getByLabel("iodef", { exact: true }).uncheck();
  await page.getByLabel("Domain", { exact: true }).fill("example.com");
  assert.equal((await generate(page)).length, 3);
  await page.getByRole("button", { name: "Reset" }).click();
  assert.equal(await page.getByLabel("Domain", { exact: true }).inputValue(), "");
  assert.equal(await result(page).locator("pre").count(), 0);
});

fullBrowserTest("caa > knows more authorities and the parameters of RFC 8657", async ({ page }) => {
  await page.goto("/caa");
  await page.getByLabel("Domain", { exact: true }).fill("bücher.example");
  await page.getByLabel("Sectigo", { exact: true }).uncheck();
  await page.getByLabel("Provider", { exact: true }).uncheck();
  await page.getByText("More authorities").click();
  await page.getByLabel("Let's Encrypt").check();
  await page.getByText("Advanced").click();
  await page.getByLabel("No wildcard certificates").check();
  await page.getByLabel("Account URI").fill("no uri");
  await page.getByLabel("dns-01").check();
  await page.getByLabel("Critical").check();
  await page.keyboard.press("Control+Enter");
  await page.getByText("Invalid account URI format", { exact: true }).waitFor();
  await page.getByLabel("Account URI").fill("https://acme.example/acct/1");
  assert.deepEqual(await generate(page), [
    'xn--bcher-kva.example. IN CAA 128 issue "letsencrypt.org; ' +
    'accounturi=https://acme.example/acct/1; validationmethods=dns-01"',
    'xn--bcher-kva.example. IN CAA 128 issuewild ";"',
  ]);
  assert.match(await result(page).innerText(), /Wildcard certificates: no authority\./);
});

fullBrowserTest("caa > names no authority without S/MIME in issuemail, and says so", async (
  { page },
) => {
  await page.goto("/caa");
  await page.getByLabel("Domain", { exact: true }).fill("example.com");
  await page.getByLabel("Provider", { exact: true }).uncheck();
  await page.getByText("More authorities").click();
  await page.getByLabel("Let's Encrypt").check();
  const note = "Let's Encrypt issues no S/MIME certificates, so no issuemail record names it.";
  await page.getByRole("complementary", { name: "What the 5 records will mean" }).getByText(note)
    .waitFor();
  const records = await generate(page);
  assert.equal(records.length, 5);
  assert.deepEqual(records.filter((line) => line.includes("issuemail")), [
    'example.com. IN CAA 0 issuemail "sectigo.com"',
  ]);
  await result(page).getByRole("complementary", { name: "About this choice" }).getByText(note)
    .waitFor();
});

browserTest("caa > reads existing records and answers who may issue", async ({ page }) => {
  await page.goto("/caa");
  await page.getByRole("tab", { name: "Check existing records" }).click();
  await page.getByLabel("Existing Records", { exact: true }).waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText("DOMAIN OR SUBDOMAIN IS REQUIRED", { exact: true }).waitFor();
  await page.getByLabel("Existing Records", { exact: true }).fill(
    [
      ";; ANSWER SECTION:",
      'example.com. 3600 IN CAA 0 issue "sectigo.com"',
      'example.com. 3600 IN CAA 0 issuewild ";"',
      "example.com. 3600 IN CAA 0 issue ;",
      "example.com. 3600 IN NS ns1.example.com.",
    ].join("\n"),
  );
  await page.getByRole("button", { name: "Check records" }).click();
  await page.getByRole("heading", { name: "1 of 3 CAA records is not valid" }).waitFor();
  assert.match(
    await result(page).innerText(),
    /The value is missing\. An unquoted semicolon starts a comment/,
  );

  const ask = async (authority: string, name: string, verdict: string) => {
    await page.getByLabel("Authority", { exact: true }).selectOption(authority);
    await page.getByLabel("Domain", { exact: true }).fill(name);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: verdict }).waitFor();
  };
  await ask("sectigo", "www.example.com", "Sectigo may issue for www.example.com");
  await ask("sectigo", "*.example.com", "Sectigo must not issue for *.example.com");
  await ask(
    "letsencrypt",
    "www.example.com",
    "Let's Encrypt must not issue for www.example.com",
  );
  await ask("sectigo", "example.org", "These records say nothing about example.org");
  await page.getByLabel("Authority", { exact: true }).selectOption("other");
  await page.getByLabel("Issuer domain").fill("comodoca.com");
  await page.getByLabel("Domain", { exact: true }).fill("bad name");
  await page.keyboard.press("Control+Enter");
  await page.getByText("INVALID DOMAIN NAME FORMAT", { exact: true }).waitFor();
  assert.match(
    await page.getByLabel("Existing Records", { exact: true }).inputValue(),
    /sectigo/,
  );

  // Both tasks are as they were left.
  await page.getByRole("tab", { name: "Generate records" }).click();
  await page.getByRole("tab", { name: "Check existing records" }).click();
  assert.equal(await page.getByLabel("Issuer domain").inputValue(), "comodoca.com");
});

fullBrowserTest("caa > names authorities and types in its summary", async ({ page }) => {
  await page.goto("/caa");
  await page.getByRole("button", { name: "Fill Example Data" }).click();
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  const facts = page.getByRole("region", { name: "Result" }).locator("dl").first();
  await facts.waitFor();
  assert.match(await facts.innerText(), /Certificate authorities\s+Sectigo, Provider\s/);
  assert.match(await facts.innerText(), /Record types\s+4: issue, issuewild, issuemail, iodef/);
});

fullBrowserTest("caa > gives the same from the server, when the user chose it", async (
  { page, requests },
) => {
  await page.goto("/caa");
  await page.getByRole("button", { name: "Fill Example Data" }).click();
  const device = await generate(page);
  assert(requests.every((line) => line.startsWith("GET ")));
  await page.getByLabel("Where it runs").selectOption("server");
  const server = await generate(page);
  await page.getByText("Last result: on the server").waitFor();
  assert.deepEqual(server, device);
  assert(requests.some((line) => line.endsWith("/api/caa/generate")));
});

fullBrowserTest("caa > a name without records is looked up by Enter", async ({ page }) => {
  const asked: unknown[] = [];
  const looked = [{ domain: "example.com", status: "no_records", alias: null }];
  await page.route("**/api/caa/lookup", (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ json: lookedUp({ domain: "example.com", status: "none", looked }) });
  });
  await page.goto("/caa");
  await page.getByRole("tab", { name: "Check existing records" }).click();
  await page.getByLabel("Domain", { exact: true }).fill("example.com");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No CAA record is published for example.com" }).waitFor();
  assert.deepEqual(asked, [{ domain: "example.com" }]);
  // With records, they are what is checked.
  await page.getByLabel("Existing Records", { exact: true }).fill(
    "example.com. CAA 0 issue ca.example",
  );
  await page.getByLabel("Domain", { exact: true }).press("Enter");
  await page.getByRole("heading", {
    name: "Only ca.example may issue TLS certificates for example.com",
  }).waitFor();
  assert.equal(asked.length, 1);
});

fullBrowserTest("caa > the longest name makes nothing wider than the window", async ({ page }) => {
  await page.goto("/caa");
  const label = (letter: string) => letter.repeat(63);
  const longest = `${label("a")}.${label("b")}.${label("c")}.${"d".repeat(53)}.example`;
  await page.getByLabel("Domain", { exact: true }).fill(longest);
  await generate(page);
  const wide = await page.evaluate(() =>
    document.documentElement.scrollWidth > document.documentElement.clientWidth
  );
  assert(!wide);
}, { viewport: { width: 320, height: 568 } });

fullBrowserTest("caa > reads what is published, and distinguishes nothing from failure", async (
  { page, context },
) => {
  // The test cannot ask the DNS: these answers, in the contract's shape, take the server's place.
  let answer: Record<string, unknown> = {};
  await page.route("**/api/caa/lookup", (route) => route.fulfill({ json: answer }));
  await page.goto("/caa");
  await page.getByRole("tab", { name: "Check existing records" }).click();
  const ask = () => page.getByRole("button", { name: "Look up" }).click();

  answer = lookedUp({
    domain: "www.example.com",
    status: "records",
    foundAt: "example.com",
    looked: [
      { domain: "www.example.com", status: "no_records", alias: null },
      { domain: "example.com", status: "records", alias: null },
    ],
    zone: 'example.com. IN CAA 0 issue "sectigo.com"\n',
  });
  await page.getByLabel("Domain", { exact: true }).fill("www.example.com");
  await page.getByLabel("Authority", { exact: true }).selectOption("sectigo");
  await ask();
  await page.getByRole("heading", { name: "Sectigo may issue for www.example.com" }).waitFor();
  await page.getByRole("heading", { name: "CAA records are published at example.com" }).waitFor();
  // An answer of the server is not shown under "On this device".
  const onServer = async () =>
    await page.getByRole("combobox", { name: "Where it runs" }).count() === 0 &&
    await page.locator("strong").getByText("On the server").isVisible();
  assert(await onServer());
  assert.match(
    await page.getByLabel("Existing Records", { exact: true }).inputValue(),
    /^example\.com\. IN CAA 0 issue "sectigo\.com"/,
  );

  answer = lookedUp({
    domain: "www.example.com",
    status: "failure",
    looked: [{ domain: "www.example.com", status: "failure", alias: null }],
  });
  await ask();
  await page.getByRole("heading", { name: "DNS gave no answer for www.example.com" }).waitFor();
  assert.equal(
    await page.getByRole("heading", { name: "Sectigo may issue for www.example.com" }).count(),
    0,
  );
  assert(await onServer());
  assert.doesNotMatch(await page.locator("main").innerText(), /any authority may issue/i);

  answer = { success: false, error: "DNS FAILED", code: "host_unreachable", issues: [] };
  await ask();
  await page.getByRole("alert").waitFor();
  assert.equal(
    await page.getByRole("heading", { name: "DNS gave no answer for www.example.com" }).count(),
    0,
  );
  assert(await onServer());
  assert.doesNotMatch(await page.locator("main").innerText(), /any authority may issue/i);

  await page.unroute("**/api/caa/lookup");
  await page.getByLabel("Domain", { exact: true }).fill("");
  await ask();
  await page.getByText("DOMAIN OR SUBDOMAIN IS REQUIRED", { exact: true }).waitFor();
  await page.getByLabel("Domain", { exact: true }).fill("printer.local");
  await ask();
  await page.getByText("HOST NOT FOUND OR NOT PUBLIC", { exact: true }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);

  await context.setOffline(true);
  await page.getByLabel("Domain", { exact: true }).fill("example.com");
  await ask();
  await page.getByRole("alert").getByText("Network error occurred").waitFor();
}, { expectErrors: ["status of 400", "ERR_INTERNET_DISCONNECTED"] });

fullBrowserTest("caa > works offline", async ({ page, context }) => {
  await page.goto("/caa");
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: "Fill Example Data" }).click();
  assert.equal((await generate(page)).length, 7);
  await page.getByRole("tab", { name: "Check existing records" }).click();
  await page.getByRole("button", { name: "Fill Example Data" }).click();
  await page.getByRole("button", { name: "Check records" }).click();
  await page.getByRole("heading", { name: /may issue for .*, under a condition$/ }).waitFor();
}, { installed: true, expectErrors: ["ERR_INTERNET_DISCONNECTED"] });

fullBrowserTest(
  "caa > the domain of one tab is looked up in the other with one press",
  async ({ page }) => {
    const asked: unknown[] = [];
    await page.route("**/api/caa/lookup", (route) => {
      const { domain } = route.request().postDataJSON();
      asked.push(domain);
      const looked = [{ domain, status: "records", alias: null }];
      const zone = `${domain}. IN CAA 0 issue "sectigo.com"\n`;
      const data = { domain, status: "records", foundAt: domain, looked, zone } as const;
      return route.fulfill({ json: lookedUp(data) });
    });
    await page.goto("/caa");
    await page.getByLabel("Domain", { exact: true }).fill("example.com");
    await page.getByRole("tab", { name: "Check existing records" }).click();
    assert.equal(await page.getByLabel("Domain", { exact: true }).inputValue(), "example.com");
    assert.deepEqual(asked, []);
    await page.getByRole("button", { name: "Look up" }).click();
    await page.getByRole("heading", { name: "CAA records are published at example.com" }).waitFor();
    // Another domain is looked up too, although the field has the records of the first.
    await page.getByLabel("Domain", { exact: true }).fill("example.org");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "CAA records are published at example.org" }).waitFor();
    assert.deepEqual(asked, ["example.com", "example.org"]);
    // From generated records, it is one press in all.
    await page.getByRole("tab", { name: "Generate records" }).click();
    await page.getByLabel("Domain", { exact: true }).fill("example.net");
    await button(page, "Generate").click();
    await button(page, "Look up what is published").click();
    await page.getByRole("heading", { name: "CAA records are published at example.net" }).waitFor();
    assert.deepEqual(asked, ["example.com", "example.org", "example.net"]);
  },
);

fullBrowserTest("caa > the guide names a tab and a button that exist", async ({ page }) => {
  await page.goto("/caa");
  await button(page, "Fill Example Data").click();
  await button(page, "Generate").click();
  const named = section(page, "Implementation guide").locator("strong");
  await named.first().waitFor();
  const [tab, press] = await named.allTextContents();
  await page.goto("/caa");
  await page.getByRole("tab", { name: tab, exact: true }).click();
  assert(await button(page, press).isEnabled());
});
