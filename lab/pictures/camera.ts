import { setTimeout as wait } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { PATIENCE_MS } from "../../test/support/workbench/patience.ts";
import { type Frame, moving, withPalette } from "./encode.ts";
import { type Area, type SeenText, seenText } from "./seen-text.ts";
import { CUT, LAST_SCREEN, type Picture, THEMES, type Theme } from "./table.ts";
import { writePicture } from "./write-picture.ts";

/** The number of dots per pixel: sharp enough for a page that shows a picture larger, at half the size that two would take. */
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

/** Elements that a picture must not show: parts of an operation that has not ended. */
const UNFINISHED =
  ".monaco-progress-container.active, .codicon-modifier-spin, .codicon-loading, .notification-list-item .monaco-progress-container:not(.done)";

/** A path of the machine on which a picture is taken. */
const MACHINE_PATH = /(?:^|[\s"'(=])\/(?:home|root|tmp|usr|var|work|Users)\/\S*/;

/** The picture of the screen, and its text. */
interface Screen extends SeenText {
  readonly png: Buffer;
}

/** Takes a picture in both themes once everything that it promises can be read in that part of the window. */
export async function takePicture(page: Page, picture: Picture, area: Area): Promise<void> {
  const { light, dark } = await takeThemes(page, area, picture);
  writePicture(picture, { light: withPalette(light.png), dark: withPalette(dark.png) }, textOf(light));
}

/** Takes the frames of a moving picture. */
export class MovingPicture {
  readonly #page: Page;
  readonly #area: Area;
  readonly #frames = { light: [] as Frame[], dark: [] as Frame[] };
  #begins = "";

  constructor(page: Page, area: Area) {
    this.#page = page;
    this.#area = area;
  }

  /** Adds what is on the screen now, to be shown for so long. */
  async adds(ms: number): Promise<void> {
    this.#add(await takeThemes(this.#page, this.#area), ms);
  }

  /** Writes it; its last frame shows what it promises. */
  async ends(picture: Picture, ms: number): Promise<void> {
    const last = await takeThemes(this.#page, this.#area, picture);
    this.#add(last, ms);
    const { light, dark } = this.#frames;
    const read = `${this.#begins}\n\n${LAST_SCREEN}\n${textOf(last.light)}`;
    writePicture(picture, { light: moving(light), dark: moving(dark) }, read);
  }

  #add(screens: Readonly<Record<Theme, Screen>>, ms: number): void {
    if (this.#frames.light.length === 0) this.#begins = textOf(screens.light);
    for (const theme of THEMES) this.#frames[theme].push({ png: screens[theme].png, ms });
  }
}

function textOf({ read, cut }: SeenText): string {
  const lines = (text: string) => text.split("\n").map((line) => line.trimEnd());
  return [...lines(read), ...(cut.trim() === "" ? [] : [CUT, ...lines(cut)])]
    .filter((line) => line !== "")
    .join("\n");
}

async function takeThemes(
  page: Page,
  area: Area,
  picture?: Picture,
): Promise<Readonly<Record<Theme, Screen>>> {
  const take = async (theme: Theme): Promise<Screen> => {
    await haveTheme(page, theme);
    await page.locator(UNFINISHED).filter({ visible: true }).first().waitFor({ state: "hidden" });
    if (picture) await readsAll(page, area, picture);
    const png = await stillPicture(page, area);
    return { ...(await seenText(page, area)), png };
  };
  const screens = { light: await take("light"), dark: await take("dark") };
  await haveTheme(page, "light");
  return screens;
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

/** The upper left part of what is between side bar and status bar, as high as this or less, so that no line is cut. */
export async function areaOfEditors(page: Page, width: number, height: number): Promise<Area> {
  const { x, y } = await areaOf([page.locator(".part.editor")], 0);
  const lines = await page
    .locator(".view-line")
    .evaluateAll((all) =>
      all.map((line) => line.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    );
  let end = y + height;
  for (let cut = true; cut; ) {
    const tops = lines.filter(({ top, bottom }) => top < end - 1 && bottom > end + 1).map(({ top }) => top);
    cut = tops.length > 0;
    end = Math.min(end, ...tops);
  }
  return { x, y, width, height: end - y };
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
    const { read: seen } = await seenText(page, area);
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
