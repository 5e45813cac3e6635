import { setTimeout as wait } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { PATIENCE_MS } from "../../test/support/workbench/patience.ts";
import { type Frame, moving, withPalette } from "./encode.ts";
import { type Area, seenText } from "./seen-text.ts";
import { filesOf, type Picture, THEMES, type Theme } from "./table.ts";
import { writePicture } from "./write-picture.ts";

/** How many dots a pixel has: sharp enough where a page shows a picture larger, and half of what two would take. */
export const DOTS = 1.5;

/** The settings of an editor whose pictures are taken: quiet, and in the colors that the window asks for. */
export const PICTURE_SETTINGS: Readonly<Record<string, unknown>> = {
  "window.autoDetectColorScheme": true,
  "workbench.preferredLightColorTheme": "Default Light Modern",
  "workbench.preferredDarkColorTheme": "Default Dark Modern",
  "editor.cursorBlinking": "solid",
  "editor.wordWrap": "on",
  "editor.stickyScroll.enabled": false,
  // It comes and goes over the text while somebody types.
  "editor.lightbulb.enabled": "off",
  // A hover hides what follows, not what it is about.
  "editor.hover.above": false,
  "editor.scrollbar.vertical": "hidden",
  "editor.scrollbar.horizontal": "hidden",
};

/** What a picture must not show: a part of an operation that has not ended. */
const UNFINISHED =
  ".monaco-progress-container.active, .codicon-modifier-spin, .codicon-loading, .notification-list-item .monaco-progress-container:not(.done)";

/** A path of the machine on which a picture is taken. */
const MACHINE_PATH = /(?:^|[\s"'(=])\/(?:home|root|tmp|usr|var|work|Users)\/\S*/;

/** Takes a picture in both themes once everything that it promises can be read in that part of the window. */
export async function takePicture(page: Page, picture: Picture, area: Area): Promise<void> {
  for (const [theme, png] of await takeThemes(page, area, picture))
    writePicture(filesOf(picture)[theme], withPalette(png));
}

/** Takes the frames of a moving picture. */
export class MovingPicture {
  readonly #page: Page;
  readonly #area: Area;
  readonly #frames = { light: [] as Frame[], dark: [] as Frame[] };

  constructor(page: Page, area: Area) {
    this.#page = page;
    this.#area = area;
  }

  /** Adds what is on the screen now, to be shown for so long. */
  async adds(ms: number): Promise<void> {
    for (const [theme, png] of await takeThemes(this.#page, this.#area))
      this.#frames[theme].push({ png, ms });
  }

  /** Writes it; its last frame shows what it promises. */
  async ends(picture: Picture, ms: number): Promise<void> {
    for (const [theme, png] of await takeThemes(this.#page, this.#area, picture)) {
      writePicture(filesOf(picture)[theme], moving([...this.#frames[theme], { png, ms }]));
    }
  }
}

async function takeThemes(
  page: Page,
  area: Area,
  picture?: Picture,
): Promise<readonly (readonly [Theme, Buffer])[]> {
  const taken: (readonly [Theme, Buffer])[] = [];
  for (const theme of THEMES) {
    await haveTheme(page, theme);
    await page.locator(UNFINISHED).filter({ visible: true }).first().waitFor({ state: "hidden" });
    if (picture) await readsAll(page, area, picture);
    taken.push([theme, await stillPicture(page, area)]);
  }
  await haveTheme(page, "light");
  return taken;
}

/** The part of the window that these elements take, and so much around them. */
export async function areaOf(elements: readonly Locator[], margin: number): Promise<Area> {
  const boxes = await Promise.all(elements.map((element) => element.boundingBox()));
  const found = boxes.filter((box) => box !== null);
  if (found.length !== elements.length) throw new Error("What a picture is to show is not in the window.");
  const x = Math.max(0, Math.min(...found.map((box) => box.x)) - margin);
  const y = Math.max(0, Math.min(...found.map((box) => box.y)) - margin);
  const right = Math.max(...found.map((box) => box.x + box.width)) + margin;
  const bottom = Math.max(...found.map((box) => box.y + box.height)) + margin;
  return { x, y, width: right - x, height: bottom - y };
}

/** The upper left part of what is between side bar and status bar. */
export async function areaOfEditors(page: Page, width: number, height: number): Promise<Area> {
  const { x, y } = await areaOf([page.locator(".part.editor")], 0);
  return { x, y, width, height };
}

async function haveTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  const kind = theme === "light" ? "vs" : "vs-dark";
  await page.locator(`.monaco-workbench.${kind}`).first().waitFor();
  for (const frame of page.frames()) {
    const body = frame.locator("body[data-vscode-theme-kind]");
    if ((await body.count().catch(() => 0)) > 0) {
      await frame.locator(`body[data-vscode-theme-kind="vscode-${theme}"]`).waitFor({ state: "attached" });
    }
  }
}

async function readsAll(page: Page, area: Area, { name, shows }: Picture): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await seenText(page, area);
    const path = MACHINE_PATH.exec(seen);
    if (path) throw new Error(`The picture ${name} would show a path of this machine: ${path[0].trim()}`);
    const missing = shows.filter((text) => !seen.includes(text));
    if (missing.length === 0) return;
    if (Date.now() > end) {
      throw new Error(
        `The picture ${name} does not show ${missing.map((text) => `"${text}"`).join(", ")}. It shows:\n${seen}`,
      );
    }
    await wait(50);
  }
}

/** Takes it when nothing moves any more: two in turn are the same. */
async function stillPicture(page: Page, area: Area): Promise<Buffer> {
  const take = () => page.screenshot({ clip: area, animations: "disabled" });
  for (let last = await take(); ; ) {
    const next = await take();
    if (next.equals(last)) return next;
    last = next;
  }
}
