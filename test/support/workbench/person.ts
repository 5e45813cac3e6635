import { mkdirSync } from "node:fs";
import path from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { repository } from "../repository.ts";
import { lineOfView } from "./cluster-view.ts";
import { clickOn, placeOf } from "./editor-place.ts";
import { PATIENCE_MS, patiently } from "./patience.ts";
import { CLICK_MS, persist } from "./persist.ts";
import { SuggestionList } from "./suggestion-list.ts";
import { hearsAlert, messagesOf } from "./told.ts";

const SCREENSHOTS = path.join(repository, "artifacts/screenshots");

/** The time that an element which goes when it is pressed may stay before it is pressed again, in milliseconds; doubled each time. */
const AGAIN_MS = 5_000;

/** A notification as it comes up, and among all of them. */
const NOTIFICATION = ":is(.notifications-toasts, .notifications-center) .notification-list-item";

/** The acts and observations of a person in the workbench. Each method waits for what it promises, never for a time. */
export class Person {
  readonly page: Page;
  readonly suggestions: SuggestionList;
  readonly #workspace: string;
  /** True once messages that had gone were looked up, so that they are there to be found once more. */
  #hasLookedUp = false;

  /** A person who sits in front of a page that shows a workspace folder. */
  constructor(page: Page, workspace: string) {
    this.page = page;
    this.suggestions = new SuggestionList(page);
    this.#workspace = path.basename(workspace);
  }

  /** Waits until the workbench shows the explorer with this file. */
  async seesWorkspaceWith(file: string): Promise<void> {
    await this.#explorerItem(file).waitFor();
  }

  /** Opens a file of the explorer to stay, and puts the keyboard into it. Folders on the way are opened. */
  async opensFile(file: string): Promise<void> {
    const folders = path.posix
      .dirname(file)
      .split("/")
      .filter((part) => part !== ".");
    for (const depth of folders.keys()) {
      const folder = this.#explorerItem(folders.slice(0, depth + 1).join("/"));
      await folder.waitFor();
      if ((await folder.getAttribute("aria-expanded")) === "false") {
        await folder.click();
      }
    }
    // A row on which the pointer was left shows its hover, which may cover others.
    await persist(
      () => this.#restsPointer(),
      (timeout) => this.#explorerItem(file).dblclick({ timeout }),
    );
    await this.isIn(file);
    await this.presses("Control+Home");
  }

  /** The editor of a file (the end of its path is enough). */
  editor(file: string): Locator {
    return this.page.locator(`.monaco-editor[data-uri$="/${file}"]`).first();
  }

  /** Puts the cursor at the end of the line that says this. */
  async goesToEndOf(text: string, occurrence = 0): Promise<void> {
    await clickOn(this.page, text, occurrence);
    await this.page.keyboard.press("End");
  }

  /** Types text key by key. */
  async types(text: string, delay = 20): Promise<void> {
    await this.page.keyboard.type(text, { delay });
  }

