/** True if a character of a kind is at an offset of a text. Like all functions here, it reads no character twice. */
export function isOf(kind: RegExp, text: string, offset: number): boolean {
  return offset >= 0 && offset < text.length && kind.test(text.charAt(offset));
}

/** The end of the characters of a kind that begin at a place. */
export function endOf(kind: RegExp, text: string, offset: number): number {
  let end = offset;
  while (isOf(kind, text, end)) end++;
  return end;
}

/** The start of the characters of a kind that end at a place. */
export function startOf(kind: RegExp, text: string, end: number): number {
  let start = end;
  while (isOf(kind, text, start - 1)) start--;
  return start;
}

/** True if a text only has characters of a kind. */
export function isEvery(kind: RegExp, text: string): boolean {
  return endOf(kind, text, 0) === text.length;
}
