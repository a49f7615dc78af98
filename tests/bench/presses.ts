/**
 * Presses on a page and how long each took until the next paint, by the browser's own event timing:
 * what "interaction to next paint" is made of.
 */
import type { Locator, Page } from "playwright";

/** A press of a walk; the same one again has the same name. */
export interface Press {
  name: string;
  /** Milliseconds, in the steps of eight that browsers report. */
  duration: number;
}

/** Records how long each interaction took until the paint that followed it. */
export function watchInteractions(): void {
  const interactions = new Map<number, number>();
  Object.assign(globalThis, { interactions });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (!entry.interactionId) continue;
      const known = interactions.get(entry.interactionId) ?? 0;
      interactions.set(entry.interactionId, Math.max(known, entry.duration));
    }
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

/** The page is at rest after this many milliseconds without a long task. */
const REST = 150;

/** One person's way through the tools; each press is measured by itself. */
export class Walk {
  readonly presses: Press[] = [];
  constructor(readonly page: Page) {}

  async press(name: string, act: () => Promise<unknown>): Promise<void> {
    await this.#rest();
    await this.#drain();
    await act();
    await this.#rest();
    this.presses.push({ name, duration: Math.max(0, ...await this.#drain()) });
  }

  /** A finger on the middle of it: Playwright's own click would work in the page first. */
  async click(name: string, target: Locator): Promise<void> {
    await target.waitFor();
    await this.#rest();
    // Not Playwright's way either: it waits until the element that it scrolls to stands still.
    const point = await target.evaluate((element) => {
      element.scrollIntoView({ block: "center" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    await this.press(name, () => this.page.touchscreen.tap(point.x, point.y));
  }

  /**
   * Chooses another option of a list. The list itself is the system's, so the time begins with the
   * change.
   */
  async choose(name: string, list: Locator, value: string): Promise<void> {
    await this.#rest();
    const duration = await list.evaluate((select, value) => {
      const began = performance.now();
      (select as HTMLSelectElement).value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
      return new Promise<number>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
      );
    }, value);
    this.presses.push({ name, duration: Math.round(duration) });
  }

  async #drain(): Promise<number[]> {
    return await this.page.evaluate(() => {
      const { interactions } = globalThis as unknown as { interactions: Map<number, number> };
      const durations = [...interactions.values()];
      interactions.clear();
      return durations;
    });
  }

  /** Waits until the effects of the last press were drawn and announced. */
  async #rest(): Promise<void> {
    await this.page.evaluate((rest) =>
      new Promise<void>((resolve) => {
        let quiet = 0;
        let last = performance.now();
        const look = () => {
          const now = performance.now();
          // A timer that comes late had to wait for a task, so the page was not at rest.
          quiet = now - last > 50 ? 0 : quiet + now - last;
          last = now;
          if (quiet >= rest) resolve();
          else setTimeout(look, 10);
        };
        requestAnimationFrame(look);
      }), REST);
  }
}
