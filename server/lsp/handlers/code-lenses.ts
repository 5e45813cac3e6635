import type { CodeLens } from "vscode-languageserver";
import type { FileAction } from "../../core/language-service.ts";
import type { ServerState } from "../state.ts";

/** The client's command for each action. */
const COMMANDS: Readonly<Record<FileAction, string>> = {
  "effective-values": "capOperator.showEffectiveValues",
  "compare-values": "capOperator.compareValues",
  install: "capOperator.install",
  preview: "capOperator.previewInstallation",
};

/** Answers what is shown between and behind the lines: code lenses, as far as the client has their commands, and inlay hints. */
export function serveLensesAndHints({ connection, requests, service, features }: ServerState): void {
  connection.onCodeLens(
    requests.certain("Code lenses", [], ({ analysis }): CodeLens[] =>
      service.codeLenses(analysis).flatMap(({ action, title, range }) => {
        const command = COMMANDS[action];
        if (!features.commands.includes(command)) return [];
        return [{ range, command: { title, command, arguments: [analysis.text.uri] } }];
      }),
    ),
  );
  connection.languages.inlayHint.on(
    requests.certain("Inlay hints", [], ({ analysis }, { range }) => service.inlayHints(analysis, range)),
  );
}
