import { createTwoFilesPatch, formatPatch, type StructuredPatchHunk } from "diff";
import { changedLines } from "../../core/yaml/edits/line-edits.ts";

/** The search for the shortest patch takes steps by the square of the lines that differ: with more of them, it is given up. */
const MOST_DIFFERENT = 500;

/** Lines around a change. */
const CONTEXT = 4;

/**
 * The patch, with its headers, that makes one text out of another, which are both called `name`: an absolute path is without its first slash, as Git
 * writes it. With many changes it is not the shortest.
 */
export function linePatch(name: string, before: string, after: string): string {
  const within = name.replace(/^\//, "");
  const names = { oldFileName: `a/${within}`, newFileName: `b/${within}` };
  const shortest = createTwoFilesPatch(
    names.oldFileName,
    names.newFileName,
    before,
    after,
    undefined,
    undefined,
    {
      maxEditLength: MOST_DIFFERENT,
    },
  );
  const headers = { oldHeader: undefined, newHeader: undefined };
  return shortest ?? formatPatch({ ...names, ...headers, hunks: hunksOf(before, after) });
}

/** The changes from the top to the bottom, with the lines around them. */
function hunksOf(before: string, after: string): StructuredPatchHunk[] {
  const old = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const hunks: StructuredPatchHunk[] = [];
  // Lines of the text that come before the next one, and by how many more or fewer the other text has.
  let done = 0;
  let moved = 0;
  const add = (sign: string, lines: readonly string[]) => {
    const hunk = hunks.at(-1);
    if (!hunk) return;
    for (const line of lines) for (const written of inPatch(sign, line)) hunk.lines.push(written);
    if (sign !== "+") hunk.oldLines += lines.length;
    if (sign !== "-") hunk.newLines += lines.length;
  };
  const keep = (until: number) => {
    add(" ", old.slice(done, until));
    done = until;
  };
  for (const { line, removed, added } of changedLines(before, after)) {
    if (hunks.length === 0 || line - done > 2 * CONTEXT) {
      keep(Math.min(line, done + CONTEXT));
      done = Math.max(0, line - CONTEXT);
      hunks.push({ oldStart: done + 1, newStart: done + moved + 1, oldLines: 0, newLines: 0, lines: [] });
    }
    keep(line);
    add("-", removed);
    add("+", added);
    done += removed.length;
    moved += added.length - removed.length;
  }
  keep(done + CONTEXT);
  return hunks;
}

/** A line as a patch has it. */
function inPatch(sign: string, line: string): readonly string[] {
  return line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, "\\ No newline at end of file"];
}
