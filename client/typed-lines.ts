/** A change of a text as an editor reports it; its lines are those of the text before all changes that come with it. */
export interface TextChange {
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly text: string;
}

/** The lines in which the ends of what was written are, in the text after all the changes. */
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

/** Whether a line of the text before the changes is one of those that they change. */
export function isChanged(line: number, changes: readonly TextChange[]): boolean {
  return changes.some(({ range }) => range.start.line <= line && line <= range.end.line);
}
