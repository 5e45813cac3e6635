import { CodeActionKind, type ServerCapabilities, TextDocumentSyncKind } from "vscode-languageserver";
import type { ClientFeatures } from "./client-features.ts";
import { TRIGGER_CHARACTERS } from "./completion.ts";

/** What this server offers to a client. Formatting is left out where it can be offered and taken back live. */
export function serverCapabilities(features: ClientFeatures): ServerCapabilities {
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    completionProvider: { triggerCharacters: TRIGGER_CHARACTERS, resolveProvider: true },
    hoverProvider: true,
    codeActionProvider: features.codeActionLiterals ? { codeActionKinds: [CodeActionKind.QuickFix] } : false,
    documentSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    definitionProvider: true,
    renameProvider: { prepareProvider: true },
    ...(features.registerFormatting ? {} : { documentFormattingProvider: true }),
    ...(features.pullDiagnostics
      ? {
          diagnosticProvider: {
            identifier: "cap-operator",
            interFileDependencies: false,
            workspaceDiagnostics: false,
          },
        }
      : {}),
    ...(features.workspaceFolders
      ? { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } }
      : {}),
  };
}
