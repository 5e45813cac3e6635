import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { load } from "js-yaml";
import { setting, testWithHelm } from "../helm/with-helm.ts";
import { HOLDERS, type Json, NONE, VALUES_FACTS } from "../schemas/facts.ts";
import { chart } from "./chart.ts";
import { EFFECT_GROUPS } from "./effects.ts";

test("no key of the documentation is left out", () => {
  const keys = EFFECT_GROUPS.flatMap(({ effects }) => effects.map(([key]) => key));
  assert.deepEqual(keys.toSorted(), VALUES_FACTS.map(([key]) => key).toSorted());
});

for (const { name, given, effects } of EFFECT_GROUPS) {
  testWithHelm(`what is seen of ${name}`, async (helm) => {
    const before = given.flatMap(([key, value]) => setting(key, value));
    const without = await helm.render(...before);
    const rendered = await helm.render(...before, ...effects.flatMap(([key, value]) => setting(key, value)));
    for (const [key, value, place, seen = value] of effects) {
      assert.notDeepEqual(without.at(place), seen, `without ${key}, ${place.join(" ")} is the same`);
      assert.deepEqual(rendered.at(place), seen, `${key} at ${place.join(" ")}`);
    }
  });
}

testWithHelm("the chart shows the documented defaults, and no other keys", async (helm) => {
  const values = load(await helm.run("show", "values", chart));
  for (const [key, , standard] of VALUES_FACTS) {
    const value = valueAt(values, key);
    if (standard !== NONE) assert.deepEqual(value, standard, `default of ${key}`);
    else assert.ok(typeof value === "string" && value !== "", `${key} has a text`);
  }
  const facts = new Set(VALUES_FACTS.map(([key]) => key));
  const strangers = keysBelow(values).filter((key) => !facts.has(key) && !HOLDERS.has(key));
  assert.deepEqual(strangers, []);
});

test("the chart's values stand in the order of the documentation", () => {
  const facts = VALUES_FACTS.map(([key]) => key);
  const keys = keysBelow(load(readFileSync(path.join(chart, "values.yaml"), "utf8")));
  assert.deepEqual(
    keys.filter((key) => facts.includes(key)),
    facts,
  );
});

function valueAt(values: unknown, key: string): unknown {
  return key
    .split(".")
    .reduce((value, part) => (value as Record<string, unknown> | undefined)?.[part], values);
}

/** All dotted keys, without those inside a value that is documented as one map. */
function keysBelow(values: unknown, prefix = ""): string[] {
  if (typeof values !== "object" || values === null || Array.isArray(values)) return [];
  return Object.entries(values as Record<string, Json>).flatMap(([name, value]) => {
    const key = prefix === "" ? name : `${prefix}.${name}`;
    return HOLDERS.has(key) ? [key, ...keysBelow(value, key)] : [key];
  });
}
