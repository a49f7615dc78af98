/**
 * `describe` and `it` over Deno.test, with its sanitizers on. This file replaces @std/testing/bdd,
 * because some networks in which this project is built cannot reach its registry. deno.json maps the
 * import name to this file, so a switch changes one line.
 */
type Body = (test: Deno.TestContext) => void | Promise<void>;

export interface TestOptions {
  /** Turn the two off if a browser or a server outlives its test on purpose. */
  sanitizeOps?: boolean;
  sanitizeResources?: boolean;
  /** The programs and files that the test needs and this machine lacks. It is ignored then, and fails with CI=true. */
  missing?: readonly string[];
}

interface Group extends TestOptions {
  name: string;
  before: (() => unknown)[];
  after: (() => unknown)[];
}

const IN_CI = Boolean(Deno.env.get("CI"));

const groups: Group[] = [];

/** The file whose tests are being registered, if several files share a process. */
let file: string | null = null;

/** The tests registered from now on are those of this file. */
export function nameFile(path: string): void {
  file = path;
}

/** Names a group. Its tests are registered at once, under the names of all their groups. */
export function describe(name: string, body: () => void): void;
export function describe(name: string, options: TestOptions, body: () => void): void;
export function describe(name: string, ...given: [() => void] | [TestOptions, () => void]): void {
  const [options, body] = given.length === 1 ? [{}, given[0]] : given;
  groups.push({ name, ...options, before: [], after: [] });
  try {
    body();
  } finally {
    groups.pop();
  }
}

/** Registers one test with the hooks of the groups that it is in. */
export function it(name: string, body: Body): void;
export function it(name: string, options: TestOptions, body: Body): void;
export function it(name: string, ...given: [Body] | [TestOptions, Body]): void {
  const [options, body] = given.length === 1 ? [{}, given[0]] : given;
  const around = [...groups];
  const { sanitizeOps, sanitizeResources } = Object.assign({}, ...around, options) as TestOptions;
  const missing = new Set([...around, options].flatMap(({ missing = [] }) => missing));
  const needs = `needs ${[...missing].join(", ")}`;
  Deno.test({
    name: [...file === null ? [] : [file], ...around.map((group) => group.name), name].join(" > ") +
      (missing.size > 0 ? ` (${needs})` : ""),
    ignore: missing.size > 0 && !IN_CI,
    sanitizeOps: sanitizeOps ?? true,
    sanitizeResources: sanitizeResources ?? true,
    async fn(test) {
      if (missing.size > 0) {
        throw new Error(`With CI=true nothing may be missing: the test ${needs}`);
      }
      for (const { before } of around) for (const hook of before) await hook();
      try {
        await body(test);
      } finally {
        for (const { after } of around.toReversed()) for (const hook of after) await hook();
      }
    },
  });
}

export function beforeEach(hook: () => unknown): void {
  groups.at(-1)!.before.push(hook);
}

export function afterEach(hook: () => unknown): void {
  groups.at(-1)!.after.push(hook);
}

/** Runs once after all tests of the file; not for a single group. */
export function afterAll(hook: () => void | Promise<void>): void {
  Deno.test.afterAll(hook);
}
