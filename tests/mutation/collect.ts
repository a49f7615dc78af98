/**
 * `describe` and `it` for the judge of faults, which runs the tests itself: here they are only
 * collected.
 */
type Body = () => void | Promise<void>;

export interface Collected {
  name: string;
  body: Body;
}

interface Group {
  name: string;
  before: Body[];
  after: Body[];
}

export const collected: Collected[] = [];
const groups: Group[] = [];

export function describe(name: string, ...given: [Body] | [unknown, Body]): void {
  groups.push({ name, before: [], after: [] });
  (given.at(-1) as Body)();
  groups.pop();
}

export function it(name: string, ...given: [Body] | [unknown, Body]): void {
  const around = [...groups];
  const run = given.at(-1) as Body;
  collected.push({
    name: [...around.map((group) => group.name), name].join(" > "),
    async body() {
      for (const { before } of around) for (const hook of before) await hook();
      try {
        await run();
      } finally {
        for (const { after } of around.toReversed()) for (const hook of after) await hook();
      }
    },
  });
}

export const beforeEach = (hook: Body): void => void groups.at(-1)!.before.push(hook);
export const afterEach = (hook: Body): void => void groups.at(-1)!.after.push(hook);
export const afterAll = (_hook: Body): void => {};
