import { LONGEST_KEY } from "./helm-keys.ts";

/** The reasons for which a text is not valid YAML, as far as messages distinguish them. `other` is everything rare. */
export type SyntaxReason =
  | "anchor"
  | "block-header"
  | "directive"
  | "empty-entry"
  | "escape"
  | "indentation"
  | "long-key"
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

/** The reasons of Helm's own reader (libyaml), which it gives only in words. */
const REASONS: ReadonlyMap<string, SyntaxReason> = new Map<string, SyntaxReason>([
  ["block sequence entries are not allowed in this context", "indentation"],
  ["could not find expected ':'", "no-colon"],
  ["deficient indentation", "low-indentation"],
  ["did not find expected '-' indicator", "indentation"],
  ["did not find expected ',' or ']'", "missing-comma"],
  ["did not find expected ',' or '}'", "missing-comma"],
  ["did not find expected <document start>", "directive"],
  ["did not find expected alphabetic or numeric character", "anchor"],
  ["did not find expected comment or line break", "block-header"],
  ["did not find expected hexadecimal number", "escape"],
  ["did not find expected key", "indentation"],
  ["did not find expected node content", "empty-entry"],
  ["did not find expected tag URI", "tag"],
  ["did not find expected whitespace or line break", "tag"],
  ["did not find the expected '>'", "tag"],
  ["found a tab character that violates indentation", "tab"],
  ["found a tab character where an indentation space is expected", "tab"],
  ["found an indentation indicator equal to 0", "block-header"],
  ["found duplicate %TAG directive", "directive"],
  ["found duplicate %YAML directive", "directive"],
  ["found incompatible YAML document", "directive"],
  ["found undefined tag handle", "tag"],
  ["found unexpected document indicator", "unclosed-quote"],
  ["found unexpected end of stream", "unclosed-quote"],
  ["found invalid Unicode character escape code", "escape"],
  ["found unknown directive name", "directive"],
  ["found unknown escape character", "escape"],
  ["mapping keys are not allowed in this context", "indentation"],
  ["mapping values are not allowed in this context", "indentation"],
  ["nesting exceeded", "too-deep"],
  ["text after the end of the document", "no-continuation"],
]);

/** The number of characters before a place in brackets that are searched for the preceding comma or bracket. */
const NEAR = 100;

/** The reason that Helm's reader means by these words at an offset of a text. */
export function syntaxReason(words: string, text: string, offset: number): SyntaxReason {
  const reason = REASONS.get(words) ?? "other";
  if (LONG_KEY.includes(words) && hasLongKey(text, offset)) return "long-key";
  const char = text.charAt(offset);
  if (reason === "missing-comma") return char === "" ? "unclosed-bracket" : reason;
  if (words === "did not find expected key" && char === ",") return "no-continuation";
  // Outside of brackets a block text would begin here.
  if (words === "found character that cannot start any token" && /[|>]/.test(char)) return "missing-comma";
  if (reason !== "empty-entry") return reason;
  if (char === "") return "unclosed-bracket";
  if (!/[,\]}]/.test(char)) return "other";
  const isInside = /[[{,]\s*$/.test(text.slice(Math.max(0, offset - NEAR), offset));
  return isInside ? (char === "," ? reason : "missing-comma") : "no-continuation";
}

/** The words of Helm's reader for a key that is too long, among other faults. */
const LONG_KEY = ["could not find expected ':'", "mapping values are not allowed in this context"];

/** True if a line begins with more characters without a colon than a key may have. */
function hasLongKey(text: string, offset: number): boolean {
  const line = text.lastIndexOf("\n", offset - 1) + 1;
  const start = line + (/^[ -]*/.exec(text.slice(line, line + LONGEST_KEY))?.[0].length ?? 0);
  const key = text.slice(start, start + LONGEST_KEY + 1);
  return key.length > LONGEST_KEY && !/[\r\n]|:\s/.test(key);
}
