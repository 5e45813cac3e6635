import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { analyseBeside, chartAtHand } from "../support/chart-at-hand.ts";
import { engine } from "../support/engine.ts";

const VALUES = "controller:\n  mode: fast\nsubscriptionServer: {}\nwebhook: {}\n";

async function codesFor(mode: string, schema: object, files: Readonly<Record<string, string>> = {}) {
  const chart = chartAtHand(VALUES, { ...files, "values.schema.json": JSON.stringify(schema) });
  const found = await engine.diagnostics(analyseBeside(`controller:\n  mode: ${mode}\n`, chart));
  return found
    .map(({ code }) => code)
    .filter((code) => code === "chart-schema" || code === "not-allowed" || code === "wrong-type");
}

suite("a schema of a chart does not keep the server busy", () => {
  const mode = `${"a".repeat(5000)}!`;
  for (const pattern of [
    "^(a+)+$",
    "^(a|a)*$",
    "(.*a){20}",
    "^a*a*a*a*a*$",
    "a*a*b",
    "(a?){5000}a{5000}",
    "\\1(a)",
  ]) {
    test(`with a pattern that could take for ever, which is not checked: ${pattern}`, async () => {
      const schema = {
        properties: { controller: { properties: { mode: { pattern } } } },
        patternProperties: { [pattern]: { type: "object" } },
        additionalProperties: false,
      };
      assert.deepEqual(await codesFor(mode, schema), []);
    });
  }

  test("with parts that refer to others twice each", async () => {
    const $defs: Record<string, unknown> = { d40: { type: "integer" } };
    for (let at = 0; at < 40; at++) {
      const next = { $ref: `#/$defs/d${at + 1}` };
      $defs[`d${at}`] = { allOf: [next, next] };
    }
    assert.deepEqual(await codesFor("slow", { $defs, $ref: "#/$defs/d0" }), []);
  });

  test("with files that refer to others twice each", async () => {
    const files = Array.from({ length: 40 }, (_, at) => {
      const next = { $ref: `s${at + 1}.json` };
      return [`s${at}.json`, JSON.stringify({ allOf: [next, next] })];
    });
    await codesFor("slow", { $ref: "s0.json" }, Object.fromEntries(files));
  });
});