  async presses(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  /** Waits until the cursor is behind this many characters of its line. */
  async isAtColumn(column: number): Promise<void> {
    const place = this.page.locator("[id='status.editor.selection']");
    await place.filter({ hasText: new RegExp(`Col ${column + 1}\\b`) }).waitFor();
  }

  /** Waits until no snippet is being filled in. */
  async seesNoStops(): Promise<void> {
    await this.page.locator(".monaco-editor .snippet-placeholder").first().waitFor({ state: "hidden" });
  }

  /** Puts the cursor into a word of the active editor. */
  async pointsAt(word: string, occurrence = 0): Promise<void> {
    await clickOn(this.page, word, occurrence);
  }

  /** Clicks on the lightbulb of the cursor's line, and waits for its menu. */
  async opensLightbulb(): Promise<void> {
    const bulb = this.page
      .locator(".monaco-editor.focused .lightBulbWidget, .monaco-editor.focused [class*=gutter-lightbulb]")
      .first();
    const action = this.page.locator(".action-widget .monaco-list-row").first();
    await persist(
      async () => {
        if (await action.isVisible()) return;
        // The locator's own click would scroll the line to the top. The lightbulb is drawn anew when problems arrive.
        let box: Awaited<ReturnType<Locator["boundingBox"]>> = null;
        while (box === null) {
          await bulb.waitFor();
          box = await bulb.boundingBox();
        }
        await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      },
      (timeout) => action.waitFor({ timeout }),
    );
    // An action under the pointer would become the chosen one.
    await this.#restsPointer();
  }

  /** Clicks on a code lens of the active editor. */
  async followsLens(title: string): Promise<void> {
    await this.followsLensIn(this.page.locator(".monaco-editor.focused"), title);
  }

  /** Clicks on a code lens of an editor, which has the keyboard then. */
  async followsLensIn(editor: Locator, title: string): Promise<void> {
    await editor.locator(".codelens-decoration a").filter({ hasText: title }).first().click();
    await this.#restsPointer();
  }

  /** Presses a button in the title of the active editor, by the beginning of its accessible name. */
  async pressesInTitle(name: string): Promise<void> {
    await this.page
      .locator(`.editor-group-container.active .editor-actions .action-label[aria-label^="${name}"]`)
      .first()
      .click();
    await this.#restsPointer();
  }

  /** Takes an action of the open menu of quick fixes. */
  async picksAction(text: string): Promise<void> {
    const action = this.page.locator(".action-widget .monaco-list-row").filter({ hasText: text }).first();
    await action.waitFor();
    // By keyboard, as most people do; older releases also put a shield under the pointer.
    for (let step = 0; !/\bfocused\b/.test((await action.getAttribute("class")) ?? ""); step += 1) {
      if (step === 20) {
        throw new Error(`The action "${text}" cannot be reached with the arrow keys.`);
      }
      await this.presses("ArrowDown");
    }
    await this.presses("Enter");
  }

  /** Waits until the language status of the active editor says this, and reads it. */
  async readsLanguageStatus(expected: string): Promise<string> {
    const item = this.page.locator("[id='status.languageStatus']");
    const status = this.page.locator(".hover-language-status").filter({ hasText: expected }).first();
    await item.waitFor();
    // A hover that is asked for while the item is drawn anew stays away until the pointer moves again.
    return persist(
      async () => {
        await this.#restsPointer();
        await item.hover();
      },
      async (timeout) => {
        await status.waitFor({ timeout });
        return status.innerText({ timeout });
      },
    );
  }

  /** Clicks on the link of the line of the language status that says this. */
  async answersLanguageStatus(line: string, link: string): Promise<void> {
    const status = this.page.locator(".hover-language-status").filter({ hasText: line }).first();
    // A hover may go before its link is reached.
    await persist(
      () => this.readsLanguageStatus(line),
      () => status.getByText(link, { exact: true }).click({ timeout: CLICK_MS }),
    );
    await this.#restsPointer();
  }

  /** Waits until an editor shows a code lens. */
  async seesLens(editor: Locator, title: string): Promise<void> {
    await editor.locator(".codelens-decoration a").filter({ hasText: title }).first().waitFor();
  }

  /** Reads the titles of all lenses of an editor. They go for a moment whenever the editor asks for them again. */
  async readsLenses(editor: Locator): Promise<readonly string[]> {
    const lenses = editor.locator(".codelens-decoration a");
    for (;;) {
      await lenses.first().waitFor();
      const titles = await lenses.allInnerTexts();
      if (titles.length > 0) return titles;
    }
  }

  /** True if an editor shows a code lens now. */
  async hasLens(editor: Locator): Promise<boolean> {
    return (await editor.locator(".codelens-decoration a").count()) > 0;
  }

  /** True if an editor shows now that there are code actions at the cursor. */
  async hasLightbulb(editor: Locator): Promise<boolean> {
    const bulbs = editor.locator(".lightBulbWidget, [class*=gutter-lightbulb]");
    return (await bulbs.filter({ visible: true }).count()) > 0;
  }

  /** The editor that has the keyboard. */
  activeEditor(): Locator {
    return this.#focusedEditor();
  }

  /** The editor with effective values. */
  effectiveValues(): Locator {
    return this.page.locator(`.monaco-editor[data-uri^="cap-operator-effective:"]`).first();
  }

  /** The editor with rendered objects. */
  renderedObjects(): Locator {
    return this.page.locator(`.monaco-editor[data-uri^="cap-operator-rendered:"]`).first();
  }

  /** Follows a link in an editor, by its text. With the key down, the link under the pointer is drawn anew in another class. */
  async followsLink(editor: Locator, text: string): Promise<void> {
    await editor
      .locator(".detected-link, .detected-link-active")
      .filter({ hasText: text })
      .first()
      .click({ modifiers: ["Control"] });
    await this.#restsPointer();
  }

  /** Waits until the keyboard is in the editor of a file. */
  async isIn(file: string): Promise<void> {
    await this.page.locator(`.monaco-editor.focused[data-uri$="/${file}"]`).first().waitFor();
  }

  /** Waits until the status bar says that the cursor of the active editor is here. */
  async readsPlace(place: string): Promise<void> {
    await this.page.locator("[id='status.editor.selection']").filter({ hasText: place }).waitFor();
  }

  /** Waits until the editor shows beside the cursor why it does nothing. That message goes with the next thing that moves. */
  async isTold(why: string): Promise<void> {
    await hearsAlert(this.page, why);
  }

  /** Waits until the settings editor shows a setting with this title. */
  async readsSettings(title: string): Promise<void> {
    await this.page
      .locator(".settings-editor .setting-item-label")
      .filter({ hasText: title })
      .first()
      .waitFor();
  }

  /** Makes the window this wide, in pixels. */
  async resizesWindow(width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: 800 });
  }

  /** Hides the side bar, or shows it again. */
  async togglesSideBar(): Promise<void> {
    await this.presses("Control+b");
  }

  /** A side of the open comparison. */
  diffSide(side: "original" | "modified"): Locator {
    return this.page.locator(`.monaco-diff-editor .editor.${side}`).first();
  }

  /** The titles of the tabs. */
  async tabs(): Promise<readonly string[]> {
    return (await this.page.locator(".tab .label-name").allInnerTexts()).map((name) => name.trim());
  }

  /** Goes to a tab by its title; `stays` keeps it although the next editor would take its place. */
  async goesToTab(title: string, stays = false): Promise<void> {
    const tab = this.page.locator(".tab").filter({ hasText: title }).first();
    await (stays ? tab.dblclick() : tab.click());
    await this.#restsPointer();
  }

  /** Waits until so many lines in sight on a side of the open comparison, one at least, are marked as changed. */
  async seesChangedLines(side: "original" | "modified", count: number): Promise<void> {
    const mark = side === "original" ? "line-delete" : "line-insert";
    const lines = this.diffSide(side).locator(`.view-overlays .cdr.${mark}`);
    await lines.nth(count - 1).waitFor();
    await lines.nth(count).waitFor({ state: "detached" });
  }

  /** Waits until a text is in sight in an editor. */
  async seesText(editor: Locator, text: string): Promise<void> {
    const asPainted = text.trimEnd().replaceAll(" ", "\u00a0");
    await editor.locator(".view-line").filter({ hasText: asPainted }).first().waitFor();
  }

  /** Waits until a text is not in sight in an editor. */
  async seesNoText(editor: Locator, text: string): Promise<void> {
    const asPainted = text.replaceAll(" ", "\u00a0");
    await editor.locator(".view-line").filter({ hasText: asPainted }).first().waitFor({ state: "detached" });
  }

  /** Waits until the first line with a text has this origin before it, at the left edge of its editor; none if it is empty. */
  async seesOrigin(editor: Locator, text: string, origin: string): Promise<void> {
    await this.page.waitForFunction(
      ([shown, text, origin]) => {
        const line = [...(shown?.querySelectorAll(".view-line") ?? [])].find((candidate) =>
          candidate.textContent?.replaceAll("\u00a0", " ").includes(text),
        );
        const edge = shown?.getBoundingClientRect().left ?? 0;
        if (!line || line.getBoundingClientRect().left < edge) return false;
        const parts = [...line.querySelectorAll("span")];
        const contents = parts.map((part) => getComputedStyle(part, "::before").content);
        const found = contents.filter((content) => content !== "none" && content !== "normal");
        return origin === "" ? found.length === 0 : found.includes(JSON.stringify(origin));
      },
      [await editor.elementHandle(), text, origin] as const,
    );
  }

  /** Waits until a file has changes that are not saved. */
  async seesDirty(file: string): Promise<void> {
    await this.page
      .locator(".tab.dirty")
      .filter({ hasText: path.basename(file) })
      .first()
      .waitFor();
  }

  #tabs(): Promise<number> {
    return this.page.locator(".tab").count();
  }

  /** Throws away what is not saved, closes all editors, and dismisses what is open. */
  async closesEverything(): Promise<void> {
    await this.presses("Escape", "Escape");
    if (this.#hasLookedUp || (await this.page.locator(".statusbar .codicon-bell-dot").isVisible())) {
      await this.runsCommand("Notifications: Clear All Notifications");
      this.#hasLookedUp = false;
    }
    for (let tabs = await this.#tabs(); tabs > 0; tabs = await this.#tabs()) {
      const last = this.page.locator(".tab").nth(tabs - 1);
      // A command that came while an editor was still opening has closed nothing, and is given again.
      await persist(
        () => this.runsCommand("View: Revert and Close Editor"),
        (timeout) => last.waitFor({ state: "detached", timeout }),
      );
    }
  }

  /** Points at a word of the active editor and reads the hover once it says `expected`. */
  async readsHoverOf(word: string, expected: string, occurrence = 0): Promise<string> {
    const hover = this.#hover(expected);
    let pointedAt = await placeOf(this.page, word, occurrence);
    for (;;) {
      // A hover that was asked for while the server was busy stays away until the pointer moves again.
      await persist(
        async () => {
          await this.#restsPointer();
          await hover.waitFor({ state: "hidden" });
          pointedAt = await placeOf(this.page, word, occurrence);
          // Not over other words, which have hovers of their own.
          await this.page.mouse.move(pointedAt.x - 2, pointedAt.y);
          await this.page.mouse.move(pointedAt.x, pointedAt.y);
        },
        (timeout) => hover.waitFor({ timeout }),
      );
      const text = (await hover.allInnerTexts()).join("\n");
      // Lines move while lenses come in: then it may be the hover of another word.
      const { y } = await placeOf(this.page, word, occurrence);
      if (y === pointedAt.y && text !== "") return text;
    }
  }

  /** Points at the line of an editor that says this, and reads the hover once it says `expected`. */
  async readsHoverOfLine(editor: Locator, line: string, expected: string): Promise<string> {
    const hover = this.#hover(expected);
    // A hover that was asked for before it was known what it says stays away until the pointer moves again.
    return persist(
      async () => {
        await this.#restsPointer();
        await hover.waitFor({ state: "hidden" });
        await editor.locator(".view-line").filter({ hasText: line }).first().hover();
      },
      async (timeout) => {
        await hover.waitFor({ timeout });
        return hover.innerText({ timeout });
      },
    );
  }

  #hover(expected: string): Locator {
    return this.page.locator(".monaco-hover:not(.hidden)").filter({ hasText: expected }).first();
  }

  /** Runs a command of the palette by its full title. */
  async runsCommand(title: string): Promise<void> {
    // The typed text is marked in the rows of the narrowed list; rows of the list before may become others.
    const marked = this.page.locator(".monaco-highlighted-label .highlight");
    const row = this.quickPick(title).filter({ has: marked }).first();
    // The palette does not take in commands that an extension brings after it was opened, and goes when a page takes the keyboard.
    await persist(
      async () => {
        if (await this.#paletteInput().isVisible()) await this.presses("Escape");
        await this.#opensPalette();
      },
      async (timeout) => {
        await this.#paletteInput().fill(`>${title}`, { timeout });
        await row.waitFor({ timeout });
        await row.click({ timeout: CLICK_MS });
      },
    );
    await this.#restsPointer();
  }

  /** Waits until the palette, opened anew each time, has a command. */
  async seesInPalette(title: string): Promise<void> {
    const rows = this.page.locator(".quick-input-widget .monaco-list-row");
    await patiently(`${title} in the palette`, async () => {
      await this.#opensPalette();
      await this.#paletteInput().fill(`>${title}`);
      await rows.first().waitFor();
      const isShown = (await rows.filter({ hasText: title }).count()) > 0;
      await this.presses("Escape");
      return isShown;
    });
  }

  /** Chooses from the menu of a file in the explorer. */
  async choosesInExplorer(file: string, item: string): Promise<void> {
    const entry = this.page.getByRole("menuitem", { name: item, exact: true });
    await persist(
      () => this.#explorerItem(file).click({ button: "right" }),
      (timeout) => entry.waitFor({ timeout }),
    );
    // A menu gives no heed to a click in the first tenth of a second after it came up.
    await entry.click();
    await pressAgain(entry, entry);
    await this.#restsPointer();
  }

  /** A page that is being loaded has the keyboard and gives no key on: then the keyboard is taken from it. */
  async #opensPalette(): Promise<void> {
    const input = this.#paletteInput();
    await persist(
      async () => {
        if (await this.page.evaluate(() => document.activeElement?.tagName === "IFRAME")) {
          await this.page.locator(".part.statusbar").click({ position: { x: 500, y: 8 } });
        }
        await this.page.keyboard.press("F1");
      },
      (timeout) => input.waitFor({ timeout }),
    );
  }

  #paletteInput(): Locator {
    return this.#quickInput().locator(".quick-input-box input").first();
  }

  /** A row of the open quick pick, by its label. */
  quickPick(label: string): Locator {
    return this.#quickInput().locator(".monaco-list-row").filter({ hasText: label });
  }

  /** Waits until the open quick pick offers this first; the texts of its rows, and those that do not fit into them. */
  async readsChoices(first: string): Promise<{ readonly rows: readonly string[][]; readonly cut: string[] }> {
    const rows = this.#quickInput().locator(".monaco-list-row");
    await rows.first().filter({ hasText: first }).waitFor();
    return {
      rows: await rows.evaluateAll((all) =>
        all.map((row) =>
          [...row.querySelectorAll(".label-name, .label-description")]
            // The editor uses rows of earlier lists again, with parts of theirs that are not shown.
            .filter((part) => part.checkVisibility())
            .map(({ textContent }) => textContent?.trim() ?? "")
            .filter((text) => text !== ""),
        ),
      ),
      cut: await rows.locator("*").evaluateAll((all) =>
        all.flatMap((element) => {
          const isHidden = getComputedStyle(element).overflowX === "hidden";
          return isHidden && element.scrollWidth > element.clientWidth ? [element.textContent] : [];
        }),
      ),
    };
  }

  /** Takes a row of the open quick pick. */
  async picks(label: string): Promise<void> {
    const row = this.quickPick(label).first();
    // The next question may come at once, in the same place.
    await row.click();
    await pressAgain(row, row);
    await this.#restsPointer();
  }

  /** Picks a chart in the question for it. Its list is long, so a row of it is there only when its name has been typed. */
  async picksChart(label: string): Promise<void> {
    await this.page.getByPlaceholder("Select the chart that the values are for").waitFor();
    await this.types(label);
    await this.picks(label);
  }

  /** Waits for the question which chart is installed. */
  async isAskedForChart(): Promise<void> {
    await this.page.getByPlaceholder("Select the chart. It is remembered for this workspace").waitFor();
  }

  /** Waits for a modal question that says this, and reads it. */
  async readsQuestion(expected: string): Promise<string> {
    const dialog = this.page.locator(".monaco-dialog-box").filter({ hasText: expected }).first();
    await dialog.waitFor();
    return dialog.innerText();
  }

  /** Presses a button of the modal question, which then goes away; the next one may come at once. */
  async answers(button: string): Promise<void> {
    const dialog = this.page.locator(".monaco-dialog-box");
    const answered = await dialog.first().elementHandle();
    await dialog.getByRole("button", { name: button, exact: true }).click();
    await answered?.waitForElementState("hidden");
  }

  /** Waits for a notification that says this, and reads it. One that has gone by itself is looked up among all of them. */
  async readsNotification(expected: string): Promise<string> {
    const bell = this.page.locator("#status\\.notifications");
    let isWaitedFor = false;
    let isLookedUp = false;
    const read = await persist(
      async () => {
        // The bell has its dot a little before the message is shown, and keeps it when the message has gone.
        if (isWaitedFor && !isLookedUp && (await this.#hasUnseenMessages())) {
          await bell.click();
          isLookedUp = true;
        }
        isWaitedFor = true;
      },
      (timeout) =>
        this.page.waitForFunction(
          ([selector, part]) => {
            const texts = [...document.querySelectorAll<HTMLElement>(selector)].map(
              (shown) => shown.innerText,
            );
            return texts.find((text) => text.replace(/\s+/g, " ").toLowerCase().includes(part));
          },
          [NOTIFICATION, expected.toLowerCase()] as const,
          { timeout },
        ),
    );
    if (isLookedUp) {
      await bell.click();
      // The keyboard goes back to the editor.
      await this.presses("Control+1");
    }
    this.#hasLookedUp ||= isLookedUp;
    return (await read.jsonValue()) ?? "";
  }

  /** True if there are messages, of which none is shown. */
  async #hasUnseenMessages(): Promise<boolean> {
    const isShown = await this.page.locator(NOTIFICATION).first().isVisible();
    return !isShown && (await this.page.locator(".statusbar .codicon-bell-dot").isVisible());
  }

  /** Presses a button of the notification that says this. One that has gone by itself is looked up among all of them. */
  async pressesOn(notification: string, button: string): Promise<void> {
    const shown = this.#notification(notification);
    let hasWaited = false;
    await persist(
      async () => {
        if (hasWaited && !(await shown.isVisible())) {
          await this.runsCommand("Notifications: Show Notifications");
          this.#hasLookedUp = true;
        }
        hasWaited = true;
      },
      async (timeout) => {
        await shown.waitFor({ timeout });
        // It may go before the button is reached.
        await shown.getByRole("button", { name: button, exact: true }).click({ timeout: CLICK_MS });
      },
    );
  }

  /** Presses Cancel on the progress with this title, which then goes away. */
  async cancels(title: string): Promise<void> {
    const shown = this.#notification(title);
    await this.pressesOn(title, "Cancel");
    await pressAgain(shown.getByRole("button", { name: "Cancel", exact: true }), shown);
  }

  /** Waits until a screen reader says a message at once, with how urgent it is. */
  async hearsNotification(severity: "Error" | "Info" | "Warning", message: string): Promise<void> {
    await hearsAlert(this.page, `${severity}: ${message}`);
  }

  /** Waits until no notification says this. */
  async seesNoNotification(text: string): Promise<void> {
    await this.#notification(text).waitFor({ state: "hidden" });
  }

  /**
   * The texts of all messages and modal questions of this window so far, also of those that have gone. Titles of progress, which
   * begin with what is being done, are not among them.
   */
  async wasTold(): Promise<readonly string[]> {
    return (await messagesOf(this.page)).filter((message) => !/^(?!Nothing)[A-Z]\w*ing\b/.test(message));
  }

  /** Waits for the question for a text that says this. */
  async isAskedToType(expected: string): Promise<void> {
    await this.#quickInput().filter({ hasText: expected, visible: true }).waitFor();
  }

  /** Waits until no question for a text or a choice is open. */
  async isAskedNothing(): Promise<void> {
    await this.#quickInput().waitFor({ state: "hidden" });
  }

  /** Reloads the window, and waits until the workbench shows the explorer with this file again. */
  async reloadsWindow(file: string): Promise<void> {
    await this.page.reload();
    await this.seesWorkspaceWith(file);
  }

  /** Waits until the page that is shown beside the editors, or in place of them, says this. */
  async readsPage(expected: string): Promise<void> {
    await this.#page().getByText(expected).first().waitFor();
  }

  /** Waits until the page that is shown has a heading of the first rank that says this, as a screen reader finds it. */
  async readsHeading(expected: string): Promise<void> {
    await this.#page().getByRole("heading", { level: 1, name: expected, exact: true }).waitFor();
  }

  #page(): FrameLocator {
    return this.page
      .locator("iframe.webview.ready")
      .filter({ visible: true })
      .contentFrame()
      .frameLocator("#active-frame");
  }

  /** Waits until the page that is shown has the place that was asked for in sight, and reads it. */
  async readsPlaceOnPage(expected: string): Promise<string> {
    const place = this.#page().locator(".asked").filter({ hasText: expected });
    await place.waitFor();
    const isInSight = (element: Element) => {
      const { top, bottom, right } = element.getBoundingClientRect();
      const { clientHeight, clientWidth } = element.ownerDocument.documentElement;
      return top >= -1 && bottom <= clientHeight && right <= clientWidth;
    };
    const frame = await (await place.elementHandle())?.ownerFrame();
    await frame?.waitForFunction(isInSight, await place.elementHandle());
    return place.innerText();
  }

  /** Follows a link on the page of the documentation. */
  async followsLinkOnPage(words: string): Promise<void> {
    await this.#page().locator("a").filter({ hasText: words }).first().click();
  }

  /** Follows the link of a problem in the Problems panel to what explains it. */
  async followsCodeOfProblem(...texts: readonly string[]): Promise<void> {
    await this.seesProblem(...texts);
    await this.#problems(texts).first().locator("a.monaco-link").first().click();
  }

  /** Points at a word of the active editor, and follows a link of the hover that says `expected`. */
  async followsLinkOfHover(word: string, expected: string, link: string): Promise<void> {
    const found = this.#hover(expected).locator("a").filter({ hasText: link }).first();
    // A hover may go before its link is reached.
    await persist(
      () => this.readsHoverOf(word, expected),
      () => found.click({ timeout: CLICK_MS }),
    );
  }

  /** Waits until the view of the cluster shows a line that says this. */
  async seesInView(text: string): Promise<void> {
    await lineOfView(this.page, text).waitFor();
  }

  #notification(text: string): Locator {
    return this.page.locator(NOTIFICATION).filter({ hasText: text, visible: true }).first();
  }

  /** Opens the Problems panel and waits for a row that holds all these texts. */
  async seesProblem(...texts: readonly string[]): Promise<string> {
    const panel = this.page.locator(".markers-panel");
    if (!(await panel.isVisible())) {
      await this.page.keyboard.press("Control+Shift+m");
      await panel.waitFor();
    }
    const row = this.#problems(texts).first();
    await row.waitFor();
    return (await row.allInnerTexts()).join("\n");
  }

  /** Waits until something in the active editor is underlined, by the severity of its problem. */
  async seesUnderline(loudness: "error" | "hint" | "warning"): Promise<void> {
    await this.#underline(loudness).waitFor();
  }

  /** Waits until nothing in the active editor is underlined with this severity. */
  async seesNoUnderline(loudness: "error" | "hint" | "warning"): Promise<void> {
    await this.#underline(loudness).waitFor({ state: "hidden" });
  }

  #underline(loudness: string): Locator {
    return this.page.locator(`.editor-instance .view-overlays .squiggly-${loudness}`).first();
  }

  /** The label of a file's tab, with its problems. */
  async readsTab(file: string): Promise<string> {
    const tab = this.page
      .locator(".tab")
      .filter({ hasText: path.basename(file) })
      .first();
    return (await tab.locator(".monaco-icon-label").first().getAttribute("aria-label")) ?? "";
  }

  /** Types into the filter of the Problems panel, which shows only so many rows. */
  async filtersProblems(text: string): Promise<void> {
    await this.page.locator(".panel .viewpane-filter input").first().fill(text);
  }

  /** Waits until the Problems panel, which is open, has no row with all these texts. */
  async seesNoProblem(...texts: readonly string[]): Promise<void> {
    await this.#problems(texts).first().waitFor({ state: "hidden" });
  }

  /** Puts the keyboard back into the editor of a file. */
  async returnsTo(file: string): Promise<void> {
    await this.page
      .locator(".tab")
      .filter({ hasText: path.basename(file) })
      .first()
      .click();
    // Another editor has the keyboard until then.
    await this.isIn(file);
  }

  /** Saves the active editor. */
  async saves(): Promise<void> {
    await this.page.locator(".tab.active.dirty").waitFor();
    await this.page.keyboard.press("Control+s");
    await this.seesSaved();
  }

  /** Waits until the active editor has no changes that are not saved. */
  async seesSaved(): Promise<void> {
    await this.page.locator(".tab.active.dirty").waitFor({ state: "hidden" });
  }

  /** Keeps a picture of what is on the screen now. */
  async keepsPicture(name: string): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
  }

  #explorerItem(file: string): Locator {
    const label = this.page.locator(`.explorer-item[aria-label$="/${this.#workspace}/${file}"]`);
    return this.page.locator(".explorer-folders-view [role=treeitem]").filter({ has: label });
  }

  /** Moves the pointer to a place where it opens no tooltip. */
  async #restsPointer(): Promise<void> {
    await this.page.mouse.move(500, 799);
  }

  #quickInput(): Locator {
    return this.page.locator(".quick-input-widget");
  }

  #focusedEditor(): Locator {
    return this.page.locator(".editor-instance .monaco-editor.focused").first();
  }

  #problems(texts: readonly string[]): Locator {
    return texts.reduce<Locator>(
      (rows, text) => rows.filter({ hasText: text }),
      this.page.locator(".markers-panel .monaco-list-row"),
    );
  }
}

/**
 * Presses an element again until another one has gone. An element that is drawn anew while it is pressed does nothing; if it goes while it is pressed
 * again, it has worked.
 */
async function pressAgain(pressed: Locator, gone: Locator): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (let timeout = AGAIN_MS; Date.now() < end; timeout *= 2) {
    if (await isHidden(gone, timeout)) return;
    await pressed.click({ timeout }).catch(() => undefined);
  }
  await gone.waitFor({ state: "hidden" });
}

function isHidden(shown: Locator, timeout: number): Promise<boolean> {
  return shown.waitFor({ state: "hidden", timeout }).then(
    () => true,
    () => false,
  );
}
