import { parseYaml } from "../yaml/reader/parse.ts";
import { styleOf } from "../yaml/style.ts";
import type { SyntaxProblem, YamlFile } from "../yaml/tree.ts";
import { endsWithBlockScalar, Source } from "./entries.ts";
import { type Formatter, layOut, type Obstacle } from "./layout.ts";
import { differenceOf } from "./same-meaning.ts";
import { unsafeEntries } from "./unsafe-entries.ts";

/** The indentation of a level in columns. */
export interface Indentation {
  /** The value of the project's settings. */
  readonly set?: number;
  /** The default, if nothing is set and the text shows no indentation. */
  readonly usual: number;
}

/** Lines of a formatted text that are as they were written, with the reason. Line numbers count from 0. */
export interface KeptLines {
  readonly first: number;
  readonly last: number;
  readonly reason: Obstacle | "unstable";
}

/** A formatted text; or the first problem of a text that is not valid YAML, `undefined` if the text is not read at all. */
export type Formatted =
  | { readonly text: string; readonly kept: readonly KeptLines[] }
  | { readonly problem: SyntaxProblem | undefined };

/** Characters that Helm's reader takes for line breaks, and the formatter does not. */
const ODD_BREAKS = /[\u0085\u2028\u2029]/;

/** The most rounds of formatting until nothing changes. */
const MOST_ROUNDS = 5;

/**
 * Formats a text without changing its meaning: values, as every reader takes them, comments, and the places of comments. The smallest
 * entries that cannot be formatted so stay as they are written. To format the result again changes nothing.
 */
export async function formatText(
  written: string,
  formatter: IndentingFormatter,
  indentation: Indentation,
): Promise<Formatted> {
  const file = parseYaml(written);
  const { problems, refused } = file;
  if (refused || problems.length > 0) return { problem: problems[0] };
  if (ODD_BREAKS.test(written)) return { text: written, kept: [whole(written, "unreadable")] };
  const mark = written.startsWith("\uFEFF") ? "\uFEFF" : "";
  const lineBreak = /\r\n?|\n/.exec(written)?.[0] ?? "\n";
  // A line break at its end would be part of a block scalar.
  const isOpen = !/[\r\n]$/.test(written) && endsWithBlockScalar(file);
  const before = written.slice(mark.length).replace(/\r\n?/g, "\n") + (isOpen ? "\n" : "");
  // Each version is read once, however often it is compared.
  const { file: made, kept } = await formatAgain(
    before === written ? file : parseYaml(before),
    formatter,
    indentation,
  );
  const after = mark + (isOpen ? made.text.replace(/\n$/, "") : made.text).replaceAll("\n", lineBreak);
  const obstacle =
    differenceOf(file, after === made.text ? made : parseYaml(after)) ??
    (isOpen ? differenceOf(parseYaml(closed(written)), parseYaml(closed(after))) : undefined);
  return obstacle ? { text: written, kept: [whole(written, obstacle)] } : { text: after, kept };
}

/** A text as Helm 4 reads it, with a line break at its end. */
function closed(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** Formats a text until nothing changes. */
async function formatAgain(
  before: YamlFile,
  formatter: IndentingFormatter,
  indentation: Indentation,
): Promise<Step> {
  let file = before;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = await formatOnce(file, formatter, indentation);
    if (next.file.text === file.text) return next;
    file = next.file;
  }
  return { file: before, kept: [whole(before.text, "unstable")] };
}

/** Lays a text out with so many columns for each level. `undefined` if it cannot read it. */
export type IndentingFormatter = (text: string, indent: number) => Promise<string | undefined>;

interface Step {
  readonly file: YamlFile;
  readonly kept: readonly KeptLines[];
}

async function formatOnce(
  file: YamlFile,
  formatter: IndentingFormatter,
  { set, usual }: Indentation,
): Promise<Step> {
  const source = new Source(file);
  const { indent, indentIsShown } = styleOf(source.lines);
  const columns = set ?? (indentIsShown ? indent : usual);
  const format: Formatter = (part) => formatter(part, columns);
  const all = await layOut(source, format);
  if (!("obstacle" in all)) return { file: all.file, kept: [] };
  for (const isCareful of [false, true]) {
    const unsafe = await unsafeEntries(source, format, isCareful);
    const result = await layOut(source, format, [...unsafe.keys()]);
    if ("obstacle" in result) continue;
    const kept = [...unsafe].flatMap(([entry, reason]): KeptLines[] => {
      const place = result.places.get(entry);
      return place ? [{ first: place[0], last: place[1], reason }] : [];
    });
    return { file: result.file, kept: kept.sort((lines, other) => lines.first - other.first) };
  }
  return { file, kept: [whole(file.text, all.obstacle)] };
}

function whole(text: string, reason: KeptLines["reason"]): KeptLines {
  return { first: 0, last: text.trimEnd().split(/\r\n?|\n/).length - 1, reason };
}
