/** A text as a sentence shows it: on one line, and cut behind `most` characters. */
export function shown(text: string, most = 60): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
