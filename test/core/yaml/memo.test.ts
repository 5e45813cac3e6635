import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { memo } from "../../../server/core/yaml/memo.ts";

test("work is done once for each object, and for each kind of question", () => {
  const asked: string[] = [];
  const counted = memo((key: { readonly name: string }) => asked.push(`one ${key.name}`));
  const other = memo((key: { readonly name: string }) => {
    asked.push(`other ${key.name}`);
    return undefined;
  });
  const [a, b] = [{ name: "a" }, { name: "b" }];
  for (const key of [a, b, a]) {
    counted(key);
    other(key);
  }
  assert.deepEqual(asked, ["one a", "other a", "one b", "other b"]);
});

test("an answer is not seen in the object, and a copy of the object is asked anew", () => {
  const size = memo((key: { readonly items: readonly number[] }) => key.items.length);
  const key = { items: [1, 2] };
  assert.equal(size(key), 2);
  assert.deepEqual(key, { items: [1, 2] });
  assert.equal(JSON.stringify(key), '{"items":[1,2]}');
  assert.equal(size({ ...key, items: [1] }), 1);
  assert.equal(size(Object.assign({}, key, { items: [] })), 0);
});

test("questions by name are kept in the map that is given", () => {
  const answers = new Map<string, number>();
  const length = memo((key: string) => key.length, answers);
  assert.equal(length("four"), 4);
  assert.deepEqual([...answers], [["four", 4]]);
});

test("an answer goes with its object in a quick collection of garbage", () => {
  setFlagsFromString("--expose-gc");
  const collect: (how?: { readonly type: "minor" }) => void = runInNewContext("gc");
  const answer = memo((key: { readonly length: number }) =>
    Array.from(key, (_: unknown, index) => ({ index })),
  );
  const ask = () => answer({ length: 100_000 }).length;
  ask();
  // Other tests of the process may leave something at the same time; an answer that outlives its object is there each time.
  const kept = Array.from({ length: 5 }, () => {
    collect();
    const before = process.memoryUsage().heapUsed;
    ask();
    // Live objects are promoted twice before they count as old.
    collect({ type: "minor" });
    collect({ type: "minor" });
    return process.memoryUsage().heapUsed - before;
  });
  assert.ok(Math.min(...kept) < 1_000_000, kept.join(", "));
});
