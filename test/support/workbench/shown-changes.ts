import type { Page } from "playwright-core";

/** A file in an editor that shows several of them below each other. */
export interface ShownChange {
  /** Its name and where it is; of a renamed file also what it was called. */
  readonly title: string;
  /** The letter that says what became of it. */
  readonly mark: string;
  readonly isStruckThrough: boolean;
}

/** Waits until such an editor is there, and reads the headers in sight. */
export async function readChanges(page: Page): Promise<readonly ShownChange[]> {
  const headers = page.locator(".multiDiffEntry .header-content:visible");
  await headers.locator(".monaco-icon-label:visible").first().waitFor();
  return Promise.all(
    (await headers.all()).map(async (header) => ({
      title: (await header.locator(".title .monaco-icon-label:visible").allInnerTexts()).join(" | "),
      mark: await header.locator(".status").innerText(),
      isStruckThrough: (await header.locator(".monaco-icon-label.strikethrough:visible").count()) > 0,
    })),
  );
}

/** Waits until the first file of such an editor has this text on its right side. */
export async function seesChanged(page: Page, text: string): Promise<void> {
  const lines = page.locator(".multiDiffEntry .editor.modified .view-line");
  await lines
    .filter({ hasText: text.replaceAll(" ", "\u00a0") })
    .first()
    .waitFor();
}
