import type { Page } from "playwright-core";
import { launchChromium } from "./chromium.ts";
import { PATIENCE_MS } from "./patience.ts";
import { startWorkbench, type Workbench, type WorkbenchOptions } from "./server.ts";
import { noteMessages } from "./told.ts";
import { watchWaits } from "./waits.ts";

/** A workbench, and a browser window that can reach nothing else. */
export interface OpenWorkbench {
  readonly workbench: Workbench;
  readonly page: Page;
  /** Stops browser and server. */
  close(): Promise<void>;
}

/** Options for the workbench, with the steps before anything is asserted. */
export interface OpenOptions extends WorkbenchOptions {
  /** Packaged extensions to install. */
  readonly extensions?: readonly string[];
  /** The dots of a pixel; one, unless given. */
  readonly deviceScaleFactor?: number;
  /** Called with the window before it opens an address. */
  readonly open: (page: Page, workbench: Workbench) => Promise<void>;
}

/** Starts server and browser and opens the workbench. A start that fails is tried once more; later steps are not. */
export async function openWorkbench(options: OpenOptions): Promise<OpenWorkbench> {
  try {
    return await open(options);
  } catch (error) {
    console.log(
      `The workbench did not come up, trying once more: ${error instanceof Error ? error.message : error}`,
    );
    return await open(options);
  }
}

async function open(options: OpenOptions): Promise<OpenWorkbench> {
  const workbench = await startWorkbench(options);
  try {
    for (const vsix of options.extensions ?? []) {
      await workbench.installExtension(vsix);
    }
    const window = await openPage(workbench.host, options.deviceScaleFactor);
    try {
      await options.open(window.page, workbench);
    } catch (error) {
      await window.close();
      throw error;
    }
    const close = async () => {
      await window.close();
      await workbench.stop();
    };
    return { workbench, page: window.page, close };
  } catch (error) {
    await workbench.stop();
    throw error;
  }
}

/** Opens an empty browser window that can reach one host only: a test neither depends on a network nor reaches into one. */
export async function openPage(
  host: string,
  deviceScaleFactor = 1,
): Promise<{ page: Page; close(): Promise<void> }> {
  const browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, deviceScaleFactor });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.route(
    (url) => url.host !== host && !["data:", "blob:"].includes(url.protocol),
    (route) => route.abort(),
  );
  const page = await context.newPage();
  watchWaits(page);
  await noteMessages(page);
  return { page, close: () => browser.close() };
}
