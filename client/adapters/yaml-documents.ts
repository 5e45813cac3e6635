import { type TextDocument, workspace } from "vscode";

// Old versions of a file in a diff (`git:`) and output are YAML, too, but nobody edits values there: diagnostics for them would
// appear in the Problems panel beside those of the file itself.
const EDITED_SCHEMES = ["file", "untitled", "vscode-vfs", "vscode-remote", "vsls"];

/** The documents that are shown to the language server, which decides which of them are ours. */
export function yamlSelector(): { readonly scheme: string; readonly language: string }[] {
  return editedSchemes().map((scheme) => ({ scheme, language: "yaml" }));
}

/** Whether this document is shown to the language server. */
export function isYamlDocument(document: TextDocument): boolean {
  return document.languageId === "yaml" && editedSchemes().includes(document.uri.scheme);
}

/** An extension may bring a workspace with a scheme of its own. */
function editedSchemes(): string[] {
  const ofFolders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  return [...new Set([...EDITED_SCHEMES, ...ofFolders])];
}
