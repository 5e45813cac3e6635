/** A change of a text as an editor reports it. Its lines are those of the text before all changes of the same event. */
export interface TextChange {
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly text: string;
}

/** The lines on which the inserted texts end, in the text after all changes. */
export function linesBehind(changes: readonly TextChange[]): number[] {
  let moved = 0;
  return changes
    .toSorted((a, b) => a.range.start.line - b.range.start.line)
    .map(({ range, text }) => {
      const added = text.split("\n").length - 1;
      const end = range.start.line + moved + added;
      moved += added - (range.end.line - range.start.line);
      return end;
    });
}

/** Whether the changes affect a line, which is counted as before them. */
export function isChanged(line: number, changes: readonly TextChange[]): boolean {
  return changes.some(({ range }) => range.start.line <= line && line <= range.end.line);
}
