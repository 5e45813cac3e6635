import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  emptyMap,
  fromJson,
  type HelmMap,
  type Scalar,
  toJson,
} from "../../../server/core/values/helm-tree.ts";
import type { HelmMajor, Refusal } from "../../../server/core/values/refusal.ts";
import type { SetFlag } from "../../../server/core/values/set-entry.ts";
import { applySet } from "../../../server/core/values/set-flag.ts";
import { guessType } from "../../../server/core/values/set-scalar.ts";

function apply(text: string, flag: SetFlag = "set", over: object = {}, helm: HelmMajor = 3) {
  const values = fromJson(over, { kind: "chart-default", chart: "before" });
  const map: HelmMap = values.type === "map" ? values : emptyMap(values.origin);
  const refusal = applySet(
    map,
    { flag, text },
    {
      helm,
      originOf: (key, value) => ({ kind: "set", set: 0, key, value }),
      readFile: (path) => (path === "known.txt" ? "content" : undefined),
    },
  );
  return { map, refusal };
}

function checkSet(text: string, expected: unknown, flag?: SetFlag, over?: object, helm?: HelmMajor): void {
  const { map, refusal } = apply(text, flag, over, helm);
  assert.equal(refusal?.message, undefined);
  assert.deepEqual(toJson(map), expected);
}

/** The text at fault is between « and ». */
function checkRefusal(marked: string, message: RegExp, flag?: SetFlag, over?: object): void {
  const offset = marked.indexOf("«");
  const length = marked.indexOf("»") - offset - 1;
  const { refusal } = apply(marked.replace(/[«»]/g, ""), flag, over);
  assert.ok(refusal, "nothing is refused");
  assert.match(refusal.message, message);
  assert.deepEqual({ offset: refusal.offset, length: refusal.length }, { offset, length });
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

test("dots nest, commas separate, a backslash escapes both", () => {
  checkSet("a.b=1,a.c=x,d=2", { a: { b: 1, c: "x" }, d: 2 });
  checkSet("nodeSelector.kubernetes\\.io/role=edge", { nodeSelector: { "kubernetes.io/role": "edge" } });
  checkSet("a=x\\,y", { a: "x,y" });
});

test("braces make lists, indexes reach into them", () => {
  checkSet("a={1,two,true}", { a: [1, "two", true] });
  checkSet("a={}", { a: [""] });
  checkSet("a[1].b=x", { a: [null, { b: "x" }] });
  checkSet("a[1]=x", { a: [1, "x", 3] }, "set", { a: [1, 2, 3] });
});

test("a list item is lost if its value is empty and ends the entry", () => {
  checkSet("a[0].b=", { a: [] });
  checkSet("a[0].b=,c=1", { a: [{ b: "" }], c: 1 });
});

test("--set-string keeps strings, --set-literal takes the rest of the entry", () => {
  checkSet("a=1,b=true", { a: "1", b: "true" }, "set-string");
  checkSet("a=1,b=\\,x", { a: "1,b=\\,x" }, "set-literal");
});

test("--set-file takes the content of the file", () => {
  checkSet("a=known.txt", { a: "content" }, "set-file");
  checkRefusal("a=«missing.txt»", /could not be read/, "set-file");
});

test("--set-json takes JSON up to the next comma; Helm 4 takes a whole object as well", () => {
  checkSet('a={"b":[1,null]},c="x,y"', { a: { b: [1, null] }, c: "x,y" }, "set-json");
  checkSet("a=", { a: null }, "set-json");
  // Go reads half of a surrogate pair as U+FFFD.
  checkSet('a={"b":["\\ud800"]}', { a: { b: ["\ufffd"] } }, "set-json");
  checkSet('{"a":{"b":1}}', { a: { b: 1, c: 2 } }, "set-json", { a: { c: 2 } }, 4);
  assert.ok(apply('{"a":1}', "set-json").refusal);
  checkRefusal("a=«text»", /JSON/, "set-json");
});

test("what Helm refuses is refused at its place", () => {
  checkRefusal("«replicas»", /has no value/);
  checkRefusal("a=1,«b,»c=2", /before the comma/);
  checkRefusal("a=«{1,2»", /no closing `}`/);
  checkRefusal("a[«x»]=1", /not a list index/);
  checkRefusal("«a[-1]»=1", /negative/);
  checkRefusal("a[0]«x»=1", /can follow an index/);
  checkRefusal("«a».b=1", /"a" is a scalar/, "set", { a: 5 });
  checkRefusal("«a».b=1", /"a" is null.*Remove that null/, "set", { a: null });
  checkRefusal("«a»[0]=1", /"a" is a mapping/, "set", { a: {} });
});

test("an index in the millions costs no memory", () => {
  assert.ok(apply("a[99999999]=1").refusal);
  const many = Array.from({ length: 200 }, (_, index) => `a${index}[65000]=1`).join(",");
  assert.match(apply(many).refusal?.message ?? "", /too many items/);
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
    { numRuns: 1000 },
  );
});
