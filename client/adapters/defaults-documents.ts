import { type TextDocumentContentProvider, Uri } from "vscode";
import type { DocumentKind } from "../../server/lsp/protocol.ts";
import type { LanguageServer } from "../ports.ts";

/** The scheme of the read-only documents that contain the defaults. */
export const DEFAULTS_SCHEME = "cap-operator-defaults";

/** The address of the document with the chart's documented defaults, or with the default operator resource. */
export function defaultsUri(kind: DocumentKind): Uri {
  return Uri.from({ scheme: DEFAULTS_SCHEME, path: `/${kind}.yaml` });
}

/** Provides those documents from what the server knows. */
export function createDefaultsProvider(server: LanguageServer): TextDocumentContentProvider {
  return {
    provideTextDocumentContent: (uri) =>
      server.defaultsDocument({
        kind: uri.path === "/operator.yaml" ? "operator" : "values",
        comments: false,
      }),
  };
}
