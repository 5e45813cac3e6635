import { TextDocument } from "vscode-languageserver-textdocument";
// The formatter alone: the library's index takes half a second and two thirds of the bundle for what is not used here.
import { YAMLFormatter } from "yaml-language-server/out/src/languageservice/services/yamlFormatter.js";
import { type Formatted, formatText, type Indentation } from "../../core/formatting/format-text.ts";

/** Formats texts. Loaded on first use. */
export interface YamlService {
  format(text: string, indentation: Indentation): Promise<Formatted>;
}

/** Makes the service. It contacts no network and reads no files. */
export function createYamlService(): YamlService {
  const formatter = new YAMLFormatter();
  /**
   * Lays a text out as yaml-language-server does. `undefined` if it cannot read it. It answers with no edit then, and for a text that is laid out already,
   * which is why the text is given with a blank line before it: that is always removed.
   */
  const layOut = async (text: string, tabSize: number): Promise<string | undefined> => {
    const document = TextDocument.create("untitled:text", "yaml", 0, `\n${text}`);
    const [edit] = await formatter.format(document, { tabSize });
    return edit?.newText;
  };
  return { format: (text, indentation) => formatText(text, layOut, indentation) };
}
