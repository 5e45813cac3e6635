import { memo } from "./memo.ts";
import type { YamlFile } from "./tree.ts";

/** A text of the same length and with the same lines, but holding nothing. */
export function blank(text: string): string {
  return text.replace(/[^\r\n]+/g, ({ length }) => " ".repeat(length));
}

/** The same for all of a file: made once, for the hundreds of documents or values that it may have. */
export const blankOf = memo((file: YamlFile) => blank(file.text));

/** A reference of a length, in place of an expression: it is no sign of YAML, and not known either. */
export function reference(length: number): string {
  return `\${${"x".repeat(length - 3)}}`;
}

/** In place of a template, a reference of the same length, which is no sign of YAML. */
export function withoutTemplates(text: string): string {
  return text.replace(/\{\{[^{}\r\n]*\}\}/g, ({ length }) => reference(length));
}

/** True if a text has such a reference. */
export function hasReference(text: string): boolean {
  return /\$\{x*\}/.test(text);
}
