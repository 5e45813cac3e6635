import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { faultText } from "../../../server/core/fault-text.ts";
import { emptyMap, fromJson, type HelmMap, type Scalar } from "../../../server/core/values/helm-tree.ts";
import type { HelmMajor, Refusal } from "../../../server/core/values/refusal.ts";
import { guessType } from "../../../server/core/values/set-entry.ts";
import { applySet } from "../../../server/core/values/set-flag.ts";
import type { SetFlag } from "../../../server/core/wire/releases.ts";
import { effort } from "../../support/effort.ts";
import { setContext } from "../support/values-cases.ts";

function apply(text: string, flag: SetFlag = "set", over: object = {}, helm: HelmMajor = 3) {
  const values = fromJson(over, { kind: "chart-default", chart: "before" });
  const map: HelmMap = values.type === "map" ? values : emptyMap(values.origin);
  const refusal = applySet(map, { flag, text }, setContext(helm));
  return { map, refusal };
}

test("types are guessed as Helm guesses them", () => {
  const rows: [text: string, value: Scalar][] = [
    ["5", 5],
    ["-5", -5],
    ["+5", 5],
    ["0", 0],
    ["007", "007"],
    ["1.5", "1.5"],
    ["1e3", "1e3"],
    ["true", true],
    ["FALSE", false],
    ["Null", null],
    ["yes", "yes"],
    ["", ""],
    ["~", "~"],
    [" 1", " 1"],
    ["9223372036854775807", 9_223_372_036_854_775_807n],
    ["9223372036854775808", "9223372036854775808"],
  ];
  for (const [text, value] of rows) assert.equal(guessType(text), value, text);
});

test("an index in the millions costs no memory", () => {
  assert.ok(apply("a[99999999]=1").refusal);
  const many = Array.from({ length: 200 }, (_, index) => `a${index}[65000]=1`).join(",");
  const { refusal } = apply(many);
  assert.match(refusal ? faultText(refusal.fault) : "", /too many items/);
  assert.ok(apply(`a${"[0]".repeat(100_000)}=1`).refusal);
  assert.ok(apply(`a=${"[".repeat(100_000)}`, "set-json").refusal);
});

const name = fc.stringMatching(/^[a-z][a-z0-9/_-]{0,6}$/);

test("what is escaped arrives as it is, and its origin is where it is written", () => {
  const text = fc.stringMatching(/^[^\\{]{1,12}$/);
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), text, (names, value) => {
      const escaped = value.replace(/,/g, "\\,");
      const entry = `first=1,${names.join(".")}=${escaped}`;
      const { map, refusal } = apply(entry, "set-string");
      assert.equal(refusal, undefined);
      let node = map.entries.get(names[0] ?? "");
      for (const next of names.slice(1)) node = node?.type === "map" ? node.entries.get(next) : undefined;
      assert.ok(node?.type === "leaf" && node.origin.kind === "set");
      assert.equal(node.value, value);
      const { key, value: place } = node.origin;
      assert.equal(entry.slice(key.offset, key.offset + key.length), names.join("."));
      assert.equal(entry.slice(place.offset, place.offset + place.length), escaped);
    }),
  );
});

test("no entry makes it throw, and a refusal points into the entry", () => {
  const alphabet = [...'abc.=,[]{}\\0123 "-x\n'];
  const text = fc.array(fc.constantFrom(...alphabet), { maxLength: 25 }).map((parts) => parts.join(""));
  const flag = fc.constantFrom<SetFlag>("set", "set-string", "set-json", "set-file", "set-literal");
  fc.assert(
    fc.property(text, flag, fc.constantFrom<HelmMajor>(3, 4), (entry, which, helm) => {
      const over = { a: [1, { b: 2 }], b: { c: 1 }, c: null };
      const refusal: Refusal | undefined = apply(entry, which, over, helm).refusal;
      if (!refusal) return;
      assert.ok(refusal.offset >= 0 && refusal.length >= 0);
      assert.ok(refusal.offset + refusal.length <= entry.length);
    }),
    effort(1000),
  );
});
