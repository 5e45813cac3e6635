import type { CodeLens } from "vscode-languageserver-types";
import type { Analysis } from "../semantics/analysis.ts";

const LENSES: readonly { readonly title: string; readonly command: string }[] = [
  { title: "Effective values", command: "capOperator.showEffectiveValues" },
  { title: "Compare with defaults", command: "capOperator.compareWithDefaults" },
  { title: "Install...", command: "capOperator.install" },
  { title: "Preview", command: "capOperator.previewInstallation" },
];

/** What can be done with a values file, above its first line; only what `commands`, those of the client, can do. */
export function codeLenses(analysis: Analysis, commands: readonly string[]): CodeLens[] {
  if (!analysis.roots.some(({ kind }) => kind === "values")) return [];
  const start = { line: 0, character: 0 };
  return LENSES.filter(({ command }) => commands.includes(command)).map(({ title, command }) => ({
    range: { start, end: start },
    command: { title, command, arguments: [analysis.text.uri] },
  }));
}
