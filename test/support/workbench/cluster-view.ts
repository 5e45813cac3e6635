import type { Locator, Page } from "playwright-core";

/** A line of the view of the cluster, by a part of its text. */
export function lineOfView(page: Page, text: string): Locator {
  return page.locator(".part.sidebar .monaco-list-row").filter({ hasText: text }).first();
}

/** Waits until a screen reader finds a line of the view by these words. */
export async function hearsInView(page: Page, spoken: RegExp): Promise<void> {
  await page.locator(".part.sidebar").getByRole("treeitem", { name: spoken }).first().waitFor();
}

/** Opens the menu of a line, reads it, and closes it again. */
export async function menuInView(page: Page, text: string): Promise<readonly string[]> {
  await lineOfView(page, text).click({ button: "right" });
  const entries = page.locator(".monaco-menu .action-label:not(.separator)");
  await entries.first().waitFor();
  const labels = await entries.allInnerTexts();
  await page.keyboard.press("Escape");
  return labels.filter((label) => label !== "");
}
