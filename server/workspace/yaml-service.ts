import * as yaml from "prettier/plugins/yaml";
import { format } from "prettier/standalone";
import { type Formatted, formatText, type Indentation } from "../core/formatting/format-text.ts";

/** Formats texts. Loaded on first use. */
export interface YamlService {
  format(text: string, indentation: Indentation): Promise<Formatted>;
}

/** Makes the service. It contacts no network and reads no files. */
export function createYamlService(): YamlService {
  return { format: (text, indentation) => formatText(text, layOut, indentation) };
}

/** Lays a text out as Prettier does. `undefined` if it cannot read it. */
async function layOut(text: string, indent: number): Promise<string | undefined> {
  try {
    return await format(text, {
      parser: "yaml",
      plugins: [yaml],
      tabWidth: indent,
      proseWrap: "preserve",
      trailingComma: "all",
    });
  } catch {
    return undefined;
  }
}
