import { CodeActionKind, type ServerCapabilities, TextDocumentSyncKind } from "vscode-languageserver";
import { FIX_ALL_KIND } from "../core/language-service.ts";
import type { ClientFeatures } from "./editor/client-features.ts";
import { DIAGNOSTICS } from "./editor/registrations.ts";
import { TRIGGER_CHARACTERS } from "./handlers/completion.ts";
import { FIX_RULE_COMMAND } from "./handlers/rule-fixes.ts";

/** The capabilities of this server for a client. Formatting is left out if it can be registered and unregistered dynamically. */
export function serverCapabilities(features: ClientFeatures): ServerCapabilities {
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    completionProvider: { triggerCharacters: TRIGGER_CHARACTERS, resolveProvider: true },
    hoverProvider: true,
    codeActionProvider: features.codeActionLiterals
      ? {
          codeActionKinds: [
            CodeActionKind.QuickFix,
            CodeActionKind.RefactorExtract,
            CodeActionKind.RefactorInline,
            CodeActionKind.RefactorMove,
            FIX_ALL_KIND,
          ],
        }
      : false,
    ...(features.codeActionLiterals && features.applyEdit
      ? { executeCommandProvider: { commands: [FIX_RULE_COMMAND] } }
      : {}),
    documentSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    inlayHintProvider: true,
    ...(features.commands.length > 0 ? { codeLensProvider: {} } : {}),
    renameProvider: { prepareProvider: true },
    ...(features.registerFormatting ? {} : { documentFormattingProvider: true }),
    ...(features.pullDiagnostics ? { diagnosticProvider: DIAGNOSTICS } : {}),
    ...(features.workspaceFolders
      ? { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } }
      : {}),
  };
}
