import * as l10n from "@vscode/l10n";
import { type CompletionItem, CompletionItemKind, InsertTextFormat } from "vscode-languageserver-types";
import { RULES } from "../rules/table.ts";
import type { Analysis } from "../semantics/analysis.ts";

/** What can be written in a comment, without what is said of it. */
type Offer = Pick<CompletionItem, "label" | "detail" | "documentation">;

/** Characters of a line that are looked at: no comment that is meant for a tool is longer. */
const LONGEST = 1000;
/** What is between two words of a comment. */
const ENDS_WORD = /[\s,]/;

/**
 * What can be written at an offset in a comment for this tool: the comments themselves, in the one that names kind and chart of the
 * file what it can name, and in those that silence rules their codes. `undefined` if there is no such comment at the offset.
 * `charts` are the options that name the known charts, the likeliest first.
 */
export function commentItems(
  analysis: Analysis,
  offset: number,
  charts: () => readonly string[],
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
  // What names a comment is offered while there is nothing else in it.
  if (from === 0 && after.trim() !== "") return [];
  const offers = offersAfter(said.slice(0, from), word, charts);
  const [start, end] = [offset - word.length, offset + rest.length];
  return offers?.map((offer, index) => ({
    ...offer,
    kind: CompletionItemKind.Keyword,
    sortText: String(index).padStart(4, "0"),
    textEdit: { range: analysis.range(start, end), newText: offer.label },
    insertTextFormat: InsertTextFormat.PlainText,
  }));
}

/** What can follow in a comment, whose own text is `said` up to the word at the cursor. */
function offersAfter(
  said: string,
  word: string,
  charts: () => readonly string[],
): readonly Offer[] | undefined {
  const words = said.split(/[\s,:]+/).filter((one) => one !== "");
  const [directive, ...named] = words;
  if (directive === undefined) return word.startsWith("cap") ? directives() : undefined;
  if (directive === "cap-operator" && said.includes(":")) return options(named, charts);
  if (!/^cap-operator-disable(?:-next-line)?$/.test(directive)) return undefined;
  return RULES.filter(({ code }) => !named.includes(code)).map(({ code, docs }) => ({
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

/** What the comment that names the kind of the file can name next. */
function options(named: readonly string[], charts: () => readonly string[]): Offer[] {
  if (named.length === 0) {
    return directives().flatMap(({ label, detail = "" }) => {
      const [, meaning] = label.split(": ");
      return meaning === undefined ? [] : [{ label: meaning, detail }];
    });
  }
  const isNamed = (option: string) => named.some((one) => one.startsWith(option.split("=", 1)[0] ?? option));
  return named[0] === "values"
    ? charts()
        .filter((one) => !isNamed(one))
        .map((label) => ({ label }))
    : [];
}
