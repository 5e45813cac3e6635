import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { analyseBeside, chartAtHand } from "../support/chart-at-hand.ts";
import { engine } from "../support/engine.ts";

const VALUES = "controller:\n  mode: fast\n  labels: {}\nsubscriptionServer: {}\nwebhook: {}\n";

type Files = Readonly<Record<string, string>>;

/** The messages about the schema, after an assertion that the other findings stay. */
async function foundFor(mode: string, schema: unknown, files: Files = {}): Promise<readonly string[]> {
  const text = typeof schema === "string" ? schema : JSON.stringify(schema);
  const chart = chartAtHand(VALUES, { ...files, "values.schema.json": text });
  // The second line is a problem of its own, which stays whatever the schema is.
  const key = mode.startsWith("{") ? "labels" : "mode";
  const values = `controller:\n  ${key}: ${mode}\n  replicas: many\n`;
  const found = await engine.diagnostics(analyseBeside(values, chart));
  const messages = found.map(({ code, message }) => `${code}: ${message}`);
  assert.ok(
    messages.some((message) => message.startsWith("misplaced-key: ")),
    messages.join("\n"),
  );
  return messages
    .filter((message) => message.startsWith("chart-schema: "))
    .map((message) => message.slice("chart-schema: ".length));
}

const CYCLE =
  "The chart's schema cannot be evaluated: a part of it refers to itself for the same value. Correct its values.schema.json.";
const WORK =
  "The chart's schema cannot be evaluated: it takes too long for these values. Simplify its values.schema.json.";
const DEPTH =
  "The chart's schema cannot be evaluated: it is nested too deeply. Simplify its values.schema.json.";

suite("a schema of a chart that cannot be evaluated is one problem, and the others stay", () => {
  const twice = (schema: unknown) => ({ anyOf: [schema, schema] });
  const deep = (levels: number, inner: unknown, word: string) =>
    `${`{"${word}":`.repeat(levels)}${JSON.stringify(inner)}${"}".repeat(levels)}`;
  const chained = (word: "allOf" | "anyOf" | "oneOf") => {
    const $defs: Record<string, unknown> = { d40: { type: "object" } };
    for (let index = 0; index < 40; index++)
      $defs[`d${index}`] = { [word]: Array(2).fill({ $ref: `#/$defs/d${index + 1}` }) };
    return { $defs, $ref: "#/$defs/d0" };
  };
  const nested = deep(28, {}, "a").replaceAll('"a"', '"k"');
  for (const [name, schema, message] of [
    ["that refers to itself", { $ref: "#" }, CYCLE],
    [
      "that refers to itself through another",
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
      CYCLE,
    ],
    [
      "with alternatives that refer to itself",
      { definitions: { a: twice({ $ref: "#/definitions/a" }) }, $ref: "#/definitions/a" },
      CYCLE,
    ],
    ["with a condition that refers to itself", { if: { $ref: "#" } }, CYCLE],
    [
      "with what is needed beside a key that refers to itself",
      { dependencies: { controller: { $ref: "#" } } },
      CYCLE,
    ],
    ["with a name that refers to itself", { $id: "#a", not: { $ref: "#a" } }, CYCLE],
    ["with parts that refer to others twice each", chained("allOf"), WORK],
    ["with alternatives that refer to others twice each", chained("anyOf"), WORK],
    ["with alternatives of which one counts that refer to others twice each", chained("oneOf"), WORK],
    ["of 30,000 levels", deep(30_000, {}, "not"), DEPTH],
    ["of 100,000 levels of lists", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, DEPTH],
    ["of 600 levels", deep(600, {}, "additionalProperties"), DEPTH],
    [
      "with a null as a part",
      { allOf: [null] },
      "The chart's schema cannot be evaluated: it is not a valid JSON schema. Correct its values.schema.json.",
    ],
  ] as const) {
    test(name, async () => assert.deepEqual(await foundFor("slow", schema), [message]));
  }

  test("with alternatives for what is below, twice each, and values of 28 levels", async () => {
    const schema = twice({ additionalProperties: { $ref: "#" } });
    assert.deepEqual(await foundFor(nested, schema), [WORK]);
    assert.deepEqual(await foundFor("{k: {k: {k: {}}}}", schema), []);
  });

  test("with a chain of 30,000 references", async () => {
    const $defs: Record<string, unknown> = { d30000: {} };
    for (let index = 0; index < 30_000; index++) $defs[`d${index}`] = { $ref: `#/$defs/d${index + 1}` };
    assert.deepEqual(await foundFor("slow", { $defs, $ref: "#/$defs/d0" }), []);
  });

  test("with references that bring 10,000 keys each", async () => {
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]));
    const allOf = Array(10_000)
      .fill(0)
      .map(() => ({ $ref: "#/wide" }));
    assert.deepEqual(await foundFor("slow", { wide, allOf }), [WORK]);
  });

  test("with a list in which 30,000 entries must differ", async () => {
    const list = `[${Array.from({ length: 30_000 }, (_, index) => index).join()}]`;
    const schema = { properties: { controller: { properties: { mode: { uniqueItems: true } } } } };
    assert.deepEqual(await foundFor(list, schema), [WORK]);
  });

  test("with a list of allowed values that each of 1,000 values is compared with", async () => {
    const list = `[${Array.from({ length: 1000 }, (_, index) => index).join()}]`;
    const items = { enum: Array.from({ length: 50_000 }, (_, index) => `v${index}`) };
    const schema = { properties: { controller: { properties: { mode: { items } } } } };
    assert.deepEqual(await foundFor(list, schema), [WORK]);
  });

  test("with files that refer to others twice each", async () => {
    const files = Array.from({ length: 40 }, (_, index) => {
      const next = { $ref: `s${index + 1}.json` };
      return [`s${index}.json`, JSON.stringify({ allOf: [next, next] })];
    });
    assert.deepEqual(await foundFor("slow", { $ref: "s0.json" }, Object.fromEntries(files)), [WORK]);
  });
});

