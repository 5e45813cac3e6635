import type { CodeLens } from "vscode-languageserver";
import type { FileAction, LanguageService } from "../core/language-service.ts";
import type { OpenFile } from "../workspace/open-files.ts";
import type { ClientFeatures } from "./client-features.ts";

/** The client's command for each action. */
const COMMANDS: Readonly<Record<FileAction, string>> = {
  "effective-values": "capOperator.showEffectiveValues",
  "compare-values": "capOperator.compareValues",
  install: "capOperator.install",
  preview: "capOperator.previewInstallation",
};

/** The code lenses of a file, limited to actions that the client supports. */
export function codeLenses(
  service: LanguageService,
  features: ClientFeatures,
  { analysis }: OpenFile,
): CodeLens[] {
  return service.codeLenses(analysis).flatMap(({ action, title, range }) => {
    const command = COMMANDS[action];
    if (!features.commands.includes(command)) return [];
    return [{ range, command: { title, command, arguments: [analysis.text.uri] } }];
  });
}
