/** The CAA generator, /caa. */
import { provider } from "../../../core/provider.ts";
import {
  absent,
  checked,
  copies,
  disabled,
  error,
  fact,
  field,
  heading,
  noBanner,
  noFact,
  posted,
  seen,
  text,
  usable,
  values,
  words,
} from "../checks.ts";
import { each, row, type Table } from "../row.ts";
import {
  buttonRows,
  failureRows,
  failureStates,
  fieldRows,
  layoutRows,
  securityRow,
} from "./common.ts";

const tool = { act: "Generate", failure: "FAILED TO GENERATE CAA RECORDS" };
const ALL = "idle empty typeless loading result again withIodef refused nameless reset";
const TYPES = ["issue", "issuewild", "issuemail", "iodef"];
const { key, name: providerName, domain } = provider;

const RECORDS = ["issue", "issuewild", "issuemail"].flatMap((tag) =>
  ["sectigo.com", domain].map((value) => `example.com. IN CAA 0 ${tag} "${value}"`)
);

export const caa: Table = {
  path: "/caa",
  states: {
    async idle() {},
    async empty({ page }) {
      await page.click("field", "Sectigo");
      await page.click("field", providerName);
      await page.click("field", "iodef");
      await page.click("button", "Generate");
    },
    async typeless({ page }) {
      await page.click("field", "Sectigo");
      for (const type of TYPES) await page.click("field", type);
      await page.fill("Domain", "no domain!");
      await page.click("button", "Generate");
    },
    async loading(stage) {
      await stage.page.click("button", "Reset");
      await stage.runsOn("server");
      await stage.fill({ Domain: "example.com" });
      await stage.held("Generate");
    },
    async result(stage) {
      stage.release();
      await stage.page.wait("button", "Copy All");
    },
    async again(stage) {
      await stage.page.click("field", "iodef");
      await stage.fill({ "IODEF E-mail": "security@example.com" });
      await stage.held("Generate");
    },
    async withIodef(stage) {
      stage.release();
      await stage.page.wait("button", "Copy record 7");
    },
    ...failureStates(tool),
    async reset({ page }) {
      await page.click("button", "Reset");
    },
  },
  rows: [
    ...layoutRows("/caa", "CAA Generator"),
    securityRow("idle result"),
    ...fieldRows(ALL, {
      "Domain": "Domain field",
      "Sectigo": "two certificate-authority checkboxes",
      [providerName]: "two certificate-authority checkboxes",
      "issue": "four record-type checkboxes",
      "issuewild": "four record-type checkboxes",
      "issuemail": "four record-type checkboxes",
      "iodef": "four record-type checkboxes",
    }),
    ...buttonRows(
      "idle empty typeless result withIodef refused nameless reset",
      ["Generate", "Reset"],
      "buttons Generate and Reset",
    ),
    ...each(
      ["Sectigo", providerName, "issue", "issuewild", "issuemail"],
      (name) =>
        row(
          "9",
          "CAA defaults: sectigo, {product}, issue, issuewild, issuemail on",
          "idle reset",
          checked(name, true),
        ),
    ),
    row("9", "iodef off", "idle reset", checked("iodef", false)),
    row(
      "2",
      "an IODEF e-mail field shown only when iodef is on",
      "idle reset",
      absent("field", "IODEF E-mail"),
    ),
    row(
      "2",
      "an IODEF e-mail field shown only when iodef is on",
      "empty withIodef",
      field("IODEF E-mail"),
    ),
    row(
      "5",
      "domain required ('DOMAIN OR SUBDOMAIN IS REQUIRED')",
      "empty",
      error("Domain", "DOMAIN OR SUBDOMAIN IS REQUIRED"),
      text("DOMAIN OR SUBDOMAIN IS REQUIRED"),
    ),
    row(
      "5",
      "at least one certificate authority ('SELECT AT LEAST ONE CERTIFICATE AUTHORITY')",
      "empty",
      text("SELECT AT LEAST ONE CERTIFICATE AUTHORITY"),
    ),
    row(
      "5",
      "when iodef is enabled an e-mail is required ('E-MAIL ADDRESS IS REQUIRED FOR IODEF RECORDS')",
      "empty",
      error("IODEF E-mail", "E-MAIL ADDRESS IS REQUIRED FOR IODEF RECORDS"),
      noBanner,
    ),
    row(
      "D2",
      "bad CAA domain 'INVALID DOMAIN NAME FORMAT'",
      "typeless",
      error("Domain", "INVALID DOMAIN NAME FORMAT"),
    ),
    row(
      "D2",
      "no record type 'SELECT AT LEAST ONE RECORD TYPE'",
      "typeless",
      text("SELECT AT LEAST ONE RECORD TYPE"),
    ),
    row(
      "4",
      "loading (buttons disabled; texts 'Generating...')",
      "loading",
      disabled("Generating..."),
      disabled("Reset"),
    ),
    row(
      "7",
      "POST /api/caa/generate … iodefEmail is sent empty when iodef is off",
      "loading",
      posted("caa/generate", {
        domain: "example.com",
        certificateAuthorities: { sectigo: true, [key]: true },
        recordTypes: { issue: true, issuewild: true, issuemail: true, iodef: false },
        iodefEmail: "",
      }),
    ),
    row(
      "7",
      "POST /api/caa/generate {domain, certificateAuthorities, recordTypes, iodefEmail}",
      "again",
      posted("caa/generate", {
        domain: "example.com",
        certificateAuthorities: { sectigo: true, [key]: true },
        recordTypes: { issue: true, issuewild: true, issuemail: true, iodef: true },
        iodefEmail: "security@example.com",
      }),
    ),
    ...each(RECORDS, (record) => row("2", "Results list each record", "result", text(record))),
    row(
      "D6",
      "iodef becomes `mailto:…`",
      "withIodef",
      text('example.com. IN CAA 0 iodef "mailto:security@example.com"'),
    ),
    row(
      "2",
      "with a copy button",
      "result",
      copies("Copy record 2", new RegExp(`issue "${domain}"$`)),
    ),
    row(
      "2",
      "a Copy All button",
      "result",
      copies("Copy All", new RegExp(RECORDS.join("\n")), "Copy All"),
    ),
    row("2", "a summary (total records", "result", fact("Total records", "6")),
    row(
      "2",
      "certificate authorities",
      "result",
      fact("Certificate authorities", `Sectigo, ${providerName}`),
    ),
    row("2", "number of record types)", "result", fact("Record types", /^3\b/)),
    row("2", "number of record types)", "withIodef", fact("Record types", /^4\b/)),
    row("2", "and an implementation guide", "result", seen("heading", "Implementation guide")),
    row(
      "2",
      "The guide gives DNS propagation guidance of 15 to 30 minutes, up to 24 hours",
      "result",
      words("15 to 30 minutes"),
      words("up to 24 hours"),
    ),
    row(
      "4",
      "Starting a new request clears the previous result and error",
      "again",
      absent("button", "Copy All"),
      noBanner,
    ),
    ...failureRows(tool),
    row(
      "4",
      "Reset clears inputs, results and errors",
      "reset",
      values({ Domain: "" }),
      noFact("Total records"),
      noBanner,
    ),
    row(
      "D6",
      '"More authorities" lists other public CAs by key, off',
      "idle",
      usable("button", "More authorities"),
      heading("CAA Generator"),
    ),
  ],
};