suite("patterns of a schema mean what they mean to Helm, which reads them with RE2, and take no longer", () => {
  const mode = `${"a".repeat(5000)}!`;
  // A key in braces has at most 1,024 characters.
  const name = `${"a".repeat(1000)}!`;
  const unreadable = (pattern: string) =>
    `The chart's schema cannot be evaluated: Helm cannot read the pattern "${pattern}". Correct its values.schema.json.`;
  // True if a text of 5,000 times a and an exclamation mark has a match.
  for (const [pattern, matches] of [
    ["^(a+)+$", false],
    ["^(a|a)*$", false],
    ["(.*a){20}", true],
    ["^a*a*a*a*a*$", false],
    ["a*a*b", false],
    [".*x.*y", false],
    [`^${"(a|aa)".repeat(40)}b`, false],
    ["^(?i)A+!$", true],
    ["\\A[[:alpha:]]+!\\z", true],
    ["\\pL!", true],
    ["", true],
    ["(a?){5000}a{5000}", undefined],
    ["\\1(a)", undefined],
    ["(?=a)a", undefined],
    ["(?<!b)a", undefined],
    ["(", undefined],
  ] as const) {
    const expected = (message: string) =>
      matches === undefined ? [unreadable(pattern)] : matches ? [] : [message];

    test(`for a value: ${pattern}`, async () => {
      const schema = { properties: { controller: { properties: { mode: { pattern } } } } };
      const message = `The chart's schema does not allow "controller.mode": String does not match the pattern of "${pattern}".`;
      const cutAt = message.indexOf("String does not");
      const short = message.slice(cutAt).length > 160 ? `${message.slice(0, cutAt + 160)}…` : message;
      assert.deepEqual(await foundFor(mode, schema), expected(short));
    });

    test(`for a key: ${pattern}`, async () => {
      const below = { patternProperties: { [pattern]: { type: "string" } }, additionalProperties: false };
      const schema = { properties: { controller: { properties: { labels: below } } } };
      const found = await foundFor(`{"${name}": x}`, schema);
      if (matches !== false) return assert.deepEqual(found, expected(""));
      assert.equal(found.length, 1);
      assert.match(found[0] ?? "", /Property a+… is not allowed|Property a+…$/);
    });

    test(`for the names of keys: ${pattern}`, async () => {
      const below = { propertyNames: { pattern } };
      const schema = { properties: { controller: { properties: { labels: below } } } };
      const found = await foundFor(`{"${name}": x}`, schema);
      if (matches !== false) return assert.deepEqual(found, expected(""));
      assert.equal(found.length, 1);
      assert.match(found[0] ?? "", /String does not match the pattern of/);
    });
  }
});
