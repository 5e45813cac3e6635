import type { Range, TextEdit } from "vscode-languageserver-types";

/** A place in a text as people and models count: lines and columns from 1. */
interface PlaceFromOne {
  readonly line: number;
  readonly column: number;
  /** Absent if the place ends in the same line. */
  readonly endLine?: number;
  readonly endColumn: number;
}

/** Converts a range into a place, which counts from one. */
export function placeOf({ start, end }: Range): PlaceFromOne {
  return {
    line: start.line + 1,
    column: start.character + 1,
    ...(end.line > start.line && { endLine: end.line + 1 }),
    endColumn: end.character + 1,
  };
}

/** Edits as agents get them. */
export function editsOf(edits: readonly TextEdit[]): object[] {
  return edits.map(({ range, newText }) => ({ ...placeOf(range), newText }));
}

/** An object without empty lists and texts, and without marks that are false. */
export function filled<T extends object>(object: T): Partial<T> {
  const entries = Object.entries(object).filter(
    ([, value]) => value !== undefined && value !== false && value !== "" && !isEmptyList(value),
  );
  return Object.fromEntries(entries) as Partial<T>;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
