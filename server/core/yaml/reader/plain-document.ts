import { multilineIn } from "../lookup.ts";
import type { SyntaxProblem, ValueNode, YamlDocument } from "../tree.ts";
import { TreeBuilder } from "./build-tree.ts";
import { eventsOf } from "./events.ts";
import { readPlainBlocks } from "./plain-blocks.ts";
import { firstLine } from "./plain-scan.ts";

/** A document that was read, and what is wrong with it. */
interface PlainDocument {
  readonly root: ValueNode;
  readonly multiline: YamlDocument["multiline"];
  readonly problems: readonly SyntaxProblem[];
  readonly refusal: YamlDocument["refusal"];
}

/** Control characters, which Helm refuses even in a comment. Searched for alone, because one expression for all takes several times as long. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that Helm's reader refuses.
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/;

/** Other characters that it refuses, that end a line and a comment on it, or that begin a text; and a collection as a key, after which Helm loses track. */
const ODD = /[\u0085\u2028\u2029\uFEFF\uFFFE\uFFFF]|[\]}][ \t]*:(?=\s|$)/;

/** The deepest nesting of collections that is read as plain lines. */
const DEEPEST_PLAIN = 30;

/**
 * Reads a document whose lines are plain except for single entries, which are parsed separately. `undefined` for any other
 * document, which has to be parsed as a whole.
 */
export function readPlainDocument(
  text: string,
  start: number,
  end: number,
  maxDepth: number,
): PlainDocument | undefined {
  const first = firstLine(text, start);
  const own = text.slice(first, end);
  if (CONTROL.test(own) || ODD.test(own) || !own.isWellFormed()) return undefined;
  const all = text.slice(start, end);
  if (all.includes("\r") && /\r(?!\n)/.test(all)) return undefined;
  const problems: SyntaxProblem[] = [];
  const multiline: ValueNode[] = [];
  let refusal: YamlDocument["refusal"];
  const deepest = Math.min(DEEPEST_PLAIN, maxDepth / 2);
  const root = readPlainBlocks(text, { start: first, end, deepest }, (entry, base, depth) => {
    const events = eventsOf(entry, maxDepth - depth);
    if ("reason" in events) return undefined;
    if (events.refusal) refusal ??= { offset: base + events.refusal.offset, reason: events.refusal.reason };
    const builder = new TreeBuilder(entry, base);
    const node = builder.build(events.events);
    for (const each of builder.problems) problems.push(each);
    // Plain entries have one line, so only this one can span several.
    for (const each of multilineIn(node, text)) multiline.push(each);
    // The counterpart of an anchor or alias may be in another entry.
    return builder.hasNames ? undefined : node;
  });
  return root && { root, multiline, problems, refusal };
}
