import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { load } from "js-yaml";
import { jsonOf } from "../../../../server/core/values/helm-value.ts";
import { editedTextOf } from "../../../../server/core/yaml/edits/edited-text.ts";
import { applied } from "../../../../server/core/yaml/edits/edits.ts";
import { mergeProperties } from "../../../../server/core/yaml/edits/merge-properties.ts";
import { conflictsOf } from "../../../../server/core/yaml/merge-conflicts.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { effort } from "../../../support/effort.ts";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type Mapping = { readonly [key: string]: Json };

const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json>(1, 2, "a", "1", "a, b", "x: y", true, null, "");
const { mapping } = fc.letrec<{ mapping: Mapping; value: Json }>((tie) => ({
  mapping: fc.dictionary(fc.constantFrom("a", "b", "c", "d"), tie("value"), {
    minKeys: 1,
    maxKeys: 4,
    noNullPrototype: true,
  }),
  value: fc.oneof(
    { depthSize: "small" },
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
    { weight: 3, arbitrary: tie("mapping") },
  ),
}));

/** The layout of a mapping: braces or lines, the indentation, and comments where the bits of a number are set. */
interface Layout {
  readonly braces: boolean;
  readonly step: number;
  readonly comments: number;
}

const layout: fc.Arbitrary<Layout> = fc.record({
  braces: fc.boolean(),
  step: fc.constantFrom(2, 4),
  comments: fc.integer(),
});

const isMapping = (value: Json | undefined): value is Mapping =>
  typeof value === "object" && value !== null && !Array.isArray(value);

class Writer {
  readonly #layout: Layout;
  readonly #name: string;
  #count = 0;

  constructor(name: string, layout: Layout) {
    this.#name = name;
    this.#layout = layout;
  }

  /** The lines of a key with its value. */
  property(key: string, value: Json, column: number): string[] {
    const pad = " ".repeat(column);
    const { step, braces } = this.#layout;
    const above = this.#comment().map((comment) => pad + comment);
    const behind = this.#comment().map((comment) => ` ${comment}`);
    const isLines = isMapping(value) && Object.keys(value).length > 0 && !(braces && column > 0);
    if (!isLines)
      return [...above, `${pad}${key}: ${JSON.stringify(value)}${behind}`, ...this.#below(column)];
    const inner = Object.entries(value).flatMap(([name, child]) => this.property(name, child, column + step));
    return [...above, `${pad}${key}:${behind}`, ...inner, ...this.#below(column)];
  }

  #below(column: number): string[] {
    return this.#comment().map((comment) => " ".repeat(column + this.#layout.step) + comment);
  }

  #comment(): string[] {
    this.#count += 1;
    const isSet = ((this.#layout.comments >> (this.#count % 31)) & 1) === 1 && this.#count % 3 !== 0;
    return isSet ? [`# ${this.#name}${this.#count}`] : [];
  }
}

/** The values of both, and whether there is a key for which they have different ones. */
function union(base: Mapping, other: Mapping): { readonly values: Mapping; readonly differs: boolean } {
  const values: Record<string, Json> = { ...base };
  let differs = false;
  for (const [key, value] of Object.entries(other)) {
    const there = base[key];
    if (!(key in base)) values[key] = value;
    else if (isMapping(there) && isMapping(value)) {
      const inner = union(there, value);
      values[key] = inner.values;
      differs ||= inner.differs;
    } else if (JSON.stringify(there) !== JSON.stringify(value)) differs = true;
  }
  return { values, differs };
}

const commentsOf = (text: string) => new Set(text.match(/# \w+/g) ?? []);

test("two mappings become one with the values of both and all comments, or those of the side that is chosen", () => {
  const tried = { merged: 0, offered: 0 };
  fc.assert(
    fc.property(
      mapping,
      mapping,
      layout,
      layout,
      fc.nat(3),
      fc.boolean(),
      (base, other, first, second, depth, isLast) => {
        const column = depth * 2;
        const parents = Array.from({ length: depth }, (_, level) => `${" ".repeat(level * 2)}p${level}:`);
        const between = `${" ".repeat(column)}between: 1`;
        const lines = [
          ...parents,
          ...new Writer("x", first).property("k", base, column),
          between,
          ...new Writer("y", second).property("k", other, column),
          ...(isLast ? [] : [`${" ".repeat(column)}after: 1`]),
        ];
        const text = lines.join("\n") + (isLast ? "" : "\n");
        const file = parseYaml(text);
        let node = file.documents[0]?.root;
        for (let level = 0; level < depth; level++)
          node = node?.type === "object" ? node.properties[0]?.valueNode : undefined;
        assert.ok(node?.type === "object");
        const [property, kept] = node.properties.filter(({ key }) => key === "k");
        assert.ok(property && kept);
        const conflicts = conflictsOf(property, kept);
        const { values, differs } = union(other, base);
        assert.equal(conflicts === undefined ? undefined : conflicts.length > 0, differs, text);
        for (const winner of [kept, property]) {
          const expected: Mapping = winner === kept ? values : union(base, other).values;
          for (const [into, from] of [
            [kept, property],
            [property, kept],
          ] as const) {
            tried.offered += 1;
            const edits = mergeProperties(editedTextOf(file), into, from, winner === into ? "into" : "from");
            if (edits.length === 0) continue;
            tried.merged += 1;
            const after = applied(
              text,
              edits.toSorted((a, b) => a.start - b.start),
            );
            const shown = `${text}\n=====\n${after}`;
            assert.deepEqual(parseYaml(after).problems, [], shown);
            let read = load(after) as Mapping;
            assert.deepEqual(jsonOf(parseYaml(after), 3), read, shown);
            for (let level = 0; level < depth; level++) read = read[`p${level}`] as Mapping;
            assert.deepEqual(read, { k: expected, between: 1, ...(isLast ? {} : { after: 1 }) }, shown);
            assert.deepEqual(commentsOf(after), commentsOf(text), shown);
          }
        }
      },
    ),
    effort(4000),
  );
  // Not all can be written: comments do not fit between braces, for example.
  assert.ok(tried.merged > tried.offered * 0.75, JSON.stringify(tried));
});
