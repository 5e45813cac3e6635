import * as l10n from "@vscode/l10n";
import { type TextDocumentContentProvider, Uri } from "vscode";
import {
  CHART_TEXT,
  DEFAULTS_DOCUMENT,
  type DocumentKind,
  defaultsAddress,
} from "../../../server/lsp/protocol.ts";
import type { LanguageServer } from "../../ports/editor.ts";
import { fileName } from "../../texts/file-name.ts";

/**
 * Provides the files of chart archives, read-only, from what the server has read. A file that it has not read, for example after
 * a reload of the window, fails with a sentence that the editor shows with a button to try again.
 */
export function createChartFileProvider(server: Pick<LanguageServer, "ask">): TextDocumentContentProvider {
  return {
    async provideTextDocumentContent(uri) {
      const text = await server.ask(CHART_TEXT, { uri: uri.toString() });
      if (text !== null) return text;
      throw new Error(
        l10n.t(
          "{0} is in the archive of a chart that has not been read yet. Open a values file for that chart first.",
          fileName(uri.path),
        ),
      );
    },
  };
}

/** The address of the documented defaults, as the server names it. */
export function defaultsUri(kind: DocumentKind, chart = ""): Uri {
  return Uri.parse(defaultsAddress(kind, chart));
}

export function createDefaultsProvider(server: Pick<LanguageServer, "ask">): TextDocumentContentProvider {
  return {
    provideTextDocumentContent: (uri) =>
      server.ask(DEFAULTS_DOCUMENT, {
        kind: uri.path === "/operator.yaml" ? "operator" : "values",
        comments: false,
        ...(uri.query !== "" && { chart: uri.query }),
      }),
  };
}
