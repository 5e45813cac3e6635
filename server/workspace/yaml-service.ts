import { TextDocument } from "vscode-languageserver-textdocument";
import { getLanguageService } from "yaml-language-server";

/** What yaml-language-server does for us. Loaded on first use: it takes half a second. */
export interface YamlService {
  /** The text in a uniform layout, or `undefined` when it cannot be formatted. */
  format(document: TextDocument, tabSize: number): Promise<string | undefined>;
}

/** The library caches what it parsed by address for ever; with one address for all documents it keeps only one text. */
const SHARED_URI = "file:///document.yaml";
/** All services share the library's cache, so they share the version counter as well. */
let versions = 0;

/** Makes the service. It fetches no schemas: no network is contacted. */
export function createYamlService(): YamlService {
  const library = getLanguageService({
    schemaRequestService: () => Promise.reject(new Error("Schemas are not fetched.")),
    workspaceContext: { resolveRelativePath: (relativePath) => relativePath },
  });
  let shared = TextDocument.create(SHARED_URI, "yaml", ++versions, "");

  function share(document: TextDocument): TextDocument {
    const text = document.getText();
    if (shared.getText() !== text) {
      shared = TextDocument.create(SHARED_URI, "yaml", ++versions, text);
    }
    return shared;
  }

  return {
    async format(document, tabSize) {
      const text = document.getText();
      const [edit] = await library.doFormat(share(document), { tabSize } as { printWidth?: number });
      if (edit === undefined) return undefined;
      return text.includes("\r\n") ? edit.newText.replace(/\r?\n/g, "\r\n") : edit.newText;
    },
  };
}
