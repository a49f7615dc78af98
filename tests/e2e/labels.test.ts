/**
 * A field is found by its label, as voice control and tests look for it: no button that fills or copies
 * it, and no card of the result, has the label in its name.
 */
import assert from "node:assert/strict";
import { button, chooseKey, filler, heading, textbox } from "./locators.ts";
import { type ScreenState, screenStates } from "./states.ts";
import { browserTest, fullBrowserTest } from "./support.ts";
import { partOf } from "../support/matrix.ts";
import { HEADLINE } from "../support/headlines.ts";

/** The fields of a screen whose label is in no other field's label. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  chain: ["Certificate"],
  match: ["Certificate", "Private Key"],
  pfx: ["Certificate", "Private Key"],
  "csr-decoder": ["CSR"],
  csr: ["Certificate Type", "Common Name", "City", "Country", "Key Type"],
  certificate: ["Name 1"],
  caa: ["Domain"],
  password: ["Password Length", "Number of Passwords"],
  inspect: ["Text to inspect"],
  home: ["Text to inspect"],
};

/** Fields that only a result has. */
const RESULT_LABELS: Readonly<Record<string, readonly string[]>> = {
  csr: ["CSR", "Private Key"],
  "csr-popup": ["CSR", "Private Key"],
};

const labelsOf = ({ screen, state }: ScreenState): readonly string[] => [
  ...LABELS[screen] ?? [],
  ...state === "result" ? RESULT_LABELS[screen] ?? [] : [],
];

/** The other tab of the analyzer has no certificate. */
const hasFields = ({ screen, state }: ScreenState) =>
  !(screen === "chain" && (state === "url" || state === "host"));

const labelled = screenStates.filter((each) => hasFields(each) && labelsOf(each).length > 0);
const screens = Map.groupBy(labelled, ({ screen }) => screen);
for (const [screen, states] of partOf([...screens], 15)) {
  browserTest(`labels > find one field each: ${screen}`, async ({ page }) => {
    for (const each of states) {
      await page.goto(each.path);
      await each.enter(page);
      for (const label of labelsOf(each)) {
        const found = await page.getByLabel(label).evaluateAll((all) =>
          all.map(({ outerHTML }) => outerHTML.slice(0, 100))
        );
        assert.equal(found.length, 1, `${each.state}, ${label}: ${found.join("\n")}`);
      }
      if (screen !== "inspect" && screen !== "home") continue;
      assert.equal(await page.getByRole("button", { name: "Inspect" }).count(), 1, each.state);
    }
  });
}

browserTest("labels > the field describes the buttons that fill it", async ({ page }) => {
  await page.goto("/match");
  for (const label of ["Certificate", "Private Key"]) {
    for (const name of ["Paste", "Open file"] as const) {
      const description = await filler(page, name, label).evaluate((button) =>
        document.getElementById(button.getAttribute("aria-describedby")!)!.textContent
      );
      assert.equal(description, label, name);
    }
  }
  await page.goto("/");
  const paste = filler(page, "Paste", "Text to inspect");
  const by = await paste.getAttribute("aria-describedby");
  assert.equal(await page.locator(`[id="${by}"]`).textContent(), "Text to inspect");
  assert.equal(await textbox(page, "Text to inspect").count(), 1);
});

fullBrowserTest("labels > a button shows the short word, and has its whole name", async (
  { page, context },
) => {
  await page.goto("/csr");
  await button(page, "Fill Example Data").click();
  await chooseKey(page, "ECC");
  await button(page, "Generate CSR").click();
  await heading(page, HEADLINE.csr_ready);
  const session = await context.newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const names = nodes.filter(({ role }) => role?.value === "button")
    .map(({ name }) => name?.value as string);
  for (const [name, shown] of [["Copy private key", "Copy"], ["Download CSR", "Download"]]) {
    assert(names.includes(name), names.join(", "));
    assert.equal(await button(page, name).innerText(), shown);
  }
});
