import * as l10n from "@vscode/l10n";
import type { Analysis } from "../../semantics/analysis.ts";
import type { Edit } from "../../yaml/edits/edit.ts";
import type { Fix } from "../engine/rule.ts";
import { linesAround } from "./line-guesses.ts";

/**
 * What may mend brackets and quotes that do not match, on a line that is not YAML or around it: those around a value go, a bracket is
 * closed, or two entries get a comma between them. Which of these helps is found by trying them out.
 */
export function bracketGuesses(analysis: Analysis, { start }: { readonly start: number }): Fix[] {
  const broken = analysis.lines.lineAt(start);
  const closing = CLOSING[analysis.file.text.charAt(start)];
  const near = linesAround(analysis, broken);
  const nearest = near.toSorted((a, b) => Math.abs(a - broken) - Math.abs(b - broken));
  return nearest.flatMap((line) => [
    ...unwrapGuesses(analysis, line),
    ...closeGuess(analysis, line),
    ...commaGuess(analysis, line),
    ...(closing === undefined
      ? []
      : [closing, `${closing},`].flatMap((text) => appendGuess(analysis, line, text))),
  ]);
}

/** What may be around a value by mistake. */
const WRAPS: readonly { readonly what: Wrap; readonly opened: RegExp; readonly closed: string }[] = [
  { what: "quotes", opened: /^"/, closed: '"' },
  { what: "quotes", opened: /^'/, closed: "'" },
  { what: "brackets", opened: /^\[/, closed: "]" },
  { what: "braces", opened: /^\{[\w.-]+: /, closed: "}" },
];

type Wrap = "quotes" | "brackets" | "braces";

function unwrapTitle(what: Wrap, line: number): string {
  switch (what) {
    case "quotes":
      return l10n.t("Remove the quotes around the value on line {0}", line + 1);
    case "brackets":
      return l10n.t("Remove the brackets around the value on line {0}", line + 1);
    case "braces":
      return l10n.t("Remove the braces around the value on line {0}", line + 1);
  }
}

/** What is after the first colon of a line, or after the last one, without the quotes or brackets around all of it. */
function unwrapGuesses({ lines }: Analysis, line: number): Fix[] {
  const text = lines.text(line).trimEnd();
  const starts = [text.indexOf(": "), text.lastIndexOf(": ", text.length - 3)];
  return [...new Set(starts)].flatMap((colon) => {
    if (colon < 0) return [];
    const value = text.slice(colon + 2);
    return WRAPS.flatMap(({ what, opened, closed }): Fix[] => {
      const open = opened.exec(value)?.[0];
      if (open === undefined || !value.endsWith(closed) || value.length <= open.length + 1) return [];
      const at = lines.start(line) + colon + 2;
      const edits: Edit[] = [
        { start: at, end: at + open.length, text: "" },
        { start: at + value.length - 1, end: at + value.length, text: "" },
      ];
      const title = unwrapTitle(what, line);
      // The key in the braces goes with them.
      return [{ title, edits, guess: true, ...(what === "braces" && { preferred: false }) }];
    });
  });
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Closes what is opened on a line and not closed there. */
function closeGuess(analysis: Analysis, line: number): Fix[] {
  const open = openBrackets(analysis.lines.text(line));
  const closing = open
    .toReversed()
    .map((bracket) => CLOSING[bracket])
    .join("");
  return open.length > 1 ? appendGuess(analysis, line, closing) : [];
}

/** The brackets that a line opens and does not close. */
function openBrackets(text: string): string[] {
  const open: string[] = [];
  let quote = "";
  for (const character of text) {
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character in CLOSING) open.push(character);
    else if (CLOSING[open.at(-1) ?? ""] === character) open.pop();
  }
  return open;
}

/** A comma between a line and the next one, as entries in brackets need. */
function commaGuess(analysis: Analysis, line: number): Fix[] {
  return /["'\w\]}:]$/.test(analysis.lines.text(line).trimEnd()) ? appendGuess(analysis, line, ",") : [];
}

function appendGuess({ lines }: Analysis, line: number, added: string): Fix[] {
  const text = lines.text(line).trimEnd();
  // Nothing can be written after a comment.
  if (text === "" || text.includes("#")) return [];
  const at = lines.start(line) + text.length;
  const title = l10n.t('Write "{0}" at the end of line {1}', added, line + 1);
  return [{ title, edits: [{ start: at, end: at, text: added }], guess: true }];
}
