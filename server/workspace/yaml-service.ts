import type { TextDocument } from "vscode-languageserver-textdocument";
// The formatter alone: the library's index takes half a second and two thirds of the bundle for what is not used here.
import { YAMLFormatter } from "yaml-language-server/out/src/languageservice/services/yamlFormatter.js";

/** What yaml-language-server does for us. Loaded on first use. */
export interface YamlService {
  /** The text in a uniform layout, or `undefined` when it cannot be formatted. */
  format(document: TextDocument, tabSize: number): Promise<string | undefined>;
}

/** Makes the service. It contacts no network and reads no files. */
export function createYamlService(): YamlService {
  const formatter = new YAMLFormatter();
  return {
    async format(document, tabSize) {
      const text = document.getText();
      const [edit] = await formatter.format(document, { tabSize });
      if (edit === undefined) return undefined;
      return text.includes("\r\n") ? edit.newText.replace(/\r?\n/g, "\r\n") : edit.newText;
    },
  };
}
