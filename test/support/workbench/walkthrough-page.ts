import type { Locator, Page } from "playwright-core";
import { patiently } from "./patience.ts";

/** The walkthrough, as it is open in an editor. */
export class WalkthroughPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The ids of its steps, from top to bottom. */
  async steps(): Promise<string[]> {
    await this.#page.locator(".getting-started-step").first().waitFor();
    const ids = await this.#page
      .locator(".getting-started-step")
      .evaluateAll((steps) => steps.map((step) => step.getAttribute("data-step-id") ?? ""));
    return ids.map((id) => id.replace(/^.*#/, ""));
  }

  /** Puts it in front. */
  async comesToFront(): Promise<void> {
    await this.#page.locator(".tab").filter({ hasText: "Welcome" }).first().click();
    await this.#page.locator(".getting-started-step").first().waitFor();
  }

  /** Opens a step, and reads it. */
  async opens(step: string): Promise<string> {
    const row = this.#step(step);
    if ((await row.getAttribute("aria-expanded")) !== "true") await row.locator(".step-title").click();
    await this.#page.locator(`${selector(step)}.expanded`).waitFor();
    return row.innerText();
  }

  /** Waits until the picture of the open step is shown, whole and in colors of the theme. */
  async seesPicture(): Promise<void> {
    const picture = this.#page
      .locator(".gettingStartedContainer iframe.webview.ready")
      .filter({ visible: true })
      .contentFrame()
      .frameLocator("#active-frame")
      .locator("svg");
    // The editor replaces the page of the picture while it settles, and what was asked of the one before is not answered.
    await patiently("the whole picture of the step", () => picture.evaluate(isDrawn).catch(() => false));
  }

  /** Presses the button of a step. */
  async presses(step: string, button: string): Promise<void> {
    await this.opens(step);
    await this.#step(step).getByRole("button", { name: button, exact: true }).click();
  }

  /** True if a step is ticked. */
  async isTicked(step: string): Promise<boolean> {
    return (await this.#mark(step).getAttribute("aria-checked")) === "true";
  }

  /** Waits until a step is ticked. */
  async seesTicked(step: string): Promise<void> {
    await this.#page.locator(`${selector(step)} [role=checkbox][aria-checked=true]`).waitFor();
  }

  #step(step: string): Locator {
    return this.#page.locator(selector(step));
  }

  #mark(step: string): Locator {
    return this.#step(step).locator("[role=checkbox]");
  }
}

/** True if a picture is whole, and drawn in colors that its page knows: the others would be black, as that of a shape without one. */
function isDrawn(svg: Element): boolean {
  const { left, top, right, bottom } = svg.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isWhole = left >= -1 && top >= -1 && right <= clientWidth + 1 && bottom <= clientHeight + 1;
  const shapes = [...svg.querySelectorAll("text, rect")];
  return isWhole && shapes.some((shape) => getComputedStyle(shape).fill !== "rgb(0, 0, 0)");
}

function selector(step: string): string {
  return `.getting-started-step[data-step-id$="#${step}"]`;
}
