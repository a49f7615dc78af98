/** The CSR generator, /csr. */
import assert from "node:assert/strict";
import {
  absent,
  attribute,
  copies,
  disabled,
  error,
  field,
  heading,
  noBanner,
  nothingSent,
  option,
  options,
  posted,
  property,
  saves,
  seen,
  text,
  values,
} from "../checks.ts";
import { row, type Table } from "../row.ts";
import type { Stage } from "../stage.ts";
import { until } from "../../engines/page.ts";
import {
  buttonRows,
  failureRows,
  failureStates,
  fieldRows,
  layoutRows,
  securityRow,
  UNITS,
} from "./common.ts";

const tool = { act: "Generate CSR", failure: "FAILED TO GENERATE CSR" };

/** What the form is filled with. The names of files come from the common name. */
const SUBJECT = {
  "Common Name": "*.shop.example.com",
  "Organization": "Example, Inc.",
  "City": "Dover",
  "State/Province": "Kent",
  "Administrative E-mail": "admin@example.com",
};

const BODY = {
  certificateType: "SSL/TLS",
  commonName: "*.shop.example.com",
  organization: "Example, Inc.",
  organizationUnit: "IT Department",
  country: "US",
  state: "Kent",
  city: "Dover",
  email: "admin@example.com",
  keyType: "RSA",
  keySize: 2048,
  eccCurve: "P-256",
  digestAlgorithm: "SHA-256",
};

const ONLY_DOMAIN = "Only my domain (most websites)";
const WITH_COMPANY = "With my company's name";

const ALL =
  "idle empty changed company invalid loading result again refused nameless device example";

/** The fields that the specification names, with its words. */
const FIELDS = {
  "Certificate Type": "Form: certificate type",
  "Common Name": "common name",
  "Organization": "organization",
  "Organization Unit": "organization unit dropdown",
  "City": "city",
  "State/Province": "state/province",
  "Country": "country dropdown",
  "Administrative E-mail": "administrative e-mail",
  "Key Type": "key type",
  "Digest Algorithm": "digest algorithm",
};

/** Listens to what the page scrolls into view. */
const watchScrolling = ({ page }: Stage) =>
  page.evaluate(() => {
    const { scrollIntoView } = Element.prototype;
    Object.assign(globalThis, { scrolled: 0 });
    Element.prototype.scrollIntoView = function (how) {
      (globalThis as unknown as { scrolled: number }).scrolled++;
      // Without the motion, so that the page is at rest.
      scrollIntoView.call(this, { ...how as ScrollIntoViewOptions, behavior: "instant" });
    };
    scrollTo(0, document.documentElement.scrollHeight);
  });

const scrolled = ({ page }: Stage): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { scrolled: number }).scrolled);

/** Forgets that the shown key is not saved, by saving it. */
const saveKey = saves("Download private key", /\.key\.txt$/);

