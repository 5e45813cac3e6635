const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/** Whether a character ends a line. */
export function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}
