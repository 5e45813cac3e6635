import type { TextEdit } from "../../server/lsp/protocol.ts";

/** The words by which the comment `# cap-operator: ...` classifies a file. */
export type ModelineWord = "values" | "operator" | "off";

const MODELINE = /^\s*#\s*cap-operator\s*:/;

/** The comment line itself, without a line break; `chart` names the chart of a values file. */
export function modeline(word: ModelineWord, chart?: string): string {
  return `# cap-operator: ${word}${chart === undefined ? "" : ` ${chart}`}`;
}

/** The edit that makes the file's leading comments say `word`, in place of what they said before. */
export function modelineEdit(text: string, word: ModelineWord, chart?: string): TextEdit {
  const lines = text.split(/\r\n|\r|\n/);
  const header = lines.findIndex((line) => !/^\s*(#|%|---\s*(#|$)|$)/.test(line));
  const place = lines.slice(0, header < 0 ? lines.length : header).findIndex((line) => MODELINE.test(line));
  if (place < 0) {
    const top = { line: 0, character: 0 };
    return { range: { start: top, end: top }, newText: `${modeline(word, chart)}\n` };
  }
  return {
    range: {
      start: { line: place, character: 0 },
      end: { line: place, character: (lines[place] ?? "").length },
    },
    newText: modeline(word, chart),
  };
}
