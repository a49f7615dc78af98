/**
 * How much a page draws at once. Long lists are drawn in slices. The elements are counted, because
 * a clock would also measure whatever else the machine does.
 */
import type { Page } from "playwright";

/** From now on counts the elements that each change of the document adds. */
export async function watchCommits(page: Page): Promise<void> {
  await page.evaluate(() => {
    const observed = Object.assign(globalThis, { commits: [] as number[] });
    const sizeOf = (node: Node) =>
      node instanceof Element ? 1 + node.getElementsByTagName("*").length : 0;
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
      observed.commits.push(added.reduce((sum, node) => sum + sizeOf(node), 0));
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** The most elements that one change has added; 0 where nothing was drawn. */
export async function largestCommit(page: Page): Promise<number> {
  return await page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { commits: number[] }).commits)
  );
}
