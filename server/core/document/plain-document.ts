import { TreeBuilder } from "./build-tree.ts";
import { eventsOf } from "./events.ts";
import { readPlainBlocks } from "./plain-blocks.ts";
import type { SyntaxProblem, ValueNode, YamlNode } from "./tree.ts";

/** A document that was read, and what is wrong with it. */
export interface PlainDocument {
  readonly root: ValueNode;
  /** The entries that were read apart, in the order of the text. */
  readonly apart: readonly YamlNode[];
  readonly problems: readonly SyntaxProblem[];
}

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
  const problems: SyntaxProblem[] = [];
  const deepest = Math.min(DEEPEST, maxDepth / 2);
  const read = readPlainBlocks(text, { start, end, deepest }, (entry, base, depth) => {
    const events = eventsOf(entry, maxDepth - depth);
    if ("reason" in events) return undefined;
    const builder = new TreeBuilder(entry, base);
    const node = builder.build(events);
    problems.push(...builder.problems);
    // The other side of a name may stand in another entry.
    return builder.hasNames ? undefined : node;
  });
  return read && { ...read, problems };
}
