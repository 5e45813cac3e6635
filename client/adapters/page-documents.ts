import * as l10n from "@vscode/l10n";
import { commands, Disposable, EventEmitter, type Tab, TabInputCustom, Uri, window, workspace } from "vscode";
import type { Pages, TextPair } from "../installation-ports.ts";
import { createNextSteps } from "./next-steps.ts";

/** Scheme of texts that only exist in the editor. */
const PAGE_SCHEME = "cap-operator-page";

/** Scheme of the editor that `vscode.changes` opens. */
const CHANGES_SCHEME = "multi-diff-editor";

/** The built-in editor that shows rendered Markdown; its tab has the name of the document, without the extension. */
const MARKDOWN_EDITOR = "vscode.markdown.preview.editor";

/** Shown in an editor that outlived its text, for example after a reload of the window. */
function forgotten(): string {
  return `${l10n.t("This page was not kept. Run its command again to see it.")}\n`;
}

/** Pages, and what a command in the title of a page is to work on. */
export interface PageEditors extends Pages, Disposable {
  /** What a button in the title of the active editor is about; undefined if `uri` is not of such an editor. */
  addressBehind(uri: Uri): string | undefined;
}

/** Shows texts that are generated, not stored; each is forgotten when its tab is closed. */
export function createPages(): PageEditors {
  const texts = new Map<string, string>();
  /** Which release each page is about, by title. No two tabs have the same title, because a page closes those of its name. */
  const abouts = new Map<string, string | undefined>();
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
  function sides({ name, before, after }: TextPair, comparison: number): Sides {
    const side = (text: string | undefined, which: string) =>
      text === undefined ? undefined : keep(`${name}.yaml`, text, `${which}-${comparison}`);
    return { before: side(before, "before"), after: side(after, "after") };
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

  return {
    async showMarkdown({ name, text, isBehindQuestion = false, about }) {
      pagesShown += 1;
      // A tab shows what comes after the last slash, and contexts of some clouds contain slashes.
      const title = name.replaceAll("/", "\u2215");
      await closePages(title);
      abouts.set(title, about);
      const uri = keep(title, text.source, String(pagesShown));
      // A page that takes the focus while it loads would take it away from the question.
      const how = { preserveFocus: isBehindQuestion, preview: false };
      await commands.executeCommand("vscode.openWith", uri, MARKDOWN_EDITOR, how);
    },
    aboutInFront() {
      const { activeTab } = window.tabGroups.activeTabGroup;
      return activeTab && isPage(activeTab) ? abouts.get(activeTab.label) : undefined;
    },
    async compare(title, pairs, next) {
      comparisons += 1;
      await steps.replace(title, next);
      const all = pairs.map((pair) => sides(pair, comparisons));
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
  const older = window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.filter((tab) => tab.label === title && isPage(tab)),
  );
  if (older.length > 0) await window.tabGroups.close(older, true);
}

function isPage({ input }: Tab): boolean {
  return input instanceof TabInputCustom;
}

interface Sides {
  readonly before: Uri | undefined;
  readonly after: Uri | undefined;
}
