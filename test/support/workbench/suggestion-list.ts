import type { Locator, Page } from "playwright-core";
import { CLICK_MS, persist } from "./persist.ts";

const ROW = ".suggest-widget.visible .monaco-list-row";

/** The list of suggestions in the editor. */
export class SuggestionList {
  readonly #page: Page;

  /** The list of the editor that has the keyboard in this page. */
  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens the suggestion list when it is not open yet. */
  async asksFor(): Promise<void> {
    const row = this.#page.locator(ROW).first();
    await persist(
      async () => {
        if (!(await row.isVisible())) await this.#page.keyboard.press("Control+Space");
      },
      (timeout) => row.waitFor({ timeout }),
    );
  }

  /** Waits until the suggestion list offers a label, and takes it with a click. */
  async picks(label: string): Promise<void> {
    const row = this.#row(label);
    await this.sees(label);
    await row.click();
    let isAgain = false;
    // Rows move while the list follows what was typed: a click that came to nothing leaves the row where it is now.
    await persist(
      async () => {
        // One that goes while it is clicked again has been taken.
        if (isAgain) await row.click({ timeout: CLICK_MS }).catch(() => undefined);
        isAgain = true;
      },
      // A key that was taken may open the list of what comes next.
      (timeout) => row.waitFor({ state: "hidden", timeout }),
    );
  }

  /** Goes down the open list to a label. */
  async selects(label: string): Promise<void> {
    const row = this.#row(label);
    for (let step = 0; !/\bfocused\b/.test((await row.getAttribute("class")) ?? ""); step += 1) {
      if (step === 50) {
        throw new Error(`"${label}" cannot be reached with the arrow keys.`);
      }
      await this.#page.keyboard.press("ArrowDown");
    }
  }

  /** Waits until a label is the chosen one of the list, which Enter and Tab take. */
  async seesChosen(label: string): Promise<void> {
    await this.#row(label).and(this.#page.locator(".focused")).waitFor();
  }

  /** Waits until there is no list. */
  async isGone(): Promise<void> {
    await this.#page.locator(".suggest-widget.visible").waitFor({ state: "hidden" });
  }

  /** Waits until the suggestion list offers a label. */
  async sees(label: string): Promise<void> {
    await this.#row(label).waitFor();
  }

  /** Waits until the list begins with these labels, in this order. */
  async seesFirst(labels: readonly string[]): Promise<void> {
    await this.#page.waitForFunction(
      ([selector, labels]) => {
        const rows = [...document.querySelectorAll(selector)].toSorted(
          (first, other) => first.getBoundingClientRect().top - other.getBoundingClientRect().top,
        );
        return labels.every(
          (label, index) => rows[index]?.querySelector(".label-name")?.textContent === label,
        );
      },
      [ROW, labels] as const,
    );
  }

  /** The labels that are in sight. */
  labels(): Promise<string[]> {
    return this.#page.locator(`${ROW} .label-name`).allInnerTexts();
  }

  /** Waits until the row of a label says this beside it. */
  async seesInRow(label: string, text: string): Promise<void> {
    await this.#row(label).filter({ hasText: text }).waitFor();
  }

  /** Waits until the documentation beside the list, which belongs to this selected label, says `expected`. */
  async readsAbout(label: string, expected: string): Promise<void> {
    await this.sees(label);
    const details = this.#page.locator(".suggest-details-container");
    // The key does nothing while there is nothing to show yet, and hides what is about to be shown.
    await persist(
      async () => {
        if (!(await details.isVisible())) await this.#page.keyboard.press("Control+Space");
      },
      (timeout) => details.filter({ hasText: expected }).waitFor({ timeout }),
    );
  }

  /** Notes every list of suggestions that is painted, and how often the list went away, until `end` is called. */
  async watches(): Promise<{ end(): Promise<{ lists: string[][]; gone: number }> }> {
    const watch = await this.#page.evaluateHandle(() => {
      const seen = { lists: [] as string[][], gone: 0, over: false };
      let visible = true;
      const look = () => {
        const widget = document.querySelector(".suggest-widget.visible");
        if (visible && !widget) {
          seen.gone += 1;
        }
        visible = widget !== null;
        const labels = [...(widget?.querySelectorAll(".monaco-list-row .label-name") ?? [])];
        seen.lists.push(labels.map((label) => label.textContent ?? ""));
        if (!seen.over) {
          requestAnimationFrame(look);
        }
      };
      look();
      return seen;
    });
    return {
      end: () =>
        watch.evaluate((seen) => {
          seen.over = true;
          return { lists: seen.lists, gone: seen.gone };
        }),
    };
  }

  #row(label: string): Locator {
    const exactly = new RegExp(`^${label.replaceAll(/[^\w\s]/g, "\\$&")}$`);
    return this.#page
      .locator(ROW)
      .filter({ has: this.#page.locator(".label-name").filter({ hasText: exactly }) })
      .first();
  }
}
