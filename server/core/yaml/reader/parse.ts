import type { FileFault } from "../fault.ts";
import { multilineIn } from "../lookup.ts";
import type { SyntaxProblem, YamlDocument, YamlFile } from "../tree.ts";
import { TreeBuilder } from "./build-tree.ts";
import { type Events, eventsOf, helmEvents } from "./events.ts";
import { readPlainDocument } from "./plain-document.ts";
import { firstLine } from "./plain-scan.ts";
import { Effort, type Repair, repair } from "./repair.ts";

/** Limits on what is read. A file that exceeds the size, the documents or the depth is refused before it can cost time or memory. */
export interface Limits {
  /** Characters in a file. */
  readonly size: number;
  /** Documents in a file. */
  readonly documents: number;
  /** Collections inside collections. */
  readonly depth: number;
  /** Syntax problems reported for one file. */
  readonly problems: number;
}

export const DEFAULT_LIMITS: Limits = { size: 8 * 1024 * 1024, documents: 1000, depth: 100, problems: 100 };

/**
 * Reads a text as YAML. Never throws: where the text is broken the tree holds what can be read around it, and
 * `problems` has the parts that were left out. Offsets in the result are offsets in `text`.
 */
export function parseYaml(text: string, limits: Limits = DEFAULT_LIMITS): YamlFile {
  if (text.length > limits.size) {
    return refuse(text, { code: "too-large", size: limits.size });
  }
  const parts = splitDocuments(text);
  if (parts.length > limits.documents) {
    return refuse(text, { code: "too-many-documents", most: limits.documents });
  }
  const documents: YamlDocument[] = [];
  const problems: SyntaxProblem[] = [];
  const effort = new Effort(text.length);
  for (const [start, end] of parts) {
    const plain = readPlainDocument(text, start, end, limits.depth);
    if (plain) {
      const { root, multiline, refusal } = plain;
      documents.push({ start, end, root, multiline, refusal });
      for (const each of plain.problems) problems.push(each);
      continue;
    }
    const slice = text.slice(start, end);
    const read = parseSlice(slice, limits, effort);
    if (read.refused) return refuse(text, read.refused);
    const builder = new TreeBuilder(read.text, start, slice);
    const refusal = read.refusal && { offset: start + read.refusal.offset, reason: read.refusal.reason };
    const root = builder.build(read.events);
    documents.push({ start, end, root, multiline: multilineIn(root, text), refusal });
    for (const problem of [...read.problems, ...unknownDirectives(read.text)]) {
      const offset = problem.offset + start;
      problems.push({ ...problem, offset, length: Math.min(problem.length, text.length - offset) });
    }
    for (const each of builder.problems) problems.push(each);
  }
  return { text, documents, problems: reported(problems, limits.problems), repairing: effort.used };
}

/** The first problems of a text, always with the notice that not all of it was read, if there is one. */
function reported(problems: SyntaxProblem[], most: number): SyntaxProblem[] {
  const isNotice = ({ fault }: SyntaxProblem) => fault.code === "too-many-errors";
  const notice = problems.sort((a, b) => a.offset - b.offset).findIndex(isNotice);
  return notice < most
    ? problems.slice(0, most)
    : [...problems.slice(0, most - 1), ...problems.filter(isNotice)];
}

type SliceResult = Repair & Events;

function parseSlice(slice: string, limits: Limits, effort: Effort): SliceResult {
  // The text to repair is read first, and the repaired text is nearly always the one that was read last: neither is read twice.
  let last = { text: slice, found: eventsOf(slice, limits.depth) };
  const eventsIn = (text: string) => {
    if (last.text !== text) last = { text, found: eventsOf(text, limits.depth) };
    return last.found;
  };
  const events = last.found;
  // Helm refuses what is no text even in a comment, where no other reader minds it.
  if (!("reason" in events) && !/\p{Surrogate}/u.test(slice)) return { text: slice, problems: [], ...events };
  const check = (text: string) => {
    const found = eventsIn(text);
    return "reason" in found ? found : undefined;
  };
  const repaired = repair(slice, check, effort);
  if (repaired.refused) return { ...repaired, events: [] };
  const read = eventsIn(repaired.text);
  if ("reason" in read) return { ...repaired, events: [] };
  // If lines that are indented too little were the only fault, Helm may still find others.
  const helm = repaired.problems.length === 0 ? helmEvents(slice, limits.depth) : [];
  return { ...repaired, events: read.events, ...("reason" in helm && { refusal: helm }) };
}

/** Directives that YAML tells readers to ignore but Helm refuses. */
function unknownDirectives(text: string): SyntaxProblem[] {
  if (!text.startsWith("%") && !text.includes("\n%")) return [];
  const head = text.slice(0, text.search(/(?<![^\r\n])---/));
  if (!holdsNothing(head)) return [];
  return [...head.matchAll(/(?<![^\r\n])%(?!(?:YAML|TAG)\s)[^\r\n]*/g)].map(({ 0: line, index }) => ({
    offset: index,
    length: line.trimEnd().length,
    fault: { code: "unknown-directive" },
  }));
}

/**
 * The ranges of the documents of a file. A `---` at the start of a line begins one and a `...` ends one: no scalar can
 * contain either there. Comments and directives alone before the first `---` belong to its document.
 */
function splitDocuments(text: string): [number, number][] {
  const starts = [0];
  const first = firstLine(text, 0);
  const marker = /(?<![^\r\n])(?:---|\.\.\.)(?=[ \t\r\n]|$)/g;
  marker.lastIndex = first;
  for (let match = marker.exec(text); match; match = marker.exec(text)) {
    const from = Math.max(starts.at(-1) ?? 0, first);
    if (match[0] === "...") {
      const lineEnd = text.indexOf("\n", match.index);
      starts.push(lineEnd < 0 ? text.length : lineEnd + 1);
    } else if (!holdsNothing(text.slice(from, match.index))) {
      starts.push(match.index);
    }
  }
  if (starts.length > 1 && holdsNothing(text.slice(starts.at(-1)))) starts.pop();
  return starts.map((start, index) => [start, starts[index + 1] ?? text.length]);
}

/** True if a text holds only blanks, comments and directives. */
function holdsNothing(text: string): boolean {
  return !/(?<![^\r\n])[^\S\r\n]*[^\s#%\uFEFF]/.test(text);
}

function refuse(text: string, refused: FileFault): YamlFile {
  const documents = [{ start: 0, end: text.length, root: undefined, multiline: [] }];
  return { text, documents, problems: [], refused };
}
