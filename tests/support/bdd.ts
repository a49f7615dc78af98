/**
 * `describe` and `it` over Deno.test, with its sanitizers on. This file replaces @std/testing/bdd,
 * because some networks in which this project is built cannot reach its registry. deno.json maps the
 * import name to this file, so a switch changes one line.
 */
type Body = (test: Deno.TestContext) => void | Promise<void>;

/** Turn them off if a browser or a server outlives its test on purpose. */
export interface Sanitizers {
  sanitizeOps?: boolean;
  sanitizeResources?: boolean;
}

interface Group extends Sanitizers {
  name: string;
  before: (() => unknown)[];
  after: (() => unknown)[];
}

const groups: Group[] = [];

/** Names a group. Its tests are registered at once, under the names of all their groups. */
export function describe(name: string, body: () => void): void;
export function describe(name: string, options: Sanitizers, body: () => void): void;
export function describe(name: string, ...given: [() => void] | [Sanitizers, () => void]): void {
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
export function it(name: string, options: Sanitizers, body: Body): void;
export function it(name: string, ...given: [Body] | [Sanitizers, Body]): void {
  const [options, body] = given.length === 1 ? [{}, given[0]] : given;
  const around = [...groups];
  const { sanitizeOps, sanitizeResources } = Object.assign({}, ...around, options) as Sanitizers;
  Deno.test({
    name: [...around.map((group) => group.name), name].join(" > "),
    sanitizeOps: sanitizeOps ?? true,
    sanitizeResources: sanitizeResources ?? true,
    async fn(test) {
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
