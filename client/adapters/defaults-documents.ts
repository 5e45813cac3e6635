import { type TextDocumentContentProvider, Uri } from "vscode";
import type { DocumentKind } from "../../server/lsp/protocol.ts";
import type { LanguageServer } from "../ports.ts";

/** The scheme of the read-only documents that contain the defaults. */
export const DEFAULTS_SCHEME = "cap-operator-defaults";

/** The address of the document with the documented defaults of a chart, named by its version, or with the default operator resource. */
export function defaultsUri(kind: DocumentKind, chart = ""): Uri {
  return Uri.from({ scheme: DEFAULTS_SCHEME, path: `/${kind}.yaml`, query: chart });
}

/** Provides those documents from what the server knows. */
export function createDefaultsProvider(server: LanguageServer): TextDocumentContentProvider {
  return {
    provideTextDocumentContent: (uri) =>
      server.defaultsDocument({
        kind: uri.path === "/operator.yaml" ? "operator" : "values",
        comments: false,
        ...(uri.query !== "" && { chart: uri.query }),
      }),
  };
}
