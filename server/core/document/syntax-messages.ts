/** What of the text was set aside so that the rest can be read. */
export type BrokenPart = "tab" | "line" | "value" | "unclosed" | "rest";

/** From js-yaml's reason to what a person needs to know. The first that matches counts. */
const SENTENCES: readonly [reason: RegExp, sentence: string][] = [
  [/missed comma/, "A comma is missing between two entries in brackets."],
  [/found ','/, "There is nothing between two commas."],
  [
    /^unknown escape|hexadecimal/,
    'A backslash in double quotes starts an escape here that YAML does not know. Write "\\\\" for a backslash.',
  ],
  [/flow collection/, "This bracket is never closed."],
  [/tag/, "This tag (a word that starts with an exclamation mark) is not one that YAML knows."],
  [/alias|anchor/, "An anchor (&name) or alias (*name) is malformed here."],
  [/block scalar|line break is expected/, "The header of this block text (| or >) is malformed."],
  [/^bad indentation|a block mapping entry/, "The indentation of this line fits none of the lines above it."],
  [/^tab characters/, "A tab cannot indent YAML. Use spaces."],
  [
    /end of the stream or a document separator/,
    "This line does not continue what stands above it. Check its indentation.",
  ],
];

/** One sentence on why YAML cannot be read here; `source` is the part that was set aside. */
export function explainSyntaxError(reason: string, part: BrokenPart, source: string): string {
  if (part === "tab") return "A tab cannot indent YAML. Use spaces.";
  const first = source.charAt(0);
  if (part === "unclosed") {
    return first === "[" || first === "{" ? "This bracket is never closed." : "This quote is never closed.";
  }
  if (part === "line") {
    const word = /^(?:- +)*([\w.-]+)$/.exec(source)?.[1];
    if (word) return `"${word}" is not a key yet: write "${word}:" and a value.`;
    const joined = /^([\w.-]+):([^\s:]+)$/.exec(source);
    if (joined) return `A blank is missing after the colon: write "${joined[1]}: ${joined[2]}".`;
  }
  if (part === "value") {
    if (/^[@`%]/.test(first)) return `A value cannot start with ${first} unless it is in quotes.`;
    if (/: /.test(source) && !/^["'[{]/.test(first)) {
      return "A colon and a blank inside a value need quotes around the value.";
    }
    if (/^["']/.test(first) && /^bad indentation/.test(reason)) {
      return "More text follows the closing quote. Put all of the value inside the quotes.";
    }
    if (
      /^(?:bad indentation of a mapping|a block mapping|end of the stream|can not read a block)/.test(reason)
    ) {
      return "Keys are indented below this value. A key has either a value or keys below it.";
    }
  }
  for (const [pattern, sentence] of SENTENCES) if (pattern.test(reason)) return sentence;
  return `This is not valid YAML: ${reason}.`;
}
