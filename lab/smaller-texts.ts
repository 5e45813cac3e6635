/** Smaller versions of a text, each without one part, the largest parts first: its halves, then its lines, then its characters. */
export function* smallerTexts(text: string): Generator<string> {
  if (text === "") return;
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const half = Math.ceil(lines.length / 2);
  if (lines.length > 3) {
    yield lines.slice(0, half).join("");
    yield lines.slice(half).join("");
  }
  if (lines.length > 1) for (const index of lines.keys()) yield lines.toSpliced(index, 1).join("");
  for (let part = 2 ** Math.floor(Math.log2(text.length)); part > 1; part /= 2) {
    if (text.length / part > 60) break;
    for (let start = 0; start < text.length; start += part)
      yield text.slice(0, start) + text.slice(start + part);
  }
  if (text.length <= 60)
    for (let offset = 0; offset < text.length; offset++) yield text.slice(0, offset) + text.slice(offset + 1);
}
