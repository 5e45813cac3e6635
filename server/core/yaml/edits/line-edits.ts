import type { TextDocument } from "vscode-languageserver-textdocument";
import type { TextEdit } from "vscode-languageserver-types";
import { difference } from "./difference.ts";
import type { Edit } from "./edit.ts";

/** The number of lines ahead in which a line is searched for on the other side. */
const WINDOW = 40;

interface Line {
  readonly start: number;
  readonly text: string;
  /** The same for equal lines of both sides, which takes less to compare than their texts. */
  readonly number: number;
  readonly isBlank: boolean;
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
  return changedLines(text, wanted).map(({ start, removed, added }) => {
    const change = difference(removed.join(""), added.join(""));
    return { start: start + change.start, end: start + change.end, text: change.text };
  });
}

/** Lines, with their breaks, that are replaced by others. */
export interface ChangedLines {
  /** The number of lines before them, and of characters. */
  readonly line: number;
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The lines to replace, from the top to the bottom, so that a text becomes `wanted`: found in one pass, and not always the fewest. */
export function changedLines(text: string, wanted: string): ChangedLines[] {
  const numbers = new Map<string, number>();
  const before = splitLines(text, numbers);
  const after = splitLines(wanted, numbers);
  const changes: ChangedLines[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [removed, added] = nextChange(before, after, i, j);
    if (removed > 0 || added > 0) {
      const start = before[i]?.start ?? text.length;
      changes.push({
        line: i,
        start,
        removed: before.slice(i, i + removed).map((line) => line.text),
        added: after.slice(j, j + added).map((line) => line.text),
      });
    }
    i += removed;
    j += added;
    while (i < before.length && j < after.length && before[i]?.number === after[j]?.number) {
      i++;
      j++;
    }
  }
  return changes;
}

/** The number of lines to take from each side until both continue alike. */
function nextChange(before: readonly Line[], after: readonly Line[], i: number, j: number): [number, number] {
  const old = before[i];
  const fresh = after[j];
  if (old === undefined || fresh === undefined) return [before.length - i, after.length - j];
  if (old.number === fresh.number) return [0, 0];
  if (old.text.trim() === fresh.text.trim()) return [1, 1];
  for (let distance = 1; distance <= WINDOW; distance++) {
    for (let removed = 0; removed <= distance; removed++) {
      const line = before[i + removed];
      if (line && !line.isBlank && line.number === after[j + distance - removed]?.number)
        return [removed, distance - removed];
    }
  }
  return [1, 1];
}

/** The lines of a text. `numbers` are those of the lines that have been seen. */
function splitLines(text: string, numbers: Map<string, number>): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline + 1;
    const line = text.slice(start, end);
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    lines.push({ start, text: line, number, isBlank: line.trim() === "" });
    start = end;
  }
  return lines;
}
