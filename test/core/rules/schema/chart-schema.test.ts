import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { analyseBeside, chartAtHand } from "../../support/chart-at-hand.ts";
import { engine } from "../../support/engine.ts";

const VALUES =
  "controller:\n  replicas: 1\n  mode: fast\nsubscriptionServer:\n  domain: a\n  dnsTarget: b\nwebhook: {}\n";

/** The rules that know types and allowed values from the schema, too, report these with fixes. */
const CODES = new Set(["chart-schema", "not-allowed", "wrong-type"]);

/** The lines on which the schema of a chart objects, and what is said there. */
async function refused(
  text: string,
  schema: unknown,
  values = VALUES,
): Promise<[line: number, message: string][]> {
  const schemaText = typeof schema === "string" ? schema : JSON.stringify(schema);
  const analysis = analyseBeside(text, chartAtHand(values, { "values.schema.json": schemaText }));
  const found = await engine.diagnostics(analysis);
  return found
    .filter(({ code }) => CODES.has(String(code)))
    .map(({ range, message }) => [
      range.start.line + 1,
      String(message).replace("The chart's schema does not allow ", ""),
    ]);
}

const DRAFT_7 = {
  $schema: "http://json-schema.org/draft-07/schema#",
  properties: { controller: { properties: { mode: { enum: ["fast", "slow"] } } } },
};

suite("what the chart's own schema does not allow", () => {
  test("a value outside an enumeration, at its key", async () => {
    assert.deepEqual(await refused("controller:\n  mode: quick\n", DRAFT_7), [
      [2, '"mode" cannot be quick. Allowed: fast, slow.'],
    ]);
    assert.deepEqual(await refused("controller:\n  mode: slow\n", DRAFT_7), []);
  });

  test("in draft 4, in which an exclusive maximum is a boolean", async () => {
    const schema = (most: number) => ({
      $schema: "http://json-schema.org/draft-04/schema#",
      properties: { controller: { properties: { extra: { maximum: most, exclusiveMaximum: true } } } },
    });
    const values = `${VALUES}`.replace("mode: fast", "extra: 1");
    assert.equal((await refused("controller:\n  extra: 5\n", schema(5), values)).length, 1);
    assert.equal((await refused("controller:\n  extra: 5\n", schema(6), values)).length, 0);
  });

  test("in draft 2020-12, with definitions, conditions and a file of the chart", async () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $defs: { mode: { enum: ["fast", "slow"] } },
      properties: {
        controller: {
          properties: { mode: { $ref: "#/$defs/mode" } },
          if: { properties: { mode: { const: "slow" } } },
          // biome-ignore lint/suspicious/noThenProperty: A keyword of JSON Schema.
          then: { required: ["patience"] },
        },
      },
    };
    assert.deepEqual(await refused("controller:\n  mode: slow\n", schema), [
      [1, '"controller": Missing property "patience".'],
    ]);
    assert.equal((await refused("controller:\n  mode: quick\n", schema)).length, 1);
    assert.deepEqual(await refused("controller:\n  mode: fast\n", schema), []);
  });

  test("what the defaults of the chart bring counts", async () => {
    const schema = { required: ["controller"], properties: { controller: { required: ["mode"] } } };
    assert.deepEqual(await refused("webhook: {}\n", schema), []);
    assert.deepEqual(await refused("controller:\n  mode: null\n", schema), [
      [1, '"controller": Missing property "mode".'],
    ]);
  });

  test("what is not in the chart is not fetched, and nothing is said about it", async () => {
    const schema = {
      properties: {
        controller: { $ref: "https://schemas.example/controller.json" },
        webhook: { type: "string" },
      },
    };
    assert.deepEqual(await refused("webhook: {}\n", schema), [
      [1, '"webhook" takes text, but Helm reads a mapping here.'],
    ]);
  });

  test("what another rule has found to be an error is not said again", async () => {
    const schema = { properties: { controller: { properties: { replicas: { type: "integer" } } } } };
    const analysis = analyseBeside(
      "controller:\n  replicas: many\n",
      chartAtHand(VALUES, { "values.schema.json": JSON.stringify(schema) }),
    );
    const codes = (await engine.diagnostics(analysis)).map(({ code }) => code);
    assert.deepEqual(
      codes.filter((code) => code === "wrong-type" || code === "chart-schema"),
      ["wrong-type"],
    );
  });

  for (const broken of [
    "",
    "{",
    "[]",
    "17",
    '"text"',
    "null",
    '{"properties": 3}',
    '{"$ref": "#/nowhere"}',
  ]) {
    test(`a schema that is none says nothing: ${broken}`, async () => {
      assert.deepEqual(await refused("controller:\n  mode: quick\n", broken), []);
    });
  }

  test("a pattern forbids what it does not match", async () => {
    const schema = { properties: { controller: { properties: { mode: { pattern: "^[a-z]{1,4}$" } } } } };
    assert.equal((await refused("controller:\n  mode: quick\n", schema)).length, 1);
    assert.deepEqual(await refused("controller:\n  mode: slow\n", schema), []);
  });

  const mode = `${"a".repeat(5000)}!`;
  for (const pattern of ["^(a+)+$", "^(a|a)*$", "(.*a){20}", "^a*a*a*a*a*$", "(a?){5000}a{5000}", "\\1(a)"]) {
    test(`a pattern that could take for ever is not checked: ${pattern}`, async () => {
      const schema = {
        properties: { controller: { properties: { mode: { pattern } } } },
        patternProperties: { [pattern]: { type: "object" } },
        additionalProperties: false,
      };
      assert.deepEqual(await refused(`controller:\n  mode: ${mode}\n`, schema), []);
    });
  }

  test("parts that refer to others twice each are not followed for ever", async () => {
    const $defs: Record<string, unknown> = { d40: { type: "integer" } };
    for (let at = 0; at < 40; at++) {
      const next = { $ref: `#/$defs/d${at + 1}` };
      $defs[`d${at}`] = { allOf: [next, next] };
    }
    assert.deepEqual(await refused("controller:\n  mode: slow\n", { $defs, $ref: "#/$defs/d0" }), []);
  });

  test("files that refer to others twice each are not followed for ever", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const next = { $ref: `s${at + 1}.json` };
        return [`s${at}.json`, JSON.stringify({ allOf: [next, next] })];
      }),
    );
    const chart = chartAtHand(VALUES, { ...files, "values.schema.json": '{"$ref": "s0.json"}' });
    await engine.diagnostics(analyseBeside("controller:\n  mode: slow\n", chart));
  });

  test("a schema that refers to itself still checks", async () => {
    const schema = { type: "object", additionalProperties: { anyOf: [{ $ref: "#" }, { type: "string" }] } };
    assert.equal((await refused("controller:\n  mode: slow\n  replicas: 3\n", schema)).length > 0, true);
  });
});
