import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isMapping } from "../../../server/core/chart/same-json.ts";
import { coalesce } from "../../../server/core/values/charts-below.ts";
import { emptyMap, fromJson, type HelmMap, toJson } from "../../../server/core/values/helm-tree.ts";
import { type Chart, copy } from "../../../server/core/values/merge.ts";
import type { HelmMajor } from "../../../server/core/values/refusal.ts";
import { smallestValues } from "../../../server/core/values/smallest-values.ts";
import { effort } from "../../support/effort.ts";

type Values = Readonly<Record<string, unknown>>;

const origin = { kind: "chart-default", chart: "mine" } as const;

function mapOf(values: Values): HelmMap {
  const node = fromJson(values, origin);
  return node.type === "map" ? node : emptyMap(origin);
}

const chart = (defaults: Values, below: Partial<Chart>[] = []): Chart => ({
  name: "mine",
  defaults: mapOf(defaults),
  dependencies: below.map((dependency) => ({
    name: "b",
    defaults: mapOf({}),
    dependencies: [],
    ...dependency,
  })),
});

function smallest(given: Values, chart: Chart, helm: HelmMajor): unknown {
  return toJson(smallestValues(mapOf(given), chart, helm));
}

function effective(given: unknown, chart: Chart, helm: HelmMajor): unknown {
  const values = copy(mapOf(given as Values));
  coalesce(values, chart, helm);
  return toJson(values);
}

const CASES: readonly (readonly [what: string, defaults: Values, given: Values, left: Values])[] = [
  [
    "what equals a default is left out",
    { a: 1, b: { c: "x", d: 2 } },
    { a: 1, b: { c: "y", d: 2 } },
    { b: { c: "y" } },
  ],
  ["a mapping of which nothing is left", { a: { b: { c: 1 } } }, { a: { b: { c: 1 } } }, {}],
  ["an empty mapping over a filled one changes nothing", { a: { b: 1 } }, { a: {} }, {}],
  ["an empty mapping that the chart does not have", { a: 1 }, { b: {} }, { b: {} }],
  ["a null that removes a default", { a: { b: 1, c: 2 } }, { a: { b: null, c: 2 } }, { a: { b: null } }],
  ["a list replaces a list as a whole", { a: [{ b: 1 }, 2] }, { a: [{ b: 1 }] }, { a: [{ b: 1 }] }],
  ["a list that equals the default", { a: [{ b: 1, c: 2 }] }, { a: [{ c: 2, b: 1 }] }, {}],
  ["a text that looks like the number of the default", { a: 1, b: "1" }, { a: "1", b: 1 }, { a: "1", b: 1 }],
  ["a mapping in place of a text", { a: "" }, { a: { b: 1 } }, { a: { b: 1 } }],
];

for (const [what, defaults, given, left] of CASES) {
  for (const helm of [3, 4] as const) {
    test(`Helm ${helm}: ${what}`, () => assert.deepEqual(smallest(given, chart(defaults), helm), left));
  }
}

test("a value that a chart below has anyway is left out, but not where it would become another one", () => {
  const below = { defaults: mapOf({ c: 1, d: 2 }) };
  const plain = chart({ b: { d: 3 } }, [below]);
  assert.deepEqual(smallest({ b: { c: 1, d: 2 } }, plain, 3), { b: { d: 2 } });
  const imports = [{ child: "c", parent: "taken" }];
  const importing = chart({}, [{ ...below, imports } as Partial<Chart>]);
  const given = { taken: { x: 1 }, b: { c: { x: 2 } } };
  assert.deepEqual(effective(smallest(given, importing, 3), importing, 3), effective(given, importing, 3));
});

const key = fc.constantFrom("a", "b", "c");
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, 1, "1", true, "", [], {}),
    fc.array(tie("tree"), { maxLength: 2 }),
    fc.dictionary(key, tie("tree"), { maxKeys: 3 }),
  ),
}));
const values = fc.dictionary(key, tree, { maxKeys: 3 });
const helms = fc.constantFrom<HelmMajor>(3, 4);

/** The same values without one of their keys, for each of them. */
function* withoutEach(from: Values): Generator<Values> {
  for (const [key, value] of Object.entries(from)) {
    const { [key]: _, ...others } = from;
    yield others;
    if (isMapping(value)) for (const inner of withoutEach(value)) yield { ...from, [key]: inner };
  }
}

test("any values over any defaults stay what they are, and no key can be left out", () => {
  fc.assert(
    fc.property(values, values, helms, (defaults, given, helm) => {
      const tried = chart(defaults);
      const left = smallest(given, tried, helm);
      const wanted = effective(given, tried, helm);
      assert.deepEqual(effective(left, tried, helm), wanted);
      for (const less of withoutEach(left as Values)) {
        assert.notDeepEqual(effective(less, tried, helm), wanted, JSON.stringify(less));
      }
    }),
    effort(5000),
  );
});

test("so they do with charts below, whose values can be taken over or switched off", () => {
  const imports = fc.constantFrom([], [{ child: "a", parent: "c" }], [{ child: "c", parent: "." }]);
  const condition = fc.constantFrom("", "b.a", "a");
  fc.assert(
    fc.property(
      values,
      values,
      values,
      imports,
      condition,
      helms,
      (defaults, below, given, imports, condition, helm) => {
        const tried = chart(defaults, [{ defaults: mapOf(below), imports, condition } as Partial<Chart>]);
        assert.deepEqual(effective(smallest(given, tried, helm), tried, helm), effective(given, tried, helm));
      },
    ),
    effort(5000),
  );
});
