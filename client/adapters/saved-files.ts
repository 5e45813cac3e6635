import { type Disposable, type TextDocument, workspace } from "vscode";
import { isYamlDocument } from "./yaml-documents.ts";

/** Knows what has become of new files that were saved. */
export interface SavedFiles extends Disposable {
  /** Where a file is now: a new one that was saved has another address than before. */
  now(address: string): string;
}

/** Follows new files. The editor closes one when it is saved, and has opened the saved one by then. */
export function createSavedFiles(): SavedFiles {
  const saved = new Map<string, string>();
  const following = [
    workspace.onDidCloseTextDocument((document) => {
      if (!document.isUntitled || !isYamlDocument(document)) return;
      const successor = workspace.textDocuments.find((open) => isSavedFrom(open, document));
      if (successor) saved.set(document.uri.toString(), successor.uri.toString());
    }),
    // The editor gives the address of a new file again once it is free.
    workspace.onDidOpenTextDocument(({ uri }) => saved.delete(uri.toString())),
  ];
  return {
    now: (address) => saved.get(address) ?? address,
    dispose() {
      for (const one of following) one.dispose();
    },
  };
}

/** No event says so: it has the path that the new one was begun with, or its text, but for what is trimmed on saving. */
function isSavedFrom(open: TextDocument, fresh: TextDocument): boolean {
  if (open.isUntitled || !isYamlDocument(open)) return false;
  return open.uri.path === fresh.uri.path || open.getText().trim() === fresh.getText().trim();
}
