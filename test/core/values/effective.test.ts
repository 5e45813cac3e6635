import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { overriddenIn } from "../../../server/core/values/effective.ts";
import { type HelmNode, toJson } from "../../../server/core/values/helm-tree.ts";
import { mergeMaps } from "../../../server/core/values/merge.ts";
import { effective, mapOf, type ShortStack, textOf } from "./stack.ts";

test("where a mapping meets another value, the given one stays, and the conflict is reported", () => {
  const stack = {
    defaults: { map: { a: 1 }, text: "x", level: { map: { a: 1 } } },
    files: ["map: 5\ntext: {b: 1}\nlevel: {map: ''}\n"],
  };
  const conflicts = effective(stack).conflicts.map(({ path, warned }) => [path.join("."), warned]);
  assert.deepEqual(conflicts, [
    ["map", false],
    ["text", true],
    ["level.map", true],
  ]);
});

test("where a mapping meets another value in a dependency, the conflict is at the whole path", () => {
  const sub = { name: "sub", defaults: mapOf({ text: "x" }), dependencies: [] };
  const { conflicts } = effective({ dependencies: [sub], files: ["sub: {text: {b: 1}}\n"] });
  assert.deepEqual([...new Set(conflicts.map(({ path }) => path.join(".")))], ["sub.text"]);
});

test("values that a chart imports from a dependency are its defaults", () => {
  const defaults = mapOf({ data: { port: 80, host: "a" } });
  const sub = { name: "sub", defaults, dependencies: [], imports: [{ child: "data", parent: "web" }] };
  const stack = { defaults: { web: { host: "b" } }, dependencies: [sub] };
  assert.deepEqual(toJson(effective(stack).values), {
    sub: { data: { host: "a", port: 80 }, global: {} },
    web: { host: "b", port: 80 },
  });
});

test("a list that an entry extends overrides nothing", () => {
  const stack: ShortStack = { files: ["list: [a, [b]]"], sets: ["list[2]=c,list[1][1]=d"] };
  assert.deepEqual(overriddenIn(effective(stack).values), []);
});

test("a value remembers what it replaced, oldest first", () => {
  const stack: ShortStack = { defaults: { a: 1 }, files: ["a: 2", "a: 3"], sets: ["a=4"] };
  const lost = overriddenIn(effective(stack).values).map(({ path, lost, by: winner }) => [
    path.join("."),
    textOf(stack, lost.origin),
    textOf(stack, winner),
  ]);
  assert.deepEqual(lost, [
    ["a", "chart default", "set 0 a 4"],
    ["a", "0.yaml a 2", "set 0 a 4"],
    ["a", "1.yaml a 3", "set 0 a 4"],
  ]);
});

test("a removed default is reported with the place of its null", () => {
  const stack: ShortStack = { defaults: { level: { a: 1 } }, files: ["level:\n  a: ~\n"] };
  const [lost] = overriddenIn(effective(stack).values);
  assert.ok(lost?.removed);
  assert.deepEqual([lost.path.join("."), textOf(stack, lost.by)], ["level.a", "0.yaml a ~"]);
});

test("a mapping knows all the places where it is written", () => {
  const stack: ShortStack = { defaults: { level: { a: 1 } }, files: ["level: {b: 2}", "level: {c: 3}"] };
  const level = effective(stack).values.entries.get("level");
  assert.ok(level?.type === "map");
  assert.deepEqual(
    level.merged.map((origin) => textOf(stack, origin)),
    ["chart default", "0.yaml level {b: 2}"],
  );
  assert.equal(textOf(stack, level.origin), "1.yaml level {c: 3}");
});

test("a source that Helm rejects is named, and everything else still takes effect", () => {
  const { values, refused } = effective({
    defaults: { a: 1 },
    files: ["- list", "b: 2", "c: ["],
    sets: ["d", "e=5"],
  });
  assert.deepEqual(toJson(values), { a: 1, b: 2, e: 5 });
  assert.deepEqual(
    refused.map((source) =>
      source.kind === "file" ? `file ${source.file}` : source.kind === "set" ? `set ${source.set}` : "",
    ),
    ["file 0", "file 2", "set 0"],
  );
});

const key = fc.constantFrom("a", "b", "c", "d");
const { tree } = fc.letrec((tie) => ({
  tree: fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(1, "x", null, true),
    fc.array(fc.integer(), { maxLength: 2 }),
    tie("tree"),
  ),
}));
const values = tree.map((made) => JSON.parse(JSON.stringify(made)) as Record<string, unknown>);
const files = fc.array(
  values.map((made) => JSON.stringify(made)),
  { maxLength: 4 },
);

test("files merge to the same values however they are grouped, if no mapping meets another value", () => {
  const maps = fc.dictionary(
    key,
    fc.dictionary(fc.constantFrom("x", "y", "z"), fc.integer(), { maxKeys: 3 }),
    { maxKeys: 4 },
  );
  fc.assert(
    fc.property(maps, maps, maps, (a, b, c) => {
      const left = mapOf(a);
      mergeMaps(left, mapOf(b));
      mergeMaps(left, mapOf(c));
      const right = mapOf(b);
      mergeMaps(right, mapOf(c));
      const whole = mapOf(a);
      mergeMaps(whole, right);
      assert.deepEqual(toJson(left), toJson(whole));
    }),
  );
});

test("an empty stack is its defaults, and a file merged over itself changes nothing", () => {
  fc.assert(
    fc.property(values, files, (defaults, texts) => {
      assert.deepEqual(toJson(effective({ defaults }).values), defaults);
      const once = effective({ defaults, files: texts }).values;
      const last = texts.at(-1);
      const twice = effective({ defaults, files: last === undefined ? texts : [...texts, last] }).values;
      assert.deepEqual(toJson(twice), toJson(once));
    }),
  );
});

test("the place of every value from a file holds that value", () => {
  fc.assert(
    fc.property(values, files, (defaults, texts) => {
      const visit = (node: HelmNode): void => {
        if (node.origin.kind === "file") {
          const { file, value, key: place } = node.origin;
          const text = texts[file]?.slice(value.offset, value.offset + value.length) ?? "";
          if (node.type !== "map") assert.deepEqual(JSON.parse(text), toJson(node));
          if (place)
            assert.match(texts[file]?.slice(place.offset, place.offset + place.length) ?? "", /^"[a-d]"$/);
        }
        if (node.type === "list") node.items.forEach(visit);
        if (node.type === "map") for (const child of node.entries.values()) visit(child);
      };
      visit(effective({ defaults, files: texts }).values);
    }),
  );
});
