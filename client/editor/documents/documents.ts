import {
  type Disposable,
  languages,
  Position,
  Range,
  TabInputText,
  TabInputTextDiff,
  type TextDocument,
  type Uri,
  type ViewColumn,
  window,
  workspace,
} from "vscode";
import { TERRAFORM_FILES, type ValuesOf } from "../../../server/lsp/protocol.ts";
import type { Span } from "../../ports/editor.ts";

// Old versions of a file in a diff (`git:`) and output are YAML, too, but values are not edited there: diagnostics for them would
// appear in the Problems panel beside those of the file itself.
const EDITED_SCHEMES = ["file", "untitled", "vscode-vfs", "vscode-remote", "vsls"];

/** The documents that are shown to the language server, which decides if they are files of CAP Operator. */
export function yamlSelector(): { readonly scheme: string; readonly language: string }[] {
  return editedSchemes().map((scheme) => ({ scheme, language: "yaml" }));
}

/** True for a document of `yamlSelector`. */
export function isYamlDocument(document: TextDocument): boolean {
  return document.languageId === "yaml" && editedSchemes().includes(document.uri.scheme);
}

/** Recognises files of Terraform or OpenTofu, which a running server asks for. */
export function isTerraform(document: TextDocument): boolean {
  return languages.match({ pattern: TERRAFORM_FILES }, document) > 0;
}

/** True for documents that start the language server: any YAML, and a file of Terraform that names the chart. */
export function startsServer(document: TextDocument): boolean {
  return isYamlDocument(document) || (isTerraform(document) && document.getText().includes("cap-operator"));
}

/** An extension may bring a workspace with a scheme of its own. */
function editedSchemes(): string[] {
  const ofFolders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  return [...new Set([...EDITED_SCHEMES, ...ofFolders])];
}

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

/** Knows the addresses under which new files were saved. */
export interface SavedFiles extends Disposable {
  /** The values at their current address: that of a file changes when a new file is saved. */
  now(values: ValuesOf): ValuesOf;
}

/** Follows new files. To save one, the editor opens the saved file, then closes the new one. */
export function createSavedFiles(): SavedFiles {
  const saved = new Map<string, string>();
  const following = [
    workspace.onDidCloseTextDocument((document) => {
      if (!document.isUntitled || !isYamlDocument(document)) return;
      const successor = workspace.textDocuments.find((open) => isSavedFrom(open, document));
      if (successor) saved.set(document.uri.toString(), successor.uri.toString());
    }),
    // The editor reuses the address of a new file once it is free.
    workspace.onDidOpenTextDocument(({ uri }) => saved.delete(uri.toString())),
  ];
  return {
    now: (values) => ("uri" in values ? { uri: saved.get(values.uri) ?? values.uri } : values),
    dispose() {
      for (const subscription of following) subscription.dispose();
    },
  };
}

/**
 * Guesses if a file was saved from a new one, which no event tells: it has the path that was suggested for the new one, or the
 * same text apart from trimmed space.
 */
function isSavedFrom(open: TextDocument, fresh: TextDocument): boolean {
  if (open.isUntitled || !isYamlDocument(open)) return false;
  return open.uri.path === fresh.uri.path || open.getText().trim() === fresh.getText().trim();
}

export function rangeOf({ start, end }: Span): Range {
  return new Range(new Position(start.line, start.character), new Position(end.line, end.character));
}

/** The column in which a tab has this document, whether it is on top there or not. */
export function columnShowing(uri: Uri): ViewColumn | undefined {
  const address = uri.toString();
  return window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === address),
  )?.viewColumn;
}

/** True if a document has exactly this text: an answer may have arrived that the editor does not show yet. */
export function isText(document: TextDocument, text: string): boolean {
  return document.getText().replaceAll("\r\n", "\n") === text;
}
