import type { TextDocument } from "vscode";

// Old versions of a file in a diff (`git:`) and output are YAML, too, but nobody edits values there: diagnostics for them would
// appear in the Problems panel beside those of the file itself.
const EDITED_SCHEMES = ["file", "untitled", "vscode-vfs", "vscode-remote", "vsls"];

/** The documents that are shown to the language server, which decides which of them are ours. */
export const YAML_SELECTOR = EDITED_SCHEMES.map((scheme) => ({ scheme, language: "yaml" }));

/** Whether this document is shown to the language server. */
export function isYamlDocument(document: TextDocument): boolean {
  return document.languageId === "yaml" && EDITED_SCHEMES.includes(document.uri.scheme);
}
