import type { SyntaxReason } from "./syntax-reasons.ts";

/** Which part of the text was set aside so that the rest can be read; `parent` is the value of a line above the failure. */
export type BrokenPart = "tab" | "line" | "value" | "parent" | "header" | "unclosed" | "rest";

/** What a user needs to know about a reason. */
const SENTENCES: Readonly<Record<Exclude<SyntaxReason, "other">, string>> = {
  anchor: "An anchor (&name) or alias (*name) is malformed here.",
  "block-header": "The header of this block text (| or >) is malformed.",
  directive: "A line that starts with % must be a directive, and this is not one. Put it in quotes.",
  "empty-entry": "There is nothing between these two commas.",
  escape:
    'A backslash in double quotes starts an escape here that YAML does not know. Write "\\\\" for a backslash.',
  indentation: "The indentation of this line matches none of the lines above it.",
  "low-indentation": "This line is indented too little for what it belongs to.",
  "missing-comma": "A comma is missing between two entries in brackets.",
  "no-colon": "This line is not a key: a key ends with a colon and a space.",
  "no-continuation": "This line does not continue the lines above it. Check its indentation.",
  tab: "A tab cannot indent YAML. Use spaces.",
  tag: "YAML does not know this tag (a word that starts with an exclamation mark).",
  "too-deep": "Lists and maps are nested too deeply here.",
  "unclosed-bracket": "This bracket is never closed.",
  "unclosed-quote": "This quote is never closed.",
};

/** Reasons that apply when a value as a whole was set aside: something is wrong inside it. */
const INSIDE: readonly SyntaxReason[] = [
  "anchor",
  "block-header",
  "empty-entry",
  "escape",
  "missing-comma",
  "tag",
];
/** Reasons for which the value of the line above may have been set aside. */
const BELOW: readonly SyntaxReason[] = ["indentation", "no-continuation"];

/** A key without its colon, alone on its line. */
const WORD = /^\w[\w.-]*$/;

/** Whether a line may be the beginning of a key that is being typed. */
export function isBeginningOfKey(line: string): boolean {
  return WORD.test(line);
}

/** What to say about the beginning of a key. */
export function explainBeginningOfKey(word: string): string {
  return `"${word}" is not a key yet: write "${word}:" and a value.`;
}

/** One sentence on why YAML cannot be read here; `source` is the part that was set aside. */
export function explainSyntaxError(
  { reason, words }: { readonly reason: SyntaxReason; readonly words: string },
  part: BrokenPart,
  source: string,
): string {
  return explainPart(reason, part, source) ?? explainReason(reason, words);
}

function explainReason(reason: SyntaxReason, words: string): string {
  return reason === "other" ? `This is not valid YAML: ${words}.` : SENTENCES[reason];
}

/** What can be told from the part itself about what is wrong with it. */
function explainPart(reason: SyntaxReason, part: BrokenPart, source: string): string | undefined {
  switch (part) {
    case "tab":
      return SENTENCES.tab;
    case "unclosed":
      return /^[[{]/.test(source) ? SENTENCES["unclosed-bracket"] : SENTENCES["unclosed-quote"];
    case "parent":
      return BELOW.includes(reason)
        ? "Keys are indented below this value. A key has either a value or keys below it."
        : undefined;
    case "line":
    case "rest":
      return explainLine(source);
    case "value":
      return INSIDE.includes(reason) ? undefined : explainValue(source);
    case "header":
      return undefined;
  }
}

function explainLine(source: string): string | undefined {
  if (isBeginningOfKey(source)) return explainBeginningOfKey(source);
  const parted = /^([A-Za-z][\w.-]*)[ \t]+([^\s:#][^\s:]*|"[^"]*"|'[^']*')(?:[ \t]+#.*)?$/.exec(source);
  if (parted) return `A colon is missing: write "${parted[1]}: ${parted[2]}".`;
  const joined = /^([\w.-]+):([^\s:]+)$/.exec(source);
  if (joined) return `A space is missing after the colon: write "${joined[1]}: ${joined[2]}".`;
  if (/^- *\t/.test(source)) return "Helm refuses a tab after the dash of a list item. Use a space.";
  if (/^-(?: |$)/.test(source)) return "A list item cannot be here, among keys or below a value.";
  if (/^"[^"]*$|^'[^']*$/.test(source)) return "This quote is never closed.";
  if (/^\[[^\]]*$|^\{[^}]*$/.test(source)) return "This bracket is never closed.";
  if (/^[\]}]+$/.test(source)) return "This bracket closes nothing.";
  if (/^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/.test(source)) {
    return "This is a merge conflict marker. Choose one side and remove the markers.";
  }
  if (source.startsWith("{{")) return "Helm does not render values files: a template cannot be used here.";
  if (/^[@`%]/.test(source)) return `A key cannot start with ${source.charAt(0)} unless it is in quotes.`;
  return undefined;
}

function explainValue(source: string): string | undefined {
  const first = source.charAt(0);
  if (/^[@`%,]/.test(first)) return `A value cannot start with ${first} unless it is in quotes.`;
  if (/^[\]}]/.test(first)) return "This bracket closes nothing.";
  if (/^["']/.test(first))
    return "More text follows the closing quote. Put the whole value inside the quotes.";
  if (/^[[{].*[\]}]/.test(source)) return "More text follows the closing bracket. Check the brackets.";
  if (/^-(?: |$)/.test(source))
    return "A list cannot begin on the line of its key. Begin it on the next line, or use brackets.";
  if (/^\?(?: |$)/.test(source)) return "A value cannot start with ? and a space unless it is in quotes.";
  if (/:(?: |$)/.test(source)) return "A value that contains a colon and a space must be in quotes.";
  return undefined;
}

/** What a user needs to know about what Helm's reader says, if the text is valid YAML all the same. */
const HELM_SENTENCES: Readonly<Record<string, string>> = {
  "did not find expected key": "Helm expects a key here. Write a key before the colon.",
  "could not find expected ':'": "Helm expects a colon here: a key and its colon must be on the same line.",
  "did not find expected node content": "Helm expects a value here, and refuses the file without one.",
  "did not find expected ',' or '}'": "Helm expects a comma or a closing brace here.",
  "did not find expected ',' or ']'": "Helm expects a comma or a closing bracket here.",
  "did not find expected tag URI": "This tag has no name after its exclamation marks, so Helm refuses it.",
  "found character that cannot start any token":
    "Helm refuses a value that begins with this character. Put it in quotes.",
  "mapping values are not allowed in this context":
    "Helm does not allow a key here. A key has either a value or keys below it.",
  "text behind the end of the document":
    "For Helm the document ends here, and everything after it is ignored.",
  "control characters are not allowed": "Helm refuses this control character. Remove it.",
};

/** One sentence on why Helm does not read a text that is valid YAML. */
export function explainHelmStop(reason: string): string {
  if (reason.includes("tab character")) return "Helm refuses this tab. Use spaces.";
  return HELM_SENTENCES[reason] ?? `Helm refuses this: ${reason}.`;
}
