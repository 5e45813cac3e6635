/**
 * Offset of the quote that closes the text in quotes that begins at `open`, if it is on the same line. A quote behind a backslash, or
 * twice between single quotes, is a part of the text.
 */
export function closingQuote(text: string, open: number): number | undefined {
  const quote = text.charAt(open);
  for (let at = open + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\n") return undefined;
    if (char === "\\" && quote === '"') at++;
    else if (char === quote) {
      if (quote === '"' || text.charAt(at + 1) !== quote) return at;
      at++;
    }
  }
  return undefined;
}
