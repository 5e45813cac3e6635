import type { Page } from "playwright-core";

/** A file in an editor that shows several of them below each other. */
export interface ShownChange {
  /** Its name and where it is; of a renamed file also what it was called. */
  readonly title: string;
  /** The letter that says what became of it. */
  readonly mark: string;
  readonly isStruckThrough: boolean;
}

/** Waits until such an editor is there, and reads the headers in sight, all at once: they come and go while files are loaded. */
export async function readChanges(page: Page): Promise<readonly ShownChange[]> {
  const read = await page.waitForFunction(() => {
    const inSight = (parent: ParentNode, selector: string) =>
      [...parent.querySelectorAll<HTMLElement>(selector)].filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
      });
    const changes = inSight(document, ".multiDiffEntry .header-content").map((header) => {
      const labels = inSight(header, ".title .monaco-icon-label");
      return {
        title: labels.map(({ innerText }) => innerText).join(" | "),
        mark: header.querySelector<HTMLElement>(".status")?.innerText ?? "",
        isStruckThrough: labels.some((label) => label.classList.contains("strikethrough")),
      };
    });
    return changes.length > 0 && changes.every(({ title }) => title !== "") ? changes : undefined;
  });
  return (await read.jsonValue()) ?? [];
}

/** Waits until the first file of such an editor has this text on its right side. */
export async function seesChanged(page: Page, text: string): Promise<void> {
  const lines = page.locator(".multiDiffEntry .editor.modified .view-line");
  await lines
    .filter({ hasText: text.replaceAll(" ", "\u00a0") })
    .first()
    .waitFor();
}
