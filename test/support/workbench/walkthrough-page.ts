import type { Locator, Page } from "playwright-core";

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
    await picture.waitFor();
    const frame = await (await picture.elementHandle())?.ownerFrame();
    await frame?.waitForFunction(
      (svg) => {
        const box = svg?.getBoundingClientRect();
        const { clientWidth, clientHeight } = document.documentElement;
        const isWhole =
          box &&
          box.left >= -1 &&
          box.top >= -1 &&
          box.right <= clientWidth + 1 &&
          box.bottom <= clientHeight + 1;
        // A color that the page does not know would be black, as that of a shape without one.
        const drawn = [...(svg?.querySelectorAll("text, rect") ?? [])];
        return (
          isWhole &&
          drawn.length > 0 &&
          drawn.some((shape) => getComputedStyle(shape).fill !== "rgb(0, 0, 0)")
        );
      },
      await picture.elementHandle(),
    );
  }

  /** Presses the button of a step. */
  async presses(step: string, button: string): Promise<void> {
    await this.opens(step);
    await this.#step(step).getByRole("button", { name: button, exact: true }).click();
  }

  /** Whether a step is ticked. */
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

function selector(step: string): string {
  return `.getting-started-step[data-step-id$="#${step}"]`;
}
