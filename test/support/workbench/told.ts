import type { Page } from "playwright-core";

/** What the editor told, from the first to the last, also what has gone since. */
interface Told {
  readonly messages: string[];
}

declare global {
  interface Window {
    toldByEditor?: Told;
  }
}

/**
 * Notes every message of a page from its beginning, each text once: notifications, also those of progress, and modal questions. A
 * notification that has gone may be listed once more later on, which is not told again.
 */
export async function noteMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const messages: string[] = [];
    window.toldByEditor = { messages };
    const look = () => {
      for (const shown of document.querySelectorAll<HTMLElement>(
        ".notification-list-item-message, .monaco-dialog-box .dialog-message-text",
      )) {
        const text = shown.textContent ?? "";
        if (text !== "" && !messages.includes(text)) messages.push(text);
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** The texts of messages since the page was loaded. */
export function messagesOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => [...(window.toldByEditor?.messages ?? [])]);
}
