import assert from "node:assert/strict";
import { faultText } from "../../../server/core/fault-text.ts";
import { childrenOf, isMergeKey, resolveAlias } from "../../../server/core/yaml/lookup.ts";
import type { ValueNode, YamlFile, YamlNode } from "../../../server/core/yaml/tree.ts";

/** Asserts the invariants of every tree, whatever the text: ranges inside the text, inside the parent, in order. */
export function checkTree(file: YamlFile): void {
  const { text, documents, problems } = file;
  assert.ok(documents.length > 0, "a file has at least one document");
  let documentEnd = 0;
  for (const document of documents) {
    assert.equal(document.start, documentEnd, "documents follow each other without a gap");
    assert.ok(document.end >= document.start);
    documentEnd = document.end;
    if (document.root) checkNode(document.root, document.start, document.end);
  }
  assert.equal(documentEnd, text.length, "the documents are the whole text");
  for (const { offset, length, fault } of problems) {
    assert.ok(
      offset >= 0 && length >= 0 && offset + length <= Math.max(text.length, offset),
      "problem in text",
    );
    assert.ok(offset <= text.length);
    const message = faultText(fault);
    assert.match(message, /^["A-Z].*[."]$/, "a problem is a sentence");
    assert.doesNotMatch(message, /\n|undefined|\[object/);
  }
}

function checkNode(root: YamlNode, low: number, high: number): void {
  const pending: { node: YamlNode; parent: YamlNode | undefined; low: number; high: number }[] = [
    { node: root, parent: undefined, low, high },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, parent } = next;
    assert.equal(node.parent, parent, "a node knows its parent");
    assert.ok(node.length >= 0);
    assert.ok(
      node.offset >= next.low && node.offset + node.length <= next.high,
      `${node.type} ${node.offset}+${node.length} leaves ${next.low}..${next.high}`,
    );
    let from = node.offset;
    for (const child of childrenOf(node)) {
      assert.ok(child.offset >= from, `${child.type} at ${child.offset} begins before ${from}`);
      pending.push({ node: child, parent: node, low: from, high: node.offset + node.length });
      from = child.offset + child.length;
    }
  }
}

/** The plain value of a tree, with aliases and merge keys followed, as Helm would pass it on. */
export function plainValue(node: ValueNode | undefined): unknown {
  if (!node) return undefined;
  const resolved = resolveAlias(node);
  if (resolved.type === "array") return resolved.items.map(plainValue);
  if (resolved.type !== "object") return resolved.value;
  const value = new Map<string, unknown>();
  for (const property of resolved.properties) {
    if (!isMergeKey(property)) {
      value.set(property.key, plainValue(property.valueNode));
      continue;
    }
    const named = property.valueNode;
    // A merge key takes effect where it is written; of several mappings under it, the first one wins.
    for (const source of named.type === "array" && !named.alias ? named.items.toReversed() : [named]) {
      for (const [key, merged] of Object.entries(plainValue(source) ?? {})) value.set(key, merged);
    }
  }
  return Object.fromEntries(value);
}

/** Every path of a tree that ends in a scalar, an empty collection or an alias, to see what survived. */
export function leafPaths(node: ValueNode | undefined, path = ""): string[] {
  if (!node) return [];
  const children = childrenOf(node);
  if (children.length === 0) return [path];
  if (node.type === "array") return node.items.flatMap((item, index) => leafPaths(item, `${path}[${index}]`));
  if (node.type !== "object") return [path];
  return node.properties.flatMap((property) => {
    const key = property.key;
    return leafPaths(property.valueNode, path === "" ? key : `${path}.${key}`);
  });
}
