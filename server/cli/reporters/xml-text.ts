import { withoutCommands } from "../output/runner-commands.ts";

/** Text in XML. Only the functions here make it, so that nothing that is filled in becomes markup. */
export type XmlText = string & { readonly xml: true };

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  // In attributes, readers of XML make spaces of these unless they are written so.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Characters that XML 1.0 cannot contain in any form (https://www.w3.org/TR/xml/#charsets), and halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about these
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Writes XML: xml`<a b="${name}"/>` contains the name as text, whatever is in it. */
export function xml(fixed: TemplateStringsArray, ...filledIn: (string | number | XmlText[])[]): XmlText {
  const parts = fixed.map((part, index) => {
    const value = filledIn[index] ?? "";
    return part + (Array.isArray(value) ? value.join("") : escaped(String(value)));
  });
  return parts.join("") as XmlText;
}

function escaped(text: string): string {
  const markup = text
    .replace(IMPOSSIBLE, "\ufffd")
    .replace(/[&<>"'\t\n\r]/g, (character) => ENTITIES[character] ?? character);
  return withoutCommands(markup, (character) => `&#${character.charCodeAt(0)};`);
}
