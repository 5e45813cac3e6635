import assert from "node:assert/strict";
import { test } from "node:test";
import { findProperty, indexIn, pathOf } from "../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import type { ObjectNode } from "../../../server/core/yaml/tree.ts";

function mappingIn(text: string): ObjectNode {
  const node = parseYaml(text).documents[0]?.root;
  return node?.type === "object" ? node : assert.fail("This is not a mapping.");
}

/** A list that counts how often it is read from. */
function counted<T>(list: T[]): { readonly list: T[]; readonly reads: () => number } {
  let reads = 0;
  const proxy = new Proxy(list, {
    get: (target, key, receiver) => {
      if (typeof key === "string" && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  return { list: proxy, reads: () => reads };
}

const line = (index: number) => `k${index}: ${index}\n`;
const lines = (count: number) => [...Array(count).keys()].map(line).join("");

test("looking up every key of a mapping, and as many that it lacks, reads each of its properties a few times", () => {
  const count = 2000;
  const written = mappingIn(lines(count));
  const { list: properties, reads } = counted(written.properties);
  const mapping: ObjectNode = { ...written, properties };
  for (let index = 0; index < count; index++) {
    assert.equal(findProperty(mapping, `k${index}`)?.key, `k${index}`);
    assert.equal(findProperty(mapping, `x${index}`), undefined);
  }
  assert.ok(reads() <= 4 * count, `${reads()} reads of ${count} properties`);
});

test("in a long mapping as in a short one, the last of equal keys counts, and a merge key wins over what is above it", () => {
  for (const count of [1, 100]) {
    const text = `a: &a {k0: merged, own: 1}\nm:\n${[...Array(count).keys()].map((number) => `  k${number}: ${number}\n`).join("")}  <<: *a\n  own: 2\n  own: 3\n`;
    const m = findProperty(mappingIn(text), "m")?.valueNode;
    const values = ["k0", "own", `k${count}`].map((key) => {
      const node = findProperty(m, key)?.valueNode;
      return node && "value" in node ? node.value : undefined;
    });
    assert.deepEqual(values, ["merged", 3, undefined]);
  }
});

test("the index of an item is found without a search from the beginning, whatever the items are", () => {
  const root = parseYaml("- a\n-\n- [1, , 2]\n- {b: 1}\n-\n").documents[0]?.root;
  assert.ok(root?.type === "array");
  for (const [index, item] of root.items.entries()) {
    assert.equal(indexIn(root, item), index);
    assert.deepEqual(pathOf(item), [index]);
  }
  const { list: items, reads } = counted([...Array(4096).keys()].map((offset) => ({ offset })));
  const item = items[3000];
  assert.equal(indexIn({ items } as never, item as never), 3000);
  assert.ok(reads() <= 2 * 13, `${reads()} items were read`);
});
