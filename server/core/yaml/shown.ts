/** A text as a sentence shows it: on one line, and cut after `most` characters. */
export function shown(text: string, most = 60): string {
  return cut(text.replace(/\s+/g, " "), most);
}

/** A text with its whitespace as it is, cut after `most` characters. A surrogate pair is not cut in two. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}

/** Characters up to which a sentence is shown as it is. */
const LONGEST_SENTENCE = 300;
/** Characters of a word, such as a key or a value that is quoted, up to which it is shown whole in a longer sentence. */
const LONGEST_WORD = 160;

/**
 * A sentence of one line with at most 1,000 characters, whatever it quotes: of words that are too long, the beginning and the end are
 * kept, so that the words about them remain.
 */
export function boundedSentence(text: string): string {
  const line = text.replace(/[\n\r\u0085\u2028\u2029]+/g, " ");
  if (line.length <= LONGEST_SENTENCE) return line;
  const words = line.split(" ").map((word) => {
    if (word.length <= LONGEST_WORD) return word;
    return cut(word, LONGEST_WORD - 40) + word.slice(-20).replace(/^[\uDC00-\uDFFF]/, "");
  });
  return cut(words.join(" "), 1000);
}