export const csr: Table = {
  path: "/csr",
  states: {
    async idle() {},
    async empty({ page }) {
      await page.click("button", "Generate CSR");
      await page.wait("text", "COMMON NAME IS REQUIRED");
    },
    async changed({ page }) {
      await page.fill("City", "Dover");
    },
    async domain({ page }) {
      await page.click("field", ONLY_DOMAIN);
    },
    async company({ page }) {
      await page.click("field", WITH_COMPANY);
    },
    async smime({ page }) {
      await page.select("Certificate Type", "S/MIME");
    },
    async smimeInvalid(stage) {
      await stage.fill({ "Common Name (E-mail)": "no address", "Administrative E-mail": "none" });
      await stage.page.click("button", "Generate CSR");
    },
    async ecc({ page }) {
      await page.select("Certificate Type", "SSL/TLS");
      await page.select("Key Type", "ECC");
    },
    async invalid(stage) {
      await stage.page.select("Key Type", "RSA");
      await stage.fill({ ...SUBJECT, "Common Name": "example" });
      await stage.page.click("button", "Generate CSR");
      await stage.page.wait("text", "INVALID DOMAIN NAME FORMAT");
    },
    async loading(stage) {
      await stage.runsOn("server");
      await stage.fill(SUBJECT);
      await stage.held("Generate CSR");
    },
    async result(stage) {
      await stage.stopClock();
      stage.release();
      await stage.page.wait("heading", "CSR and private key are ready");
    },
    async again(stage) {
      await stage.startClock();
      await saveKey(stage);
      await stage.held("Generate CSR");
    },
    ...failureStates(tool),
    async device(stage) {
      await stage.runsOn("device");
      stage.calls = [];
      await stage.page.select("Key Type", "ECC");
      await stage.page.click("button", "Generate CSR");
      await stage.page.wait("heading", "CSR and private key are ready");
    },
    async example(stage) {
      await saveKey(stage);
      await stage.fill({ "Common Name": "", "Organization": "", "City": "" });
      await stage.page.click("button", "Fill Example Data");
      // Its code may load with the click.
      await until("the example", async () => await stage.page.value("Common Name") !== "");
    },
  },
  rows: [
    ...layoutRows("/csr", "CSR Generator"),
    securityRow("idle result"),
    ...fieldRows(ALL, FIELDS),
    ...Object.entries(FIELDS).map(([name, says]) => row("2", says, "domain", seen("field", name))),
    ...buttonRows(
      "idle empty changed domain company invalid result refused nameless device example",
      [
        "Generate CSR",
        "Fill Example Data",
      ],
      "Buttons: Generate CSR and Fill Example Data",
    ),
    row(
      "2",
      "key size (RSA)",
      "idle empty changed company invalid loading result again refused nameless",
      field("Key Size"),
    ),
    row("2", "or curve (ECC)", "ecc device", field("Curve")),
    row(
      "4",
      "RSA shows the key size selector",
      "idle",
      field("Key Size"),
      absent("field", "Curve"),
    ),
    row("4", "ECC shows the curve selector", "ecc", field("Curve"), absent("field", "Key Size")),
    row("9", "certificate type SSL/TLS", "idle", values({ "Certificate Type": "SSL/TLS" })),
    row("9", "key type RSA", "idle", values({ "Key Type": "RSA" })),
    row(
      "9",
      "organization unit IT Department",
      "idle",
      values({ "Organization Unit": "IT Department" }),
    ),
    row("9", "country US", "idle", values({ "Country": "US" })),
    row(
      "3",
      "certificateType (SSL/TLS or S/MIME)",
      "idle",
      options("Certificate Type", ["SSL/TLS", "S/MIME"]),
    ),
    row("3", "keyType (RSA or ECC)", "idle", async (stage) => {
      const found = await stage.page.evaluate(() =>
        [...document.querySelectorAll("select")].map(({ options }) =>
          [...options].map(({ value }) => value)
        ).find((values) => values.includes("ECC"))
      );
      assert.deepEqual(found?.slice(0, 2), ["RSA", "ECC"]);
    }),
    row(
      "9",
      "RSA key sizes: 2048 (recommended, default), 3072, 4096",
      "idle",
      options("Key Size", ["2048", "3072", "4096"]),
      values({ "Key Size": "2048" }),
      option("Key Size", "2048", "recommended"),
    ),
    row(
      "9",
      "ECC curves: P-256 (default), P-384, P-521",
      "ecc",
      options("Curve", ["P-256", "P-384", "P-521"]),
      values({ "Curve": "P-256" }),
    ),
    row(
      "9",
      "Digest algorithms: SHA-256 (default, recommended), SHA-384, SHA-512",
      "idle",
      options("Digest Algorithm", ["SHA-256", "SHA-384", "SHA-512"]),
      values({ "Digest Algorithm": "SHA-256" }),
      option("Digest Algorithm", "SHA-256", "recommended"),
    ),
    row("3", "Organization unit options (26)", "idle result", options("Organization Unit", UNITS)),
    row("3", "Country list: the full ISO list", "idle", async (stage) => {
      const count = () =>
        stage.page.evaluate(() =>
          [...document.querySelectorAll("select")].map(({ options }) => options)
            .find((options) => [...options].some(({ value }) => value === "US"))?.length
        );
      await until("249 countries", async () => await count() === 249);
      const codes = await stage.page.evaluate(() =>
        [...document.querySelectorAll<HTMLSelectElement>("select")]
          .flatMap(({ options }) => [...options].map(({ value }) => value))
          .filter((value) => /^[A-Z]{2}$/.test(value))
      );
      assert.equal(new Set(codes).size, 249);
    }),
    ...Object.entries({
      "Common Name": "COMMON NAME IS REQUIRED",
      "State/Province": "STATE/PROVINCE IS REQUIRED",
      "City": "CITY IS REQUIRED",
      "Organization": "ORGANIZATION IS REQUIRED",
      "Administrative E-mail": "ADMINISTRATIVE E-MAIL IS REQUIRED",
    }).map(([name, message]) =>
      row("5", `'${message}'`, "empty", error(name, message), text(message))
    ),
    row("5", "Organization unit is optional", "empty", error("Organization Unit", null)),
    row(
      "5",
      "The e-mail field uses e-mail input typing",
      "idle",
      attribute("field", "Administrative E-mail", "type", "email"),
    ),
    row("D8", "A field's error stands under its field and only there", "empty invalid", noBanner),
    row(
      "4",
      "changing a field clears that field's error",
      "changed",
      error("City", null),
      error("Organization", "ORGANIZATION IS REQUIRED"),
    ),
    row(
      "4",
      "Switching certificate type changes the common-name rule and the labels",
      "smime",
      field("Common Name (E-mail)"),
      absent("field", "Common Name"),
    ),
    row(
      "5",
      "S/MIME common name: an e-mail address; otherwise 'INVALID E-MAIL ADDRESS FORMAT'",
      "smimeInvalid",
      error("Common Name (E-mail)", "INVALID E-MAIL ADDRESS FORMAT"),
    ),
    row(
      "D2",
      "bad administrative e-mail 'INVALID E-MAIL ADDRESS FORMAT'",
      "smimeInvalid",
      error("Administrative E-mail", "INVALID E-MAIL ADDRESS FORMAT"),
    ),
    row(
      "5",
      "otherwise 'INVALID DOMAIN NAME FORMAT'",
      "invalid",
      error("Common Name", "INVALID DOMAIN NAME FORMAT"),
      text("INVALID DOMAIN NAME FORMAT"),
    ),
    row(
      "4",
      "idle, then loading (buttons disabled; texts 'Generating...')",
      "loading",
      disabled("Generating..."),
      disabled("Fill Example Data"),
    ),
    row("7", "POST /api/csr/generate", "loading", posted("csr/generate", BODY)),
    row("2", "The page scrolls to the results after a 100 ms delay", "result", async (stage) => {
      await watchScrolling(stage);
      await stage.pass(99);
      assert.equal(await scrolled(stage), 0, "it scrolled before 100 ms");
      await stage.pass(1);
      const { top, isNext } = await stage.page.evaluate(() => {
        const panel = document.querySelector("[aria-label=Result]")!.getBoundingClientRect();
        return { top: panel.top, isNext: panel.left > innerWidth / 5 };
      });
      assert(await scrolled(stage) > 0, "it did not scroll after 100 ms");
      assert(
        top > -1 && top < 200,
        `the results are at ${top}${isNext ? ", next to the form" : ""}`,
      );
      await stage.startClock();
    }),
    row(
      "4",
      "On success the view scrolls to the results",
      "result",
      heading("CSR and private key are ready"),
    ),
    row(
      "2",
      "Results: CSR and private key in read-only text areas",
      "result device",
      seen("field", "CSR"),
      seen("field", "Private Key"),
      async (stage) => {
        for (
          const [name, begin] of [["CSR", "CERTIFICATE REQUEST"], ["Private Key", "PRIVATE KEY"]]
        ) {
          const target = { kind: "field", name } as const;
          assert.equal(await property(stage, target, "localName"), "textarea");
          assert.equal(await property(stage, target, "readOnly"), true);
          assert.match(
            String(await property(stage, target, "value")),
            new RegExp(`^-----BEGIN ${begin}-----`),
          );
        }
      },
    ),
    row(
      "2",
      "each with Copy (button reads 'Copied!' for 2 seconds)",
      "result",
      copies("Copy CSR", /^-----BEGIN CERTIFICATE REQUEST/),
      copies("Copy private key", /^-----BEGIN PRIVATE KEY/),
    ),
    row(
      "5",
      "wildcard star replaced by the word 'wildcard' … suffix '.csr.txt' or '.key.txt'",
      "result",
      saves("Download CSR", "wildcard.shop.example.com.csr.txt", /^-----BEGIN CERTIFICATE REQUEST/),
      saves("Download private key", "wildcard.shop.example.com.key.txt", /^-----BEGIN PRIVATE KEY/),
    ),
    row(
      "4",
      "Starting a new request clears the previous result and error",
      "again",
      absent("field", "Private Key"),
      noBanner,
      disabled("Generating..."),
    ),
    ...failureRows(tool),
    row("D1", 'the API when … the user chose "On the server" for that tool', "device", nothingSent),
    row("2", "Fill Example Data", "example", async (stage) => {
      for (const name of Object.keys(SUBJECT)) {
        const value = await property(stage, { kind: "field", name }, "value");
        assert(value, `${name} is empty`);
      }
    }),
  ],
};
