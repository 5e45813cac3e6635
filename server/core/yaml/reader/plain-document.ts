import type { SyntaxProblem, ValueNode, YamlDocument, YamlNode } from "../tree.ts";
import { TreeBuilder } from "./build-tree.ts";
import { eventsOf } from "./events.ts";
import { readPlainBlocks } from "./plain-blocks.ts";

/** A document that was read, and what is wrong with it. */
export interface PlainDocument {
  readonly root: ValueNode;
  /** The entries that were read apart, in the order of the text. */
  readonly apart: readonly YamlNode[];
  readonly problems: readonly SyntaxProblem[];
  readonly refusal: YamlDocument["refusal"];
}

/** Characters that end a line, and a comment with it, to Helm; and a collection as a key, after which Helm is lost. */
const ODD = /[\u0085\u2028\u2029]|[\]}][ \t]*:(?=\s|$)/;

/** Collections inside collections that are looked into for plain lines. */
const DEEPEST = 30;

/**
 * Reads a document whose lines are plain but for single entries, which js-yaml reads apart. `undefined` for any other,
 * which js-yaml has to read as a whole.
 */
export function readPlainDocument(
  text: string,
  start: number,
  end: number,
  maxDepth: number,
): PlainDocument | undefined {
  if (ODD.test(text)) return undefined;
  const problems: SyntaxProblem[] = [];
  let refusal: YamlDocument["refusal"];
  const deepest = Math.min(DEEPEST, maxDepth / 2);
  const read = readPlainBlocks(text, { start, end, deepest }, (entry, base, depth) => {
    const events = eventsOf(entry, maxDepth - depth);
    if ("reason" in events) return undefined;
    if (events.refusal) refusal ??= { offset: base + events.refusal.at, reason: events.refusal.reason };
    const builder = new TreeBuilder(entry, base);
    const node = builder.build(events.events);
    problems.push(...builder.problems);
    // The other side of a name may stand in another entry.
    return builder.hasNames ? undefined : node;
  });
  return read && { ...read, problems, refusal };
}
