import * as l10n from "@vscode/l10n";
import type { Analysis } from "../../semantics/analysis.ts";
import type { Fix } from "../engine/rule.ts";

/**
 * Fixes for brackets and quotes that do not match, on a line that is not YAML or around it: those around a value go, a bracket is closed, two
 * entries get a comma between them, or a line that is there twice goes.
 */
export function bracketFixes(analysis: Analysis, { start }: { readonly start: number }): Fix[] {
  const broken = analysis.lines.lineAt(start);
  const closing = CLOSING[analysis.file.text.charAt(start)];
  return linesAround(analysis, broken).flatMap((line) => [
    ...unwrapFixes(analysis, line),
    ...closeFix(analysis, line),
    ...commaFix(analysis, line),
    ...twinFix(analysis, line),
    ...(closing === undefined
      ? []
      : [closing, `${closing},`].flatMap((text) => appendFix(analysis, line, text, true))),
  ]);
}

/** The marks that may be around a value by mistake. */
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

/** Unwraps the value after the first or the last colon of a line from quotes or brackets. */
function unwrapFixes({ lines }: Analysis, line: number): Fix[] {
  const text = lines.text(line).trimEnd();
  const starts = [text.indexOf(": "), text.lastIndexOf(": ", text.length - 3)];
  return [...new Set(starts)].flatMap((colon) => {
    if (colon < 0) return [];
    const value = text.slice(colon + 2);
    return WRAPS.flatMap(({ what, opened, closed }): Fix[] => {
      const open = opened.exec(value)?.[0];
      if (open === undefined || !value.endsWith(closed) || value.length <= open.length + 1) return [];
      const offset = lines.start(line) + colon + 2;
      const edits = [
        { start: offset, end: offset + open.length, text: "" },
        { start: offset + value.length - 1, end: offset + value.length, text: "" },
      ];
      const title = unwrapTitle(what, line);
      return [{ title, edits, lastResort: true }];
    });
  });
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Closes the brackets and quotes that a line opens and does not close. */
function closeFix(analysis: Analysis, line: number): Fix[] {
  const open = openBrackets(analysis.lines.text(line));
  const closing = open
    .toReversed()
    .map((bracket) => CLOSING[bracket])
    .join("");
  return open.length > 1 ? appendFix(analysis, line, closing, true) : [];
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
function commaFix(analysis: Analysis, line: number): Fix[] {
  return /["'\w\]}]$/.test(analysis.lines.text(line).trimEnd()) ? appendFix(analysis, line, ",") : [];
}

function appendFix({ lines }: Analysis, line: number, added: string, closes = false): Fix[] {
  const text = lines.text(line).trimEnd();
  // In brackets over several lines, the last line of a block is the one before a line that is indented less.
  const deeper = lines.indentation(line + 1) - lines.indentation(line);
  const isInBlock = deeper > 0 || (deeper === 0 && openBrackets(text).length === 0);
  const isOneOfSeveral = closes && (isInBlock || hasInnerComma(text));
  // Text after a comment would belong to it.
  if (text === "" || text.includes("#")) return [];
  const offset = lines.start(line) + text.length;
  const title = l10n.t('Write "{0}" at the end of line {1}', added, line + 1);
  return [
    {
      title,
      edits: [{ start: offset, end: offset, text: added }],
      lastResort: true,
      ...(isOneOfSeveral && { deliberate: true }),
    },
  ];
}

/** True for nested brackets with several entries: any of these could have been the last one before the missing bracket. */
function hasInnerComma(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character in CLOSING) depth++;
    else if (/[}\]]/.test(character)) depth--;
    else if (character === "," && depth > 1) return true;
  }
  return false;
}

/** Removes a line that repeats the next one. */
function twinFix({ lines }: Analysis, line: number): Fix[] {
  const isTwin = line + 1 < lines.count && lines.text(line).trim() === lines.text(line + 1).trim();
  if (!isTwin) return [];
  const title = l10n.t("Remove line {0}, which repeats line {1}", line + 1, line + 2);
  return [
    { title, edits: [{ start: lines.start(line), end: lines.start(line + 1), text: "" }], lastResort: true },
  ];
}

/** The number of lines before and after a line that may be the one at fault. */
const NEIGHBOURS = 3;

/** A line and those around it that are not blank, the nearest first. */
function linesAround({ lines }: Analysis, line: number): number[] {
  const isText = (index: number) => index >= 0 && index < lines.count && !/^\s*(#|$)/.test(lines.text(index));
  const around = [...Array(NEIGHBOURS).keys()].flatMap((far) => [line - far - 1, line + far + 1]);
  return [line, ...around].filter(isText);
}
