/** A text as a sentence shows it: on one line, and cut after `most` characters. */
export function shown(text: string, most = 60): string {
  return cut(text.replace(/\s+/g, " "), most);
}

/** A text with its whitespace as it is, cut after `most` characters. A surrogate pair is not cut in two. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}
