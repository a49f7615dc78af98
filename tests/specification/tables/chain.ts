/** The chain analyzer, /chain. */
import assert from "node:assert/strict";
import { EXAMPLE_CHAIN } from "../../fixtures/chain/example.ts";
import { HOST, hostAnswer } from "../../e2e/host-answers.ts";
import { until } from "../../engines/page.ts";
import { chainText } from "../../fixtures/chain/index.ts";
import {
  absent,
  all,
  banner,
  button,
  card,
  disabled,
  dismissible,
  error,
  fact,
  field,
  heading,
  noBanner,
  noFact,
  posted,
  recorded,
  recording,
  saves,
  text,
  usable,
  values,
  words,
} from "../checks.ts";
import { analyzed, chainThatEndsIn } from "../inputs.ts";
import { each, row, type Table } from "../row.ts";
import type { Stage } from "../stage.ts";
import { failureRows, failureStates, layoutRows, securityRow } from "./common.ts";

const tool = { act: "Analyze Chain", failure: "FAILED TO ANALYZE CERTIFICATE CHAIN" };

const PASTE =
  "idle blank loading result details again emptyChain refused nameless expired soon later lone reset";
const URL = "url urlBlank urlInvalid urlLoading urlResult";
const TLDS = ["not a domain", "localhost", "example.123", "exa_mple.com"];

/** Answers the analysis of `certificate` with a changed answer. */
async function answer(
  stage: Stage,
  certificate: string,
  change: (whole: Awaited<ReturnType<typeof analyzed>>) => object,
): Promise<void> {
  const whole = await analyzed(certificate);
  await stage.held(tool.act);
  stage.release(Response.json({ success: true, data: change(whole) }));
}

async function analyze(stage: Stage, certificate: string, status: string): Promise<void> {
  await stage.fill({ Certificate: certificate });
  await stage.page.click("button", tool.act);
  await fact("Chain status", status)(stage);
}

/** It names the address of its issuer. */
const LEAF = chainText("lasting-incomplete");

