import type { TextDocument } from "vscode-languageserver-textdocument";
import type { TextEdit } from "vscode-languageserver-types";
import { difference } from "./difference.ts";
import type { Edit } from "./edit.ts";

/** How far ahead a line is searched for on the other side. */
const WINDOW = 40;

interface Line {
  readonly start: number;
  readonly text: string;
}

/**
 * The edits that turn a document into `wanted`. They touch only the lines that differ, and within these only the part that
 * differs, so that cursors, marks and comments elsewhere stay where they are.
 */
export function lineEdits(document: TextDocument, wanted: string): TextEdit[] {
  return lineChanges(document.getText(), wanted).map(({ start, end, text }) => ({
    range: { start: document.positionAt(start), end: document.positionAt(end) },
    newText: text,
  }));
}

/** The same for a text alone. */
export function lineChanges(text: string, wanted: string): Edit[] {
  const before = splitLines(text);
  const after = splitLines(wanted);
  const edits: Edit[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [removed, added] = nextChange(before, after, i, j);
    if (removed > 0 || added > 0) {
      const old = before.slice(i, i + removed);
      const start = old[0]?.start ?? before[i]?.start ?? text.length;
      const change = difference(join(old), join(after.slice(j, j + added)));
      edits.push({ start: start + change.start, end: start + change.end, text: change.text });
    }
    i += removed;
    j += added;
    while (i < before.length && j < after.length && before[i]?.text === after[j]?.text) {
      i++;
      j++;
    }
  }
  return edits;
}

/** How many lines to take from each side until both continue alike. */
function nextChange(before: readonly Line[], after: readonly Line[], i: number, j: number): [number, number] {
  const old = before[i];
  const fresh = after[j];
  if (old === undefined || fresh === undefined) return [before.length - i, after.length - j];
  if (old.text === fresh.text) return [0, 0];
  if (old.text.trim() === fresh.text.trim()) return [1, 1];
  for (let distance = 1; distance <= WINDOW; distance++) {
    for (let removed = 0; removed <= distance; removed++) {
      const text = before[i + removed]?.text;
      if (text !== undefined && text.trim() !== "" && text === after[j + distance - removed]?.text) {
        return [removed, distance - removed];
      }
    }
  }
  return [1, 1];
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline + 1;
    lines.push({ start, text: text.slice(start, end) });
    start = end;
  }
  return lines;
}

function join(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join("");
}
