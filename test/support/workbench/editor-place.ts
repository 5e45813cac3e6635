import type { Page } from "playwright-core";

/** A place on the screen. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where a text is on the screen in the active editor; waits until it is in sight. */
export async function placeOf(page: Page, word: string, occurrence: number): Promise<Place> {
  await page.locator(".editor-instance .view-line").filter({ hasText: word }).first().waitFor();
  const place = await page.evaluate(
    ([wanted, skip]) => {
      const lines = [
        ...document.querySelectorAll<HTMLElement>(".editor-instance .monaco-editor.focused .view-line"),
      ];
      lines.sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
      let left = skip;
      for (const line of lines) {
        const nodes = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
          const at = node.nodeValue?.indexOf(wanted) ?? -1;
          if (at >= 0 && left-- === 0) {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + wanted.length);
            const box = range.getBoundingClientRect();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
          }
        }
      }
      return undefined;
    },
    [word, occurrence] as const,
  );
  if (place === undefined) {
    throw new Error(`"${word}" is not in sight in the active editor.`);
  }
  return place;
}

/** Clicks on a text of the active editor, until the cursor is in its line: lines move while lenses come in. */
export async function clickOn(page: Page, word: string, occurrence: number): Promise<void> {
  const cursor = page.locator(".monaco-editor.focused .cursors-layer .cursor").first();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { x, y } = await placeOf(page, word, occurrence);
    await page.mouse.click(x, y);
    const line = await placeOf(page, word, occurrence);
    const box = await cursor.boundingBox();
    if (box && box.y <= line.y && line.y <= box.y + box.height) {
      return;
    }
  }
  throw new Error(`The cursor does not get to "${word}".`);
}
