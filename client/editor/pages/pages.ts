import * as l10n from "@vscode/l10n";
import { commands, Disposable, EventEmitter, type Tab, TabInputCustom, Uri, window, workspace } from "vscode";
import type { ObjectsOf } from "../../../server/lsp/protocol.ts";
import type { NextStep, Page, Pages, TextPair } from "../../ports/installation.ts";
import { blocks, md } from "../../texts/markdown.ts";

/** Scheme of texts that only exist in the editor. */
export const PAGE_SCHEME = "cap-operator-page";

/** Scheme of the editor that `vscode.changes` opens. */
const CHANGES_SCHEME = "multi-diff-editor";

/** The built-in editor that shows rendered Markdown; its tab has the name of the document, without the extension. */
const MARKDOWN_EDITOR = "vscode.markdown.preview.editor";

/** Shown in an editor that outlived its text, for example after a reload of the window. */
function forgotten(): string {
  return `${l10n.t("This page was not kept. Run its command again to see it.")}\n`;
}

/** Pages, and the addresses for commands in the title of a page. */
export interface PageEditors extends Pages, Disposable {
  /**
   * The address that a button in the title of the active editor passes to its command; undefined if `uri` is not of a page or a
   * comparison, or the editor offers no step.
   */
  addressBehind(uri: Uri): string | undefined;
}

/** Shows texts that are generated, not stored; each is forgotten when its tab is closed. */
export function createPages(): PageEditors {
  const texts = new Map<string, string>();
  /** The pages by title. No two tabs have the same title, because a page closes those of its name. */
  const shown = new Map<string, Page & { readonly uri: Uri; readonly isPast: boolean }>();
  const changed = new EventEmitter<Uri>();
  const steps = createNextSteps();
  // Starts at the current time, so that no number is the same as one in a tab that a reload of the window has brought back.
  let comparisons = Date.now();
  let pagesShown = Date.now();

  function keep(path: string, text: string, query = ""): Uri {
    const uri = Uri.from({ scheme: PAGE_SCHEME, path: `/${path}`, query });
    texts.set(uri.toString(), text);
    changed.fire(uri);
    return uri;
  }

  /**
   * Both sides have the same path, as otherwise the editor would show a renamed file. The number of the comparison makes their
   * addresses unique, so that what an open tab shows never changes.
   */
  function sides({ name, before, after }: TextPair, comparison: number, objects?: ObjectsOf): Sides {
    const side = (text: string | undefined, query: object) =>
      text === undefined ? undefined : keep(`${name}.yaml`, text, JSON.stringify({ comparison, ...query }));
    return {
      before: side(before, { isBefore: true }),
      after: side(after, { ...objects, of: undefined, ...objects?.of }),
    };
  }

  const registered = Disposable.from(
    changed,
    steps,
    workspace.registerTextDocumentContentProvider(PAGE_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? forgotten(),
    }),
    workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())),
  );

  async function showMarkdown(page: Page, isPast = false): Promise<void> {
    const { name, text, isBehindQuestion = false } = page;
    pagesShown += 1;
    const title = titleOf(name);
    await closePages(title);
    const uri = keep(title, text.source, String(pagesShown));
    shown.set(title, { ...page, uri, isPast });
    // A page that takes the focus while it loads would take it away from the question.
    const how = { preserveFocus: isBehindQuestion, preview: false };
    await commands.executeCommand("vscode.openWith", uri, MARKDOWN_EDITOR, how);
  }

  async function markPast(title: string, past: string): Promise<void> {
    const page = shown.get(title);
    const [tab] = pagesCalled(title);
    if (page === undefined || tab === undefined || page.isPast) return;
    const text = blocks(md`**${past}**`, page.text);
    if (tab.isActive) return showMarkdown({ ...page, text, isBehindQuestion: true }, true);
    // One in the background is read again when a person comes back to it.
    keep(title, text.source, page.uri.query);
    shown.set(title, { ...page, isPast: true });
  }

  return {
    showMarkdown: (page) => showMarkdown(page),
    close: (name) => closePages(titleOf(name)),
    markPast: (name) => markPast(titleOf(name), l10n.t("This page is outdated: it shows what was planned.")),
    async markReleasePast(about) {
      const past = l10n.t("This page is outdated: the release was changed since.");
      const affected = [...shown].filter(([, page]) => page.about === about);
      for (const [title] of affected) await markPast(title, past);
    },
    aboutInFront() {
      const { activeTab } = window.tabGroups.activeTabGroup;
      return activeTab && isPage(activeTab) ? shown.get(activeTab.label)?.about : undefined;
    },
    async compare(title, pairs, next, objects) {
      comparisons += 1;
      await steps.replace(title, next);
      const all = pairs.map((pair) => sides(pair, comparisons, objects));
      const [only] = all;
      if (all.length === 1 && only?.before !== undefined && only.after !== undefined) {
        await commands.executeCommand("vscode.diff", only.before, only.after, title);
        return;
      }
      const listed = all.map(({ before, after }) => [after ?? before, before, after]);
      await commands.executeCommand("vscode.changes", title, listed);
    },
    addressBehind: ({ scheme }) =>
      scheme === PAGE_SCHEME || scheme === CHANGES_SCHEME ? steps.active()?.address : undefined,
    dispose: () => registered.dispose(),
  };
}

/** Closes the pages with this name: an editor may keep showing the old text after it was notified of a new one. */
async function closePages(title: string): Promise<void> {
  const older = pagesCalled(title);
  if (older.length > 0) await window.tabGroups.close(older, true);
}

function pagesCalled(title: string): readonly Tab[] {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs.filter((tab) => tab.label === title && isPage(tab)));
}

/** A tab shows what comes after the last slash, and contexts of some clouds contain slashes. */
function titleOf(name: string): string {
  return name.replaceAll("/", "\u2215");
}

function isPage({ input }: Tab): boolean {
  return input instanceof TabInputCustom;
}

interface Sides {
  readonly before: Uri | undefined;
  readonly after: Uri | undefined;
}

/** The context key that tells menus how a person can continue from the active editor. */
const NEXT_CONTEXT = "capOperator.next";

/** The next steps that the titles of comparisons offer. */
interface NextSteps extends Disposable {
  /** Closes the editor with this title, so that a new editor from which `step` continues can replace it. */
  replace(title: string, step: NextStep | undefined): Promise<void>;
  /** The next step that the active editor offers. */
  active(): NextStep | undefined;
}

/**
 * Keeps what each comparison offers, by its title: the label is all that the API tells about an editor that shows several files.
 * No two tabs have the same title, because `replace` closes the older one.
 */
function createNextSteps(): NextSteps {
  const steps = new Map<string, NextStep | undefined>();
  const active = () => {
    const { activeTab } = window.tabGroups.activeTabGroup;
    return activeTab && [...steps].find(([title]) => isCalled(activeTab, title))?.[1];
  };
  const update = () => commands.executeCommand("setContext", NEXT_CONTEXT, active()?.way);
  const registered = Disposable.from(
    window.tabGroups.onDidChangeTabs(update),
    window.tabGroups.onDidChangeTabGroups(update),
  );
  return {
    active,
    async replace(title, step) {
      const older = window.tabGroups.all.flatMap(({ tabs }) => tabs.filter((tab) => isCalled(tab, title)));
      if (older.length > 0) await window.tabGroups.close(older);
      steps.set(title, step);
    },
    dispose: () => registered.dispose(),
  };
}

/** An editor that shows several files appends their number to its title. */
function isCalled({ label }: Tab, title: string): boolean {
  return label === title || label.startsWith(`${title} (`);
}
