import {
  type Disposable,
  TabInputText,
  TabInputTextDiff,
  type TextDocument,
  window,
  workspace,
} from "vscode";
import { isYamlDocument } from "./yaml-documents.ts";

/** Remembers the order in which YAML files were used, until it is disposed. */
export interface RecentFiles extends Disposable {
  /** The addresses of the YAML files that have a tab, most recently used first. */
  list(): readonly string[];
}

/** Follows the active editor. Tabs that have not been in front since the start of the editor come last. */
export function createRecentFiles(): RecentFiles {
  let used: readonly string[] = [];
  const note = (document: TextDocument | undefined) => {
    if (document === undefined || !isYamlDocument(document)) return;
    const address = document.uri.toString();
    used = [address, ...used.filter((other) => other !== address)];
  };
  note(window.activeTextEditor?.document);
  const following = window.onDidChangeActiveTextEditor((editor) => note(editor?.document));

  return {
    list() {
      const inTabs = yamlInTabs();
      used = used.filter((address) => inTabs.has(address));
      return [...new Set([...used, ...inTabs])];
    },
    dispose: () => following.dispose(),
  };
}

function yamlInTabs(): ReadonlySet<string> {
  const open = new Set(workspace.textDocuments.filter(isYamlDocument).map(({ uri }) => uri.toString()));
  const addresses = window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => {
      if (input instanceof TabInputText) return [input.uri];
      return input instanceof TabInputTextDiff ? [input.modified] : [];
    })
    // A tab that has not been in front since the start has no document yet, so its name has to tell what it is.
    .filter((uri) => open.has(uri.toString()) || (uri.scheme === "file" && /\.ya?ml$/.test(uri.path)));
  return new Set(addresses.map((uri) => uri.toString()));
}
