/** The PFX converter, /pfx. */
import assert from "node:assert/strict";
import { exampleCertificate, exampleIssuer, examplePrivateKey } from "../../../core/examples.ts";
import { pfxConvert } from "../../../core/pfx/contract.ts";
import { answerOf, chainThatEndsIn } from "../inputs.ts";
import {
  absent,
  attribute,
  banner,
  button,
  disabled,
  dismissible,
  error,
  fact,
  heading,
  noBanner,
  nothingSent,
  option,
  options,
  posted,
  property,
  recorded,
  recording,
  saves,
  text,
  values,
  words,
} from "../checks.ts";
import { each, row, type Table } from "../row.ts";
import type { Stage } from "../stage.ts";
import {
  buttonRows,
  failureRows,
  failureStates,
  fieldRows,
  layoutRows,
  securityRow,
} from "./common.ts";

const tool = { act: "Convert", agree: "Send it", failure: "FAILED TO CONVERT TO PFX" };
const ALL =
  "idle blank declined withoutPassword madeWithoutPassword loading result again refused nameless soon reset";
const CERTIFICATES = exampleCertificate + exampleIssuer;

/** Passwords with their score out of 6 and its label. */
const SCORES = [
  ["~", 0, "Very weak"],
  ["a", 1, "Weak"],
  ["aA", 2, "Fair"],
  ["aA1", 3, "Fair"],
  ["aA1$", 4, "Strong"],
  ["aA1$bB2~", 5, "Strong"],
  ["aA1$bB2~cC3~", 6, "Very strong"],
] as const;

let made: Promise<object> | undefined;

/** An answer with a changed file. */
async function changed(change: object): Promise<Response> {
  made ??= answerOf(pfxConvert, {
    certificate: CERTIFICATES,
    privateKey: examplePrivateKey,
    password: "Harbor-Light-26",
  });
  return Response.json({ success: true, data: { ...await made, ...change } });
}

/** Answers the next call so. */
async function answer(stage: Stage, change: object): Promise<void> {
  await stage.held(tool.act, tool.agree);
  stage.release(await changed(change));
}

