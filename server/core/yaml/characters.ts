const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

/** Whether a character ends a line. */
export function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

/** Whether a character is a space, a tab or the end of a line, and so belongs to nothing. */
export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB || isLineBreak(code);
}
