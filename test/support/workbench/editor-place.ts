import type { Page } from "playwright-core";
import { PATIENCE_MS } from "./patience.ts";
import { persist } from "./persist.ts";

/** A place on the screen. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The place of a text on the screen in the active editor; waits until it is in sight. */
export async function placeOf(
  page: Page,
  word: string,
  occurrence: number,
  timeout = PATIENCE_MS,
): Promise<Place> {
  const place = await page.waitForFunction(
    ([wanted, skip]) => {
      const lines = [
        ...document.querySelectorAll<HTMLElement>(".editor-instance .monaco-editor.focused .view-line"),
      ];
      lines.sort((first, other) => first.getBoundingClientRect().top - other.getBoundingClientRect().top);
      let left = skip;
      for (const line of lines) {
        const nodes = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
          const start = node.nodeValue?.indexOf(wanted) ?? -1;
          if (start >= 0 && left-- === 0) {
            const range = document.createRange();
            range.setStart(node, start);
            range.setEnd(node, start + wanted.length);
            const box = range.getBoundingClientRect();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
          }
        }
      }
      return undefined;
    },
    [word, occurrence] as const,
    { timeout },
  );
  const found = await place.jsonValue();
  if (found === undefined) throw new Error(`"${word}" is not in sight in the active editor.`);
  return found;
}

/**
 * Clicks on a text of the active editor, until the cursor is in its line: lines move while lenses come in. A hover that covers
 * the text takes the click, and the keyboard with it, which Escape gives back.
 */
export async function clickOn(page: Page, word: string, occurrence: number): Promise<void> {
  const cursor = page.locator(".monaco-editor.focused .cursors-layer .cursor").first();
  const hover = page.locator(".monaco-editor .monaco-hover:not(.hidden)").first();
  await persist(
    async () => {
      if ((await hover.isVisible()) && (await cursor.count()) === 0) await page.keyboard.press("Escape");
      const { x, y } = await placeOf(page, word, occurrence);
      await page.mouse.click(x, y);
    },
    async (timeout) => {
      const { y } = await placeOf(page, word, occurrence, timeout);
      await page.waitForFunction(isAtHeight, [await cursor.elementHandle({ timeout }), y] as const, {
        timeout,
      });
    },
  );
}

function isAtHeight([cursor, y]: readonly [Element | null, number]): boolean {
  const box = cursor?.getBoundingClientRect();
  return box !== undefined && box.top <= y && y <= box.bottom;
}
