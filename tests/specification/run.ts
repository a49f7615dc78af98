/**
 * Goes through the table in one engine. The rows of a page share its states: each state is entered
 * once at each size, and then all rows that must hold in it are checked.
 */
import { afterAll, it } from "@std/testing/bdd";
import type { Engine } from "../engines/driver.ts";
import { type Family, launchEngine, needsEngine } from "../engines/engines.ts";
import { until } from "../engines/page.ts";
import { NotRun, type Row, type Table } from "./row.ts";
import { partOf } from "../support/matrix.ts";
import { openStage, type Size, type Stage } from "./stage.ts";
import { TABLES } from "./tables.ts";

const SIZES: readonly Size[] = [{ width: 1280, height: 720 }, { width: 390, height: 844 }];

/** Pictures of pages on which a statement did not hold. */
const PICTURES = new URL("../output/specification/", import.meta.url);

export function specificationTests(family: Family): void {
  let starting: Promise<Engine> | undefined;
  const stages = new Map<Size, Stage>();
  const notRun = new Set<string>();
  afterAll(async () => {
    for (const stage of stages.values()) await stage.end();
    await (await starting)?.[Symbol.asyncDispose]();
    for (const line of notRun) console.log(line);
  });

  for (const [place, [name, table]] of Object.entries(TABLES).entries()) {
    it(`specification, ${family} > ${name}: ${table.rows.length} statements`, {
      // Engine and server outlive each test on purpose.
      sanitizeOps: false,
      sanitizeResources: false,
      ...needsEngine(family),
    }, async () => {
      const engine = await (starting ??= launchEngine(family));
      const goThrough = async (size: Size): Promise<string[]> => {
        const stage = await stageOf(engine, size, table);
        const broken = await walk(stage, name, table, notRun);
        const { faults } = stage.site;
        broken.push(...faults.splice(0).map((fault) => `the page reported: ${fault}`));
        if (broken.length > 0) await savePicture(stage, `${family} ${name}`);
        // After a failure the next table gets a new window, so that nothing leads it astray.
        if (broken.length > 0 || table.installed || !inParallel(engine)) {
          await stage.end();
          stages.delete(size);
        }
        return broken.map((line) => `${size.width}x${size.height}, ${line}`);
      };
      const broken: string[] = [];
      const sizes = table.sizes ?? sizesOf(family, place);
      if (inParallel(engine)) broken.push(...(await Promise.all(sizes.map(goThrough))).flat());
      else for (const size of sizes) broken.push(...await goThrough(size));
      if (broken.length > 0) {
        throw new Error(`${broken.length} do not hold:\n${broken.join("\n")}`);
      }
    });
  }

  async function stageOf(engine: Engine, size: Size, table: Table): Promise<Stage> {
    const kept = stages.get(size);
    if (kept && !table.installed) {
      kept.calls = [];
      return kept;
    }
    if (kept) await kept.end();
    const stage = await openStage(engine, size);
    stages.set(size, stage);
    if (table.installed) await install(stage);
    return stage;
  }
}

/**
 * Chromium, which goes through the table in every run, takes one size for each page but the first, and
 * the other size for the next page. The first has the bar and the footer of all pages.
 */
const sizesOf = (family: Family, place: number): readonly Size[] =>
  family !== "chromium" || place === 0 ? SIZES : partOf(SIZES, 2, place % 2);

/** Other engines do not draw a window behind another. */
const inParallel = ({ name }: Engine): boolean => name === "Chromium";

/** Enters one state after the other; returns a line for each statement that does not hold. */
async function walk(
  stage: Stage,
  name: string,
  table: Table,
  notRun: Set<string>,
): Promise<string[]> {
  const broken: string[] = [];
  await stage.goto(table.path);
  for (const [state, enter] of Object.entries(table.states)) {
    try {
      await enter(stage);
    } catch (error) {
      broken.push(`${state}: cannot be entered: ${messageOf(error)}`);
      return broken;
    }
    for (const row of table.rows.filter(({ states }) => states.includes(state))) {
      const line = await check(row, stage);
      if (line instanceof NotRun) notRun.add(`${name}, ${state}: ${line.message}`);
      else if (line !== null) broken.push(`${state}: ${row.section} "${row.says}": ${line}`);
    }
  }
  return broken;
}

async function check({ checks }: Row, stage: Stage): Promise<string | NotRun | null> {
  try {
    for (const one of checks) await one(stage);
    return null;
  } catch (error) {
    return error instanceof NotRun ? error : messageOf(error);
  }
}

const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split("\n").slice(0, 3).join(" ");

/** Waits until the service worker controls the pages of this origin, as on a second visit. */
async function install(stage: Stage): Promise<void> {
  stage.site.mayInstall = true;
  await stage.goto("/");
  await stage.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true })
    );
  });
  await until(
    "the service worker in control",
    () => stage.page.evaluate(() => navigator.serviceWorker.controller !== null),
  );
}

async function savePicture(stage: Stage, name: string): Promise<void> {
  await Deno.mkdir(PICTURES, { recursive: true });
  const { width } = stage.size;
  const picture = new URL(`${name.replaceAll(/[^\w]+/g, "-")}-${width}.png`, PICTURES);
  await Deno.writeFile(picture, await stage.page.driver.screenshot()).catch(() => {});
}
