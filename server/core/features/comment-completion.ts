import * as l10n from "@vscode/l10n";
import {
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
  type Position,
} from "vscode-languageserver-types";
import { OPERATOR_KINDS } from "../kinds.ts";
import { checkUnsilenced } from "../rules/check.ts";
import { commentedLine } from "../rules/engine/silence-comments.ts";
import { RULES } from "../rules/table.ts";
import type { Analysis } from "../semantics/analysis.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";

/** The codes of the rules that find something in a text, comments that silence them aside: those on the line below a position first. */
export async function reportedCodes(
  semantics: Semantics,
  settings: Settings,
  { line }: Position,
): Promise<string[]> {
  if (!semantics.analysis.lines.text(line).includes("cap-operator-disable")) return [];
  const found = await checkUnsilenced(semantics, settings);
  const below = found.filter(({ start }) => commentedLine(semantics.analysis, start) === line + 1);
  return [...new Set([...below, ...found].map(({ rule }) => rule.code))];
}

/** A text to write in a comment, without its form as a completion item. */
type Offer = Pick<CompletionItem, "label" | "detail" | "documentation">;

/** The number of characters of a line that are looked at: no comment that is meant for a tool is longer. */
const LONGEST = 1000;
/** The separators of words in a comment. */
const ENDS_WORD = /[\s,]/;

/**
 * Completions at an offset in a comment for this tool: the comments themselves, the options of the one that names kind and chart of the file,
 * and codes in those that silence rules. `undefined` if there is no such comment at the offset. `charts` are the options that name the known
 * charts, the likeliest first, and `reported` the codes that come first.
 */
export function commentItems(
  analysis: Analysis,
  offset: number,
  charts: () => readonly string[],
  reported: readonly string[],
): CompletionItem[] | undefined {
  const { file, lines } = analysis;
  const line = lines.lineAt(offset);
  if (lines.isInScalar(line)) return undefined;
  const before = file.text.slice(lines.start(line), offset).trimStart();
  if (!before.startsWith("#") || before.length > LONGEST) return undefined;
  const said = before.slice(1).trimStart();
  let from = said.length;
  while (from > 0 && !ENDS_WORD.test(said.charAt(from - 1))) from--;
  const word = said.slice(from);
  const [rest = ""] = /^[^\s,]*/.exec(file.text.slice(offset, offset + LONGEST)) ?? [];
  const after = file.text.slice(offset + rest.length, lines.start(line) + lines.text(line).length);
  // The names of comments are offered only in an empty comment.
  if (from === 0 && after.trim() !== "") return [];
  const offers = offersAfter(said.slice(0, from), word, charts, reported);
  const [start, end] = [offset - word.length, offset + rest.length];
  return offers?.map((offer, index) => ({
    ...offer,
    kind: CompletionItemKind.Keyword,
    sortText: String(index).padStart(4, "0"),
    // An option that was typed in full is no longer offered, so that Enter ends its line.
    filterText: offer.label.slice(0, -1),
    textEdit: { range: analysis.range(start, end), newText: offer.label },
    insertTextFormat: InsertTextFormat.PlainText,
  }));
}

/** The offers in a comment, whose own text is `said` up to the word at the cursor. */
function offersAfter(
  said: string,
  word: string,
  charts: () => readonly string[],
  reported: readonly string[],
): readonly Offer[] | undefined {
  const words = said.split(/[\s,:]+/).filter((word) => word !== "");
  const [directive, ...named] = words;
  if (directive === undefined) return word.startsWith("cap") ? directives() : undefined;
  if (directive === "cap-operator" && said.includes(":")) return options(named, charts);
  if (!/^cap-operator-disable(?:-next-line)?$/.test(directive)) return undefined;
  const rank = new Map(reported.map((code, index) => [code, index]));
  const ranked = RULES.toSorted(
    (a, b) => (rank.get(a.code) ?? RULES.length) - (rank.get(b.code) ?? RULES.length),
  );
  return ranked
    .filter(({ code }) => !named.includes(code))
    .map(({ code, docs }) => ({
      label: code,
      documentation: { kind: "markdown", value: docs.what },
    }));
}

function directives(): Offer[] {
  return [
    { label: "cap-operator: values", detail: l10n.t("This file has values of the operator's chart.") },
    { label: "cap-operator: operator", detail: l10n.t("This file has operator resources.") },
    { label: "cap-operator: off", detail: l10n.t("This file is not the operator's.") },
    { label: "cap-operator-disable-next-line", detail: l10n.t("Ignore rules on the next line.") },
    { label: "cap-operator-disable", detail: l10n.t("Ignore rules in this file.") },
  ];
}

/** The options that may come next in the comment that names the kind of the file. */
function options(named: readonly string[], charts: () => readonly string[]): Offer[] {
  if (named.length === 0) {
    return directives().flatMap(({ label, detail = "" }) => {
      const [, meaning] = label.split(": ");
      return meaning === undefined ? [] : [{ label: meaning, detail }];
    });
  }
  const isNamed = (option: string) =>
    named.some((name) => name.startsWith(option.split("=", 1)[0] ?? option));
  // Only values are for a chart.
  return OPERATOR_KINDS.some(({ name, isMerged }) => isMerged && name === named[0])
    ? charts()
        .filter((option) => !isNamed(option))
        .map((label) => ({ label }))
    : [];
}
