/**
 * The tests of one engine. Each engine has a file of its own, so that they run in processes side by
 * side.
 */
import assert from "node:assert/strict";
import { afterAll, it } from "@std/testing/bdd";
import { serve } from "../e2e/support.ts";
import { FIXTURE_SETS } from "../parity/sets.ts";
import { wycheproof } from "../fixtures/wycheproof/index.ts";
import type { Engine } from "./driver.ts";
import { type Family, launchEngine, needsEngine } from "./engines.ts";
import { FLOWS, FLOWS_APART, FLOWS_EVERYWHERE } from "./flows.ts";
import { Page } from "./page.ts";
import { turnsOf } from "../parity/turns.ts";
import { partOf } from "../support/matrix.ts";
import { compareSet } from "./parity.ts";
import { differingIn } from "./verifying.ts";
import { type Site, startSite } from "./site.ts";

/** Pictures of pages whose flow failed. */
const PICTURES = new URL("../output/engines/", import.meta.url);

const UPDATE = { kind: "text", name: "A new version is ready" } as const;

/** `quarter`: the flows that run every time, each fourth from this place on. */
export function engineTests(family: Family, quarter: 0 | 1 | 2 | 3): void {
  let starting: Promise<Engine> | undefined;
  const start = () => starting ??= launchEngine(family);
  afterAll(async () => await (await starting)?.[Symbol.asyncDispose]());

  function test(name: string, body: (engine: Engine) => Promise<void>): void {
    it(`${family} > ${name}`, {
      // Engine and server outlive each test on purpose.
      sanitizeOps: false,
      sanitizeResources: false,
      ...needsEngine(family),
    }, async () => await body(await start()));
  }

  // tests/parity compares Chromium.
  if (family !== "chromium") {
    // One page for all sets; each set has a worker of its own.
    let opening: Promise<Page> | undefined;
    const openApp = async (engine: Engine) => {
      const page = new Page(await engine.open());
      await page.goto(`${await serve()}/`);
      return page;
    };
    for (const set of FIXTURE_SETS) {
      const places = turnsOf(set, family);
      test(`parity > ${set.operation}: ${places.length} fixtures`, async (engine) => {
        const page = await (opening ??= openApp(engine));
        const { differing, notOnce } = await compareSet(page, set, places);
        assert.deepEqual(notOnce, [], "calls that were not answered once");
        assert.deepEqual(differing, [], "other answers than in process");
      });
    }
  }

  test(`known answers > ${wycheproof.length} groups of Wycheproof`, async (engine) => {
    const page = new Page(await engine.open());
    assert.deepEqual(await differingIn(page, wycheproof), []);
    await page.driver.close();
  });

  interface Ground {
    site: Site;
    page: Page;
  }
  const open = async (engine: Engine): Promise<Ground> => ({
    site: await startSite(),
    page: new Page(await engine.open()),
  });
  let common: Ground | undefined;
  afterAll(() => common?.site.stop());

  const flows = [
    ...partOf(Object.entries({ ...FLOWS, ...FLOWS_APART }), 4, quarter),
    ...Object.entries(FLOWS_EVERYWHERE),
  ];
  for (const [name, flow] of flows) {
    const isApart = name in FLOWS_APART;
    test(`flow > ${name}`, async (engine) => {
      const ground = isApart ? await open(engine) : common ??= await open(engine);
      const { site, page } = ground;
      try {
        await flow({ engine, site, page });
        assert(!await page.has(UPDATE), "a new version is offered on the first visit");
        if (isApart) await page.driver.close();
        assert.deepEqual(site.faults, []);
      } catch (error) {
        // The next flow gets a new window, so that nothing of this one leads it astray.
        common = undefined;
        await Deno.mkdir(PICTURES, { recursive: true });
        const picture = new URL(`${family} ${name.replaceAll(/[^\w]+/g, "-")}.png`, PICTURES);
        await Deno.writeFile(picture, await page.driver.screenshot());
        throw new Error(`Looked like ${picture.pathname}`, { cause: error });
      } finally {
        if (ground !== common) site.stop();
      }
    });
  }
}