export const pfx: Table = {
  path: "/pfx",
  states: {
    async idle() {},
    async blank(stage) {
      await stage.page.click("button", tool.act);
    },
    async declined(stage) {
      await stage.fill({ "Certificate": CERTIFICATES, "Private Key": examplePrivateKey });
      await recording(stage, false);
      await stage.page.click("button", tool.act);
    },
    async withoutPassword(stage) {
      await recording(stage);
      await stage.runsOn("server");
      await stage.held(tool.act, tool.agree);
    },
    async madeWithoutPassword(stage) {
      stage.release();
      await stage.page.wait("heading", "PFX file is ready");
    },
    async loading(stage) {
      await stage.fill({ Password: "Harbor-Light-26" });
      await stage.held(tool.act, tool.agree);
    },
    async result(stage) {
      stage.release();
      await stage.page.wait("heading", "PFX file is ready");
    },
    async again(stage) {
      await stage.page.select("Encryption", "aes256-sha256");
      await stage.held(tool.act, tool.agree);
    },
    async short(stage) {
      stage.release(await changed({ pfx: "A".repeat(31) }));
    },
    async unnamed(stage) {
      await answer(stage, { filename: "" });
    },
    async unended(stage) {
      await answer(stage, { filename: "site" });
    },
    async dataUrl(stage) {
      await answer(stage, {
        pfx: `data:application/x-pkcs12;base64,${" QUJD".repeat(10)}`,
        filename: "spaced.pfx",
      });
    },
    ...failureStates(tool),
    async soon(stage) {
      await stage.runsOn("device");
      stage.calls = [];
      const { chain, key } = await chainThatEndsIn(30);
      await stage.fill({ "Certificate": chain, "Private Key": key });
      await stage.page.click("button", tool.act);
      await stage.page.wait("heading", "PFX file is ready");
    },
    async reset({ page }) {
      await page.click("button", "Reset");
    },
  },
  rows: [
    ...layoutRows("/pfx", "PFX Converter"),
    securityRow("idle result"),
    ...fieldRows(ALL, {
      "Certificate": "Certificate",
      "Private Key": "and private key text areas",
      "Password": "optional password",
      "Show password": "(show/hide toggle",
      "Encryption": "encryption select",
    }),
    ...buttonRows(
      "idle blank declined madeWithoutPassword result refused nameless soon reset",
      ["Convert", "Reset"],
      "buttons Convert and Reset",
    ),
    row(
      "9",
      "PFX encryption options: 3des-sha1 (default, legacy) and aes256-sha256",
      "idle",
      options("Encryption", ["3des-sha1", "aes256-sha256"]),
      values({ Encryption: "3des-sha1" }),
      option("Encryption", "3des-sha1", "legacy"),
    ),
    row(
      "9",
      "the option is ignored without a password",
      "idle",
      words("Set a password to choose the encryption"),
    ),
    row(
      "2",
      "the hint: at least 8 characters with upper case, lower case, numbers, special characters",
      "idle",
      words("at least 8 characters with upper case, lower case, numbers, special characters"),
    ),
    row("2", "(show/hide toggle", "declined", async (stage) => {
      await stage.page.click("field", "Show password");
      await attribute("field", "Password", "type", "text")(stage);
      await stage.page.click("field", "Show password");
      await attribute("field", "Password", "type", "password")(stage);
    }),
    ...each(
      SCORES,
      ([password, score, label]) =>
        row(
          "5",
          `Labels: 0 Very weak, up to 1 Weak, up to 3 Fair, up to 5 Strong, 6 Very strong (${score})`,
          "declined",
          async (stage) => {
            await stage.fill({ Password: password });
            await text(`${label}, ${score} of 6`)(stage);
            const now = await stage.page.evaluate(() =>
              document.querySelector("[role=meter], meter")?.getAttribute("aria-valuenow") ??
                document.querySelector("meter")?.value
            );
            assert.equal(Number(now), score, "the strength bar");
            await stage.fill({ Password: "" });
          },
        ),
    ),
    row(
      "5",
      "both certificate and private key required: 'PLEASE PROVIDE BOTH CERTIFICATE AND PRIVATE KEY'",
      "blank",
      error("Certificate", "PLEASE PROVIDE BOTH CERTIFICATE AND PRIVATE KEY"),
      text("PLEASE PROVIDE BOTH CERTIFICATE AND PRIVATE KEY"),
    ),
    row(
      "4",
      "with an empty password the user must confirm in a browser confirmation before proceeding",
      "declined",
      async (stage) => {
        const { asked } = await recorded(stage);
        assert.equal(asked.length, 1);
        assert.match(asked[0], /^confirm: /);
      },
    ),
    row(
      "4",
      "cancelling aborts the conversion",
      "declined",
      nothingSent,
      absent("heading", "PFX file is ready"),
      button("Convert"),
    ),
    row(
      "7",
      "password (null when empty)",
      "withoutPassword",
      posted("pfx/convert", {
        certificate: CERTIFICATES,
        privateKey: examplePrivateKey,
        password: null,
        encryption: "3des-sha1",
      }),
    ),
    row("2", "password-protected flag", "madeWithoutPassword", fact("Password-protected", "No")),
    row(
      "D5",
      'No password: … `encryption` "none"',
      "madeWithoutPassword",
      fact("Encryption", "None"),
    ),
    row(
      "7",
      "POST /api/pfx/convert {certificate, privateKey, password (null when empty), encryption}",
      "again",
      posted("pfx/convert", {
        certificate: CERTIFICATES,
        privateKey: examplePrivateKey,
        password: "Harbor-Light-26",
        encryption: "aes256-sha256",
      }),
    ),
    row(
      "4",
      "loading (buttons disabled; texts 'Converting...')",
      "loading",
      disabled("Converting..."),
      disabled("Reset"),
    ),
    row(
      "2",
      "Success panel: download button",
      "result",
      saves("Download PFX", "www.example.com.pfx"),
    ),
    row(
      "2",
      "certificate info",
      "result",
      fact("Common Name", "www.example.com"),
      fact("Valid Until", /20\d\d/),
    ),
    row("2", "chain length", "result", fact("Chain length", "2")),
    row("2", "password-protected flag", "result", fact("Password-protected", "Yes")),
    row(
      "2",
      "and an 'EXPIRING SOON' marker when under 30 days remain",
      "soon",
      text("EXPIRING SOON"),
    ),
    row("2", "and an 'EXPIRING SOON' marker when under 30 days remain", "result", async (stage) => {
      const found = await stage.page.evaluate(() => document.body.innerText.toUpperCase());
      assert(!found.includes("EXPIRING SOON"));
    }),
    row(
      "4",
      "Starting a new request clears the previous result and error",
      "again",
      absent("heading", "PFX file is ready"),
      noBanner,
    ),
    row(
      "5",
      "content must exist and be at least 32 characters, else 'PFX CONTENT MISSING OR INVALID'",
      "short",
      banner("PFX CONTENT MISSING OR INVALID"),
      dismissible,
    ),
    row(
      "5",
      "File name defaults to certificate.pfx",
      "unnamed",
      saves("Download PFX", "certificate.pfx"),
    ),
    row("5", "'.pfx' is appended if missing", "unended", saves("Download PFX", "site.pfx")),
    row(
      "9",
      "The base64 download helper accepts data URLs and strips whitespace",
      "dataUrl",
      saves("Download PFX", "spaced.pfx", /^(?:ABC){10}$/),
    ),
    ...failureRows(tool),
    row(
      "4",
      "Reset clears inputs, results and errors",
      "reset",
      values({ "Certificate": "", "Private Key": "", "Password": "", "Encryption": "3des-sha1" }),
      absent("heading", "PFX file is ready"),
      noBanner,
    ),
    row("D8", "text areas … 'Certificate', 'Private Key'", "idle", async (stage) => {
      for (const name of ["Certificate", "Private Key"]) {
        assert.equal(await property(stage, { kind: "field", name }, "localName"), "textarea");
      }
    }),
    row(
      "D8",
      "'Download PFX'",
      "result soon",
      button("Download PFX"),
      heading("PFX file is ready"),
    ),
  ],
};
