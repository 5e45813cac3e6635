/** Why a text is not valid YAML, as far as our messages distinguish. `other` is everything rare. */
export type SyntaxReason =
  | "anchor"
  | "block-header"
  | "directive"
  | "empty-entry"
  | "escape"
  | "indentation"
  | "low-indentation"
  | "missing-comma"
  | "no-colon"
  | "no-continuation"
  | "other"
  | "tab"
  | "tag"
  | "too-deep"
  | "unclosed-bracket"
  | "unclosed-quote";

/** The reasons of js-yaml, which it gives only in words. Those with a variable part are listed here up to that part. */
const REASONS: ReadonlyMap<string, SyntaxReason> = new Map<string, SyntaxReason>([
  ["a line break is expected", "block-header"],
  ["a whitespace character is expected after the key-value separator within a block mapping", "other"],
  ["alias node should not have any properties", "anchor"],
  ["bad explicit indentation width of a block scalar; it cannot be less than one", "block-header"],
  ["bad indentation of a mapping entry", "indentation"],
  ["bad indentation of a sequence entry", "indentation"],
  ["can not read a block mapping entry; a multiline key may not be an implicit key", "indentation"],
  ["can not read a document", "other"],
  ["deficient indentation", "low-indentation"],
  ["directive name must not be less than one character in length", "directive"],
  ["directives end mark is expected", "directive"],
  ["duplication of %YAML directive", "directive"],
  ["duplication of a tag property", "tag"],
  ["duplication of an anchor property", "anchor"],
  ["end of the stream or a document separator is expected", "no-continuation"],
  ["expected ':' after a mapping key", "no-colon"],
  ["expected hexadecimal character", "escape"],
  ["expected the node content, but found ','", "empty-entry"],
  ["expected valid JSON character", "other"],
  ["ill-formed argument of the YAML directive", "directive"],
  ["ill-formed tag handle (first argument) of the TAG directive", "tag"],
  ["ill-formed tag prefix (second argument) of the TAG directive", "tag"],
  ["missed comma between flow collection entries", "missing-comma"],
  ["name of an alias node must contain at least one character", "anchor"],
  ["name of an anchor node must contain at least one character", "anchor"],
  ["named tag handle cannot contain such characters", "tag"],
  ["nesting exceeded maxDepth (", "too-deep"],
  ["repeat of a chomping mode identifier", "block-header"],
  ["repeat of an indentation width identifier", "block-header"],
  ["TAG directive accepts exactly two arguments", "directive"],
  ["tab characters must not be used in indentation", "tab"],
  ["tag name cannot contain such characters: ", "tag"],
  ["tag suffix cannot contain exclamation marks", "tag"],
  ["tag suffix cannot contain flow indicator characters", "tag"],
  ["the stream contains non-printable characters", "other"],
  ['there is a previously declared suffix for "', "tag"],
  ["unacceptable YAML version of the document", "other"],
  ['undeclared tag handle "', "tag"],
  ["unexpected end of the document within a double quoted scalar", "unclosed-quote"],
  ["unexpected end of the document within a single quoted scalar", "unclosed-quote"],
  ["unexpected end of the stream within a double quoted scalar", "unclosed-quote"],
  ["unexpected end of the stream within a flow collection", "unclosed-bracket"],
  ["unexpected end of the stream within a single quoted scalar", "unclosed-quote"],
  ["unexpected end of the stream within a verbatim tag", "tag"],
  ["unknown escape sequence", "escape"],
  ["YAML directive accepts exactly one argument", "directive"],
]);

const BEGINNINGS = [...REASONS].filter(([words]) => /[ "(]$/.test(words));

/** The reason that js-yaml means by these words; `undefined` if it is not known. */
export function reasonOf(words: string): SyntaxReason | undefined {
  return REASONS.get(words) ?? BEGINNINGS.find(([beginning]) => words.startsWith(beginning))?.[1];
}
