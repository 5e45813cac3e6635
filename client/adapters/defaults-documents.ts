import { type TextDocumentContentProvider, Uri } from "vscode";
import type { LanguageServer } from "../ports.ts";

/** The scheme of the read-only document that holds the default operator resource. */
export const DEFAULTS_SCHEME = "cap-operator-defaults";

/** The address of that document. */
export const DEFAULT_RESOURCE = Uri.from({ scheme: DEFAULTS_SCHEME, path: "/operator.yaml" });

/** Provides that document from what the server knows. */
export function createDefaultsProvider(server: LanguageServer): TextDocumentContentProvider {
  return {
    provideTextDocumentContent: () => server.defaultsDocument({ kind: "operator", comments: false }),
  };
}
