import { type Disposable, type TextDocument, workspace } from "vscode";
import { isYamlDocument } from "./yaml-documents.ts";

/** Knows what became of new files that were saved. */
export interface SavedFiles extends Disposable {
  /** The current address of a file, which changes when a new file is saved. */
  now(address: string): string;
}

/** Follows new files. When one is saved, the editor closes it, after opening the saved one. */
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
    now: (address) => saved.get(address) ?? address,
    dispose() {
      for (const one of following) one.dispose();
    },
  };
}

/**
 * Whether a file was saved from a new one, which no event tells. It has the path that was suggested for the new one, or the same
 * text except for what is trimmed on saving.
 */
function isSavedFrom(open: TextDocument, fresh: TextDocument): boolean {
  if (open.isUntitled || !isYamlDocument(open)) return false;
  return open.uri.path === fresh.uri.path || open.getText().trim() === fresh.getText().trim();
}
