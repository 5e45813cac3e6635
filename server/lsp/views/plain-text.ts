import { type MarkupContent, MarkupKind } from "vscode-languageserver";

/** Turns Markdown into plain text, for a client that shows nothing else. */
export function plainMarkup(content: MarkupContent): MarkupContent {
  return content.kind === MarkupKind.PlainText
    ? content
    : { kind: MarkupKind.PlainText, value: markdownToText(content.value) };
}

/** Markdown as plain text: without fences, emphasis and link addresses. */
export function markdownToText(markdown: string): string {
  return markdown
    .replace(/^```.*\n?/gm, "")
    .replace(/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, "$1")
    .replace(/\*\*(?=\S)([^*\n]+(?:\*[^*\n]+)*)(?<=\S)\*\*/g, "$1")
    .replace(/__(?=\S)([^_\n]+(?:_[^_\n]+)*)(?<=\S)__/g, "$1")
    .replace(/`([^`\n]+)`/g, "$1")
    .replace(/^#{1,6} +/gm, "")
    .replace(/^(-{3,}|\*{3,})$\n?/gm, "")
    .replace(/\\([\\`*_{}[\]()#+.!<>|~:/@-])/g, "$1")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
