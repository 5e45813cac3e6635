import type { Edit } from "./edit.ts";

/** The stretch in which two texts differ. It never begins or ends between the halves of a line break or of a character. */
export function difference(before: string, after: string): Edit {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let same = 0;
  const most = Math.min(before.length, after.length) - start;
  while (same < most && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  if (start > 0 && /[\r\uD800-\uDBFF]/.test(before[start - 1] ?? "")) start--;
  const end = before.slice(Math.max(0, before.length - same - 1), before.length - same + 1);
  if (same > 0 && (end === "\r\n" || /[\uDC00-\uDFFF]$/.test(end))) same--;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