export const chain: Table = {
  path: "/chain",
  states: {
    async idle() {},
    async blank(stage) {
      await stage.submit("Certificate");
    },
    async url({ page }) {
      await page.click("button", "From URL");
    },
    async urlBlank(stage) {
      await stage.submit("Domain");
    },
    async urlInvalid(stage) {
      await stage.fill({ Domain: TLDS[0] });
      await stage.page.click("button", tool.act);
    },
    async urlLoading(stage) {
      await stage.fill({ Domain: `https://${HOST}` });
      await stage.held(tool.act);
    },
    async urlResult(stage) {
      const { chain, everywhere, revocation } = await hostAnswer(["192.0.2.1"]);
      const stapling = { required: false, stapled: null };
      const data = { ...chain, everywhere, revocation, stapling, caa: null };
      stage.release(Response.json({ success: true, data }));
      await fact("Root certificate", "FOUND")(stage);
    },
    async loading(stage) {
      await stage.page.click("button", "Paste Certificate");
      await stage.runsOn("server");
      await stage.fill({ Certificate: EXAMPLE_CHAIN });
      await stage.held(tool.act);
    },
    async result(stage) {
      stage.release();
      await fact("Chain status", "VALID")(stage);
      await stage.page.wait("heading", "Technical details");
    },
    async details({ page }) {
      await page.click("button", "Show details of Example TLS CA 1");
    },
    async again(stage) {
      await stage.held(tool.act);
    },
    async emptyChain(stage) {
      const whole = await analyzed(EXAMPLE_CHAIN);
      stage.release(Response.json({ success: true, data: { ...whole, chain: [] } }));
    },
    async undrawable(stage) {
      await answer(stage, EXAMPLE_CHAIN, (whole) => ({
        ...whole,
        problems: [],
        chain: whole.chain.map((entry) =>
          entry.type === "intermediate"
            ? { ...entry, info: { ...entry.info, subject: null } }
            : entry
        ),
      }));
      // React reports what it caught.
      await banner("Error rendering certificate chain")(stage);
      // The report may come after the banner.
      await until("React's report", () => Promise.resolve(stage.site.faults.length > 0));
      stage.site.faults.splice(0);
    },
    ...failureStates(tool),
    async expired(stage) {
      await stage.runsOn("device");
      await analyze(stage, chainText("expired-leaf"), "INVALID");
    },
    async soon(stage) {
      // Its days are counted in whole days, so that 29 are left.
      await analyze(stage, (await chainThatEndsIn(30)).chain, "VALID");
    },
    async later(stage) {
      await analyze(stage, (await chainThatEndsIn(32)).chain, "VALID");
      await card("www.soon.example", "valid", "green")(stage);
    },
    async lone(stage) {
      await analyze(stage, LEAF, "INVALID");
    },
    async reset({ page }) {
      await page.click("button", "Reset");
    },
    async unsavable(stage) {
      await analyze(stage, EXAMPLE_CHAIN, "VALID");
      await recording(stage);
      await stage.page.evaluate(() => {
        globalThis.URL.createObjectURL = () => {
          throw new Error("no room");
        };
      });
      await stage.page.click("button", "Download certificate of www.example.com");
    },
  },
  rows: [
    ...layoutRows("/chain", "Chain Analyzer"),
    securityRow("idle result urlResult"),
    row(
      "2",
      "Two input modes: paste a PEM certificate",
      `${PASTE} ${URL}`,
      usable("button", "Paste Certificate"),
    ),
    row("2", "or obtain from a URL", `${PASTE} ${URL}`, usable("button", "From URL")),
    row("2", "paste a PEM certificate", PASTE, field("Certificate")),
    row("2", "the domain is typed", URL, field("Domain")),
    row(
      "4",
      "Chain analyzer: toggles between paste and url modes",
      "url",
      absent("field", "Certificate"),
    ),
    row(
      "4",
      "Chain analyzer: toggles between paste and url modes",
      "loading",
      absent("field", "Domain"),
    ),
    row("2", "after a fixed https:// prefix", "url", text("https://")),
    row("2", "the server contacts the host on port 443", "url", words("port 443")),
    ...each(
      ["Analyze Chain", "Reset"],
      (name) =>
        row(
          "D8",
          `'${name}'`,
          "result details urlResult refused nameless expired soon later lone",
          button(name),
        ),
    ),
    row(
      "2",
      "The submit button is disabled while the active input is blank",
      "idle url reset",
      disabled("Analyze Chain"),
    ),
    row(
      "5",
      "empty paste input gives 'PLEASE PROVIDE A CERTIFICATE TO ANALYZE'",
      "blank",
      error("Certificate", "PLEASE PROVIDE A CERTIFICATE TO ANALYZE"),
      text("PLEASE PROVIDE A CERTIFICATE TO ANALYZE"),
    ),
    row(
      "5",
      "empty url input gives 'PLEASE PROVIDE A URL TO ANALYZE'",
      "urlBlank",
      error("Domain", "PLEASE PROVIDE A URL TO ANALYZE"),
      text("PLEASE PROVIDE A URL TO ANALYZE"),
    ),
    ...each(
      TLDS,
      (domain) =>
        row(
          "5",
          `otherwise 'PLEASE ENTER A VALID DOMAIN NAME' (${domain})`,
          "urlInvalid",
          async (stage) => {
            await stage.fill({ Domain: domain });
            await stage.page.click("button", tool.act);
            await error("Domain", "PLEASE ENTER A VALID DOMAIN NAME")(stage);
            await values({ Domain: domain })(stage);
          },
        ),
    ),
    row(
      "4",
      "loading (buttons disabled; texts 'Analyzing...')",
      "loading urlLoading",
      disabled("Analyzing..."),
      disabled("Reset"),
    ),
    row(
      "7",
      "POST /api/chain/analyze {certificate}",
      "loading",
      posted("chain/analyze", { certificate: EXAMPLE_CHAIN }),
    ),
    row(
      "7",
      "POST /api/chain/analyze-url {url}",
      "urlLoading",
      posted("chain/analyze-url", { url: HOST }),
    ),
    row(
      "2",
      "End-entity card: domain",
      "result",
      fact("Domain", "www.example.com", "End-entity certificate"),
    ),
    row(
      "2",
      "organization plus unit",
      "result",
      fact("Organization", "Example Inc, Web Development", "End-entity certificate"),
    ),
    row(
      "2",
      "location",
      "result",
      fact("Location", "San Francisco, California, US", "End-entity certificate"),
    ),
    row(
      "2",
      "validity (EXPIRED",
      "expired",
      fact("Validity", /^EXPIRED/, "End-entity certificate"),
    ),
    row(
      "2",
      "or VALID with days remaining)",
      "result soon",
      fact("Validity", /^VALID.*\b[\d,]+ days remaining/, "End-entity certificate"),
    ),
    row(
      "2",
      "Technical details: issuer",
      "result",
      fact("Issuer", /Example TLS CA 1/, "Technical details"),
    ),
    row(
      "2",
      "serial number",
      "result",
      fact("Serial number", /^[0-9A-F:]{40,}$/, "Technical details"),
    ),
    row(
      "2",
      "key algorithm with bits or curve",
      "result",
      fact("Key algorithm", /EC.*P-256.*256/, "Technical details"),
    ),
    row(
      "2",
      "signature algorithm",
      "result",
      fact("Signature algorithm", "ecdsa-with-SHA256", "Technical details"),
    ),
    row(
      "2",
      "SHA-256 fingerprint",
      "result",
      fact("SHA-256 fingerprint", /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/, "Technical details"),
    ),
    row(
      "2",
      "Subject alternative names (type and value)",
      "result",
      ...["DNS", "www.example.com", "IP", "203.0.113.10"].map((part) =>
        words(part, "Subject alternative names")
      ),
    ),
    row(
      "2",
      "Chain visualization: cards per certificate",
      "result",
      ...["www.example.com", "Example TLS CA 1", "Example Root CA"].map((name) => heading(name)),
    ),
    row("2", "status expired", "expired", card("www.fixture.example", "expired", "red")),
    row(
      "4",
      "expiring soon (yellow, fewer than 30 days)",
      "soon",
      card("www.soon.example", "expiring soon", "yellow"),
    ),
    row(
      "9",
      "Chain expiry: fewer than 30 days left is yellow, … otherwise green",
      "later",
      card("www.soon.example", "valid", "green"),
    ),
    row(
      "4",
      "valid (green)",
      "result",
      card("www.example.com", "valid", "green"),
      card("Example Root CA", "valid", "green"),
    ),
    row(
      "2",
      "each certificate downloadable as a .crt.txt file",
      "result",
      saves(
        "Download certificate of www.example.com",
        "www.example.com_1.crt.txt",
        /^-----BEGIN CERTIFICATE-----/,
      ),
      saves("Download certificate of Example Root CA", "Example_Root_CA_3.crt.txt"),
    ),
    row("2", "click-through for details", "details", words("Subject key identifier")),
    row(
      "2",
      "Validation cards: chain status VALID",
      "result urlResult soon",
      fact("Chain status", "VALID"),
    ),
    row("2", "INVALID", "expired lone", fact("Chain status", "INVALID")),
    row(
      "2",
      "chain depth with singular/plural 'Certificate(s)'",
      "result",
      fact("Chain depth", "3 Certificates"),
    ),
    row(
      "2",
      "chain depth with singular/plural 'Certificate(s)'",
      "lone",
      fact("Chain depth", "1 Certificate"),
    ),
    row("2", "root certificate FOUND", "result urlResult", fact("Root certificate", "FOUND")),
    row("2", "NOT FOUND", "lone", fact("Root certificate", "NOT FOUND")),
    row(
      "D4",
      "'VALID' with 'Private root'",
      "result soon",
      fact("Chain status", "VALID"),
      words("Private root"),
    ),
    row("D4", "Incomplete: isValid false, 'ISSUER NOT FOUND'", "lone", words("ISSUER NOT FOUND")),
    row(
      "2",
      "Export as PEM chain text",
      "result",
      saves("Download PEM chain", "www.example.com_chain.pem.txt", /^-----BEGIN CERTIFICATE-----/),
    ),
    row("2", "or as JSON", "result", saves("Download JSON", "www.example.com_chain.json", /^\{/)),
    row(
      "D8",
      "'Download PEM chain', 'Download JSON'",
      "result urlResult expired",
      button("Download PEM chain"),
      button("Download JSON"),
    ),
    row(
      "D1",
      'one button ("Complete chain online") sends only the certificates',
      "lone",
      button("Complete chain online"),
      async (stage) => {
        await stage.held("Complete chain online");
        await posted("chain/analyze", { certificate: LEAF })(stage);
        stage.release(Response.json({ success: true, data: await analyzed(LEAF) }));
        await fact("Chain status", "INVALID")(stage);
      },
    ),
    row(
      "4",
      "Starting a new request clears the previous result and error",
      "again",
      noFact("Chain status"),
      noBanner,
    ),
    row(
      "8",
      "Empty chain: 'No certificate chain data available'",
      "emptyChain",
      text("No certificate chain data available"),
    ),
    row(
      "8",
      "'Error rendering certificate chain' with the reason",
      "undrawable",
      all(banner("Error rendering certificate chain"), banner("null"), dismissible),
    ),
    ...failureRows(tool),
    row(
      "8",
      "Certificate download failure: alert 'Failed to download SSL Certificate. Please try again.'",
      "unsavable",
      async (stage) => {
        const asked = await until("an alert", async () => {
          const { asked } = await recorded(stage);
          return asked.length > 0 && asked;
        });
        assert.deepEqual(asked, ["alert: Failed to download SSL Certificate. Please try again."]);
      },
    ),
    row(
      "4",
      "Reset clears inputs, results and errors",
      "reset",
      values({ Certificate: "" }),
      noFact("Chain status"),
      noBanner,
    ),
  ],
};
