import type { Edit } from "../yaml/edits/edit.ts";
import { applied } from "../yaml/edits/edits.ts";
import { memo } from "../yaml/memo.ts";
import { joined } from "../yaml/spans.ts";
import type { YamlFile } from "../yaml/tree.ts";

/** Words: runs of characters other than blanks, brackets, quotes and commas. */
const WORDS = /[^\s{}[\],"']+/g;

/** Adds the number of times that each word is in a text to `counts`, times `sign`. */
function count(counts: Map<string, number>, text: string, sign = 1): void {
  for (const [word] of text.matchAll(WORDS)) counts.set(word, (counts.get(word) ?? 0) + sign);
}

/** The counts of words in lines that repeat the line before them: such lines may go. */
const repeatedWords = memo(({ text }: YamlFile): ReadonlyMap<string, number> => {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const repeated = new Map<string, number>();
  for (const [index, line] of lines.entries()) if (line === lines[index - 1]) count(repeated, line);
  return repeated;
});

/** The number of words, keys and others, that edits take from a text: only the lines that they change are read. */
export function lostWords(
  file: YamlFile,
  edits: readonly Edit[],
): { readonly keys: number; readonly values: number } {
  const { text } = file;
  const ordered = edits.toSorted((a, b) => a.start - b.start);
  const lines = joined(
    ordered.map(({ start, end }) => {
      const next = text.indexOf("\n", end);
      const first = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1;
      return { start: first, end: next < 0 ? text.length : next };
    }),
  );
  const gone = new Map<string, number>();
  let index = 0;
  for (const { start, end } of lines) {
    count(gone, text.slice(start, end));
    const inside: Edit[] = [];
    for (let edit = ordered[index]; edit && edit.end <= end; edit = ordered[++index])
      inside.push({ ...edit, start: edit.start - start, end: edit.end - start });
    count(gone, applied(text.slice(start, end), inside), -1);
  }
  const lost = { keys: 0, values: 0 };
  for (const [word, times] of gone) {
    const less = times - (repeatedWords(file).get(word) ?? 0);
    if (less > 0) lost[word.endsWith(":") ? "keys" : "values"] += less;
  }
  return lost;
}
