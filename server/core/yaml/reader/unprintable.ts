import type { SyntaxProblem } from "../tree.ts";

const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that YAML forbids.
  /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A file that has more of them than this is not text. */
const MOST_UNPRINTABLE = 20;

/** Replaces each character that YAML forbids with a blank, with a problem for each. `undefined` if this is not text at all. */
export function blankUnprintable(text: string): { text: string; problems: SyntaxProblem[] } | undefined {
  const problems: SyntaxProblem[] = [];
  let found = 0;
  const printable = text.replace(UNPRINTABLE, (char, offset: number) => {
    if (++found <= MOST_UNPRINTABLE) {
      // Files are read so that half of a surrogate pair stands where the bytes of a file are no text.
      if (/\p{Surrogate}/u.test(char)) {
        problems.push({ offset, length: 1, fault: { code: "no-utf-8" } });
        return " ";
      }
      const number = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      problems.push({ offset, length: 1, fault: { code: "forbidden-character", number } });
    }
    return " ";
  });
  return found > MOST_UNPRINTABLE ? undefined : { text: printable, problems };
}
