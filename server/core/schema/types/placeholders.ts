/** Placeholders for values to be filled in: `<name>`, `${name}`, also with a default that has braces, a lone `$NAME`, `{name}`, `CHANGE_ME`. */
const FORMS =
  /<[A-Za-z][\w .-]*>|\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\}|^\s*\$[A-Z][A-Z\d_]*\s*$|(?<![{$])\{[A-Za-z][\w .-]*\}(?!\})|(?<![A-Za-z])(?:change|replace)[_-]?me(?![A-Za-z])/i;

/** The signs of placeholders: every placeholder has one; most texts have none. */
const MARKS = /[<{$]|[mM][eE](?![A-Za-z])/;

/** Words that people write in the place of a value that they do not know yet. */
const WORDS =
  /^(?:todo|fixme|tb[acd]|placeholder|changeme|replaceme|n\/?a|x{3,}|\?{2,}|\.{3}|your[_-][\w-]+|insert[_-][\w-]+)$/i;

/** The first placeholder in a text. */
export function placeholderIn(text: string): string | undefined {
  if (isPlaceholderWord(text)) return text.trim();
  if (!MARKS.test(text)) return undefined;
  return FORMS.exec(text)?.[0].trim();
}

/** True for a text that is only a word for a value to be filled in, which may be meant where any text is allowed. */
export function isPlaceholderWord(text: string): boolean {
  return text.length < LONGEST_WORD && WORDS.test(text.trim());
}

const LONGEST_WORD = 100;

/** A whole name in a text, bounded by its ends, slashes, colons and the like. */
const EXAMPLE = /(?<![\w.-])(?:[\w-]+\.)*example(?:\.(?:com|net|org|edu))(?![\w-]|\.\w)/;

/** The first name in a text that is reserved for examples, alone or as part of an address. */
export function exampleNameIn(text: string): string | undefined {
  return text.includes("example") ? EXAMPLE.exec(text)?.[0] : undefined;
}

/** True for a host that is reserved for examples (RFC 2606). */
export function isExampleHost(host: string): boolean {
  return /(?:^|\.)example(?:\.(?:com|net|org|edu))?\.?$/i.test(host);
}

/** The placeholder for a value that only the user knows: the name of its key in angle brackets. */
export function placeholderFor(key: string): string {
  return `<${key.replace(/[a-z](?=[A-Z])/g, "$&_").toLowerCase()}>`;
}
