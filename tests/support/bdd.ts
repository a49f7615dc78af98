/**
 * `describe` and `it` over Deno.test, with its sanitizers on. It stands in for @std/testing/bdd,
 * whose registry is not reachable from everywhere this project is built: the import name is mapped
 * to this file in deno.json, so that the switch is that one line.
 */
type Body = (test: Deno.TestContext) => void | Promise<void>;

const path: string[] = [];
const hooks: { before: (() => unknown)[]; after: (() => unknown)[] }[] = [];

/** Names a group; its tests are registered at once, named by the whole path. */
export function describe(name: string, body: () => void): void {
  path.push(name);
  hooks.push({ before: [], after: [] });
  try {
    body();
  } finally {
    path.pop();
    hooks.pop();
  }
}

/** Registers one test with the hooks of the groups that it stands in. */
export function it(name: string, body: Body): void {
  const around = [...hooks];
  Deno.test({
    name: [...path, name].join(" > "),
    sanitizeOps: true,
    sanitizeResources: true,
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
  hooks.at(-1)!.before.push(hook);
}

export function afterEach(hook: () => unknown): void {
  hooks.at(-1)!.after.push(hook);
}
