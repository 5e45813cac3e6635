import type { Page } from "playwright-core";

/** The messages of the editor, from the first to the last, with those that have gone since. */
interface Told {
  readonly messages: string[];
  /** The messages that a screen reader was to say at once. */
  readonly alerts: string[];
}

declare global {
  interface Window {
    toldByEditor?: Told;
  }
}

/**
 * Notes every message of a page from its beginning, each text once: notifications, also those of progress, and modal questions. A
 * notification that has gone may be listed once more later on, which is not reported again.
 */
export async function noteMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const messages: string[] = [];
    const alerts: string[] = [];
    window.toldByEditor = { messages, alerts };
    const note = (texts: string[], selector: string) => {
      for (const { textContent } of document.querySelectorAll(selector)) {
        const text = textContent ?? "";
        if (text !== "" && !texts.includes(text)) texts.push(text);
      }
    };
    const look = () => {
      note(messages, ".notification-list-item-message, .monaco-dialog-box .dialog-message-text");
      note(alerts, ".monaco-aria-container [role=alert]");
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** The texts of messages since the page was loaded. */
export function messagesOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => [...(window.toldByEditor?.messages ?? [])]);
}

/** Waits until a screen reader is to say at once what begins so. */
export async function hearsAlert(page: Page, beginning: string): Promise<void> {
  await page.waitForFunction(
    (expected) => window.toldByEditor?.alerts.some((alert) => alert.startsWith(expected)),
    beginning,
  );
}
