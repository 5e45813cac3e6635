/** A text as a sentence shows it: on one line, and cut after `most` characters. */
export function shown(text: string, most = 60): string {
  return cut(text.replace(/\s+/g, " "), most);
}

/** A text as it is, with its blanks, cut after `most` characters. A character of two halves is not cut in two. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}
