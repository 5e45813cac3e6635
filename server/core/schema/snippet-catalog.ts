import * as l10n from "@vscode/l10n";
import type { VocabularyName } from "../chart/chart.ts";
import { isSameJson } from "../chart/same-json.ts";
import type { Path } from "../yaml/tree.ts";

/** A snippet from the `snippets/` folder: its keys belong in the mapping at one of `paths`. */
export interface Snippet {
  readonly name: string;
  readonly prefix: string;
  readonly description: string;
  /** Paths of the mappings that the snippet's keys belong to; the empty path is the top level. */
  readonly paths: readonly Path[];
  /** Lines in LSP snippet syntax, indented by two blanks a level. */
  readonly body: readonly string[];
  /** The keys that the body writes at its own top level. */
  readonly keys: readonly string[];
}

interface SnippetSource {
  readonly prefix: string | readonly string[];
  readonly description?: string;
  readonly body: string | readonly string[];
  readonly at?: string | readonly string[];
}

/** Reads a snippet file in VS Code's format, with the field `at` added. Entries of another shape are left out. */
export function readSnippets(source: object): Snippet[] {
  const snippets: Snippet[] = [];
  for (const [name, entry] of Object.entries(source)) {
    if (!isSnippet(entry)) continue;
    const body = typeof entry.body === "string" ? entry.body.split("\n") : entry.body;
    const places = typeof entry.at === "string" || entry.at === undefined ? [entry.at ?? ""] : entry.at;
    snippets.push({
      name,
      prefix: typeof entry.prefix === "string" ? entry.prefix : (entry.prefix[0] ?? name),
      description: entry.description ?? name,
      paths: places.map((place) => (place === "" ? [] : place.split("."))),
      body,
      keys: body.flatMap((line) => /^([\w.-]+):/.exec(line)?.[1] ?? []),
    });
  }
  return snippets;
}

/** The snippets for values by the words of their chart, and those for operator resources, in the language of the reader. */
export function snippetsOfAll(
  files: { readonly values: object; readonly published: object; readonly operator: object },
  names: { readonly published: string; readonly specification: string },
): Readonly<Record<VocabularyName | "undecided" | "operator", readonly Snippet[]>> {
  const read = (file: object) => readSnippets(file).map(localized);
  const [specification, published] = [read(files.values), read(files.published)];
  const undecided = ofBoth(published, specification, names);
  return { specification, published, undecided, operator: read(files.operator) };
}

function localized(snippet: Snippet): Snippet {
  return { ...snippet, name: l10n.t(snippet.name), description: l10n.t(snippet.description) };
}

/** Snippets of two charts in the same order: once where they are the same, else with the names of the charts. */
function ofBoth(
  published: readonly Snippet[],
  specification: readonly Snippet[],
  names: { readonly published: string; readonly specification: string },
): Snippet[] {
  return specification.flatMap((snippet, index) => {
    const other = published[index];
    if (!other || isSameJson(other, snippet)) return [snippet];
    return [
      { ...other, name: `${other.name} (${names.published})` },
      { ...snippet, name: `${snippet.name} (${names.specification})` },
    ];
  });
}

function isSnippet(entry: unknown): entry is SnippetSource {
  return typeof entry === "object" && entry !== null && "prefix" in entry && "body" in entry;
}

/** The layout of the text that a snippet goes into. */
interface SnippetStyle {
  readonly indent: number;
  readonly listIndent: number;
  readonly lineBreak: string;
}

/**
 * The text of a snippet under parent keys that are not written yet. The first line gets no indentation: it goes where the cursor
 * is; the others are indented to `column` or deeper.
 */
export function snippetText(
  snippet: Snippet,
  parents: readonly (string | number)[],
  column: number,
  style: SnippetStyle,
): string {
  const lines = parents.map((parent, depth) => `${" ".repeat(depth * style.indent)}${parent}:`);
  const base = " ".repeat(parents.length * style.indent);
  for (const each of reindent(snippet.body, style).map((line) => base + line)) lines.push(each);
  return lines.map((line, index) => (index === 0 ? line : " ".repeat(column) + line)).join(style.lineBreak);
}

/** Changes the width of levels, and the indentation of lists below their key. The text after a dash keeps its two columns. */
function reindent(body: readonly string[], { indent, listIndent }: SnippetStyle): string[] {
  const levels: { from: number; to: number }[] = [{ from: 0, to: 0 }];
  return body.map((line) => {
    const blanks = /^ */.exec(line)?.[0].length ?? 0;
    const isItem = line.startsWith("- ", blanks);
    while (levels.length > 1 && (levels.at(-1)?.from ?? 0) > blanks) levels.pop();
    const level = levels.at(-1) ?? { from: 0, to: 0 };
    const to = level.from === blanks ? level.to : level.to + (isItem ? listIndent : indent);
    if (level.from !== blanks) levels.push({ from: blanks, to });
    if (isItem) levels.push({ from: blanks + 2, to: to + 2 });
    return " ".repeat(to) + line.slice(blanks);
  });
}
