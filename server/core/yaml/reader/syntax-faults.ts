import type { Fault } from "../fault.ts";
import { lineSlip } from "../slips.ts";
import type { SyntaxReason } from "./syntax-reasons.ts";

/** The part of the text that was set aside so that the rest can be read; `parent` is the value of a line above the failure. */
export type BrokenPart = "tab" | "line" | "value" | "parent" | "header" | "unclosed" | "rest";

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

/** True if a line may be the beginning of a key that is being typed. */
export function isBeginningOfKey(line: string): boolean {
  return WORD.test(line);
}

/** The fault of a syntax error; `source` is the part that was set aside. */
export function faultOf(
  { reason, words }: { readonly reason: SyntaxReason; readonly words: string },
  part: BrokenPart,
  source: string,
): Fault {
  return (
    partFault(reason, part, source) ?? (reason === "other" ? { code: "not-yaml", words } : { code: reason })
  );
}

/** A more specific fault, found in the part itself. */
function partFault(reason: SyntaxReason, part: BrokenPart, source: string): Fault | undefined {
  switch (part) {
    case "tab":
      return { code: "tab" };
    case "unclosed":
      return { code: /^[[{]/.test(source) ? "unclosed-bracket" : "unclosed-quote" };
    case "parent":
      return BELOW.includes(reason) ? { code: "value-above-keys" } : undefined;
    case "line":
    case "rest":
      return lineFault(source);
    case "value":
      return INSIDE.includes(reason) ? undefined : valueFault(source);
    case "header":
      return undefined;
  }
}

function lineFault(source: string): Fault | undefined {
  if (isBeginningOfKey(source)) return { code: "begun-key", word: source };
  const slip = /^["'[{]/.test(source) ? undefined : lineSlip(source);
  if (slip) return slip.fault;
  if (/^- *\t/.test(source)) return { code: "tab-after-dash" };
  if (/^-(?: |$)/.test(source)) return { code: "misplaced-item" };
  if (/^"[^"]*$|^'[^']*$/.test(source)) return { code: "unclosed-quote" };
  if (/^\[[^\]]*$|^\{[^}]*$/.test(source)) return { code: "unclosed-bracket" };
  if (/^[\]}]+$/.test(source)) return { code: "bracket-closes-nothing" };
  if (/^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/.test(source)) return { code: "conflict-marker" };
  if (source.startsWith("{{")) return { code: "template" };
  if (/^[@`%]/.test(source)) return { code: "key-start", character: source.charAt(0) };
  return undefined;
}

function valueFault(source: string): Fault | undefined {
  const character = source.charAt(0);
  if (/^[@`%,]/.test(character)) return { code: "value-start", character };
  if (/^[\]}]/.test(character)) return { code: "bracket-closes-nothing" };
  if (/^["']/.test(character)) return { code: "text-after-quote" };
  if (/^[[{].*[\]}]/.test(source)) return { code: "text-after-bracket" };
  if (/^-(?: |$)/.test(source)) return { code: "list-after-key" };
  if (/^\?(?: |$)/.test(source)) return { code: "question-mark" };
  if (/:(?: |$)/.test(source)) return { code: "colon-in-value" };
  return undefined;
}
