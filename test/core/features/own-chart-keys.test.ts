import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { MarkupContent } from "vscode-languageserver-types";
import type { ReadChart } from "../../../server/core/chart/chart.ts";
import { analyseBeside, chartAtHand } from "../support/chart-at-hand.ts";
import { engine, withCursor } from "../support/engine.ts";

const VALUES = "controller:\n  replicas: 1\nsubscriptionServer:\n  domain: a\n  dnsTarget: b\nwebhook: {}\n";
const REQUIRED = "subscriptionServer:\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\n";
const TEMPLATE = "{{ .Values.controller.replicas }}{{ toYaml .Values.subscriptionServer }}";

function withSchema(schema: unknown, values = VALUES, templates = TEMPLATE): ReadChart {
  const text = typeof schema === "string" ? schema : JSON.stringify(schema);
  return chartAtHand(values, { "values.schema.json": text, "templates/a.yaml": templates });
}

/** The labels that are offered at the cursor, without snippets. */
function offered(marked: string, chart: ReadChart): string[] {
  const { text, offset } = withCursor(marked);
  const analysis = analyseBeside(text, chart);
  const items = engine.completion(analysis, analysis.text.positionAt(offset), {
    snippets: false,
  });
  return items.map(({ label }) => label);
}

/** The hover at the cursor. */
function shown(marked: string, chart: ReadChart): string {
  const { text, offset } = withCursor(marked);
  const analysis = analyseBeside(text, chart);
  const { contents } = engine.hover(analysis, analysis.text.positionAt(offset)) ?? {};
  return MarkupContent.is(contents) ? contents.value : "";
}

/** The findings above a hint, each with its rule. */
async function reported(text: string, chart: ReadChart): Promise<string[]> {
  const found = await engine.diagnostics(analyseBeside(`${text}${REQUIRED}`, chart));
  return found.filter(({ severity }) => severity !== 4).map(({ code, message }) => `${code}: ${message}`);
}

suite("keys that only the chart's schema declares", () => {
  const chart = withSchema({
    $defs: { team: { type: "object", properties: { mail: { type: "string" } } } },
    properties: {
      owner: { type: "string", description: "Who is called at *night*." },
      team: { $ref: "#/$defs/team", description: "The team." },
      controller: { properties: { mode: { enum: ["fast", "slow"] } } },
      gone: false,
    },
  });

  test("are known, and what is not declared is not", async () => {
    const text = "owner: me\nteam:\n  mail: a@b.example\ncontroller:\n  mode: fast\n  speed: 1\ngone: 1\n";
    assert.deepEqual(await reported(text, chart), [
      'unknown-key: Unknown key "speed" in "controller". Helm ignores it.',
      'unknown-key: Unknown key "gone" at the top level. Helm ignores it.',
      'chart-schema: The chart\'s schema does not allow "gone": Property gone is not allowed.',
    ]);
  });

  test("are offered, with their values", () => {
    const labels = offered("$0", chart);
    for (const key of ["owner", "team"]) assert.ok(labels.includes(key), key);
    assert.ok(!labels.includes("gone"));
    assert.deepEqual(offered("team:\n  $0", chart), ["mail"]);
    assert.deepEqual(offered("controller:\n  mode: $0", chart), ["fast", "slow"]);
  });

  test("are offered with their values also where it is put together from parts", () => {
    const parts = [{ properties: { pace: { enum: ["fast", null] }, only: { enum: ["one"] } } }];
    const together = withSchema({ allOf: parts });
    assert.ok(offered("pace: $0", together).includes("fast"));
    assert.deepEqual(offered("only: $0", together), ["one"]);
  });

  test("are offered with up to 200 values, and with none if there are more", () => {
    const valuesOf = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
    const pace = (count: number) => withSchema({ properties: { pace: { enum: valuesOf(count) } } });
    assert.deepEqual(new Set(offered("pace: $0", pace(200))), new Set(valuesOf(200)));
    assert.deepEqual(offered("pace: $0", pace(201)), []);
  });

  test("have their types and descriptions in a hover, as text", () => {
    const owner = shown("ow$0ner: me\n", chart);
    assert.match(owner, /^\*\*owner\*\* · `text`/);
    assert.ok(owner.includes("Who is called at \\*night\\*."), owner);
    assert.match(shown("te$0am: {}\n", chart), /`mapping`[\s\S]*The team\./);
  });

  test("get a problem where a value is wrong, once", async () => {
    assert.deepEqual(await reported("owner: [1]\n", chart), [
      'wrong-type: "owner" takes text, but Helm reads a list here.',
    ]);
  });
});

suite("the chart's schema about keys that are known anyway", () => {
  const values = `${VALUES}image:\n  pullPolicy: Always\n  tag: v1\n`;
  const chart = withSchema(
    {
      properties: {
        image: { properties: { pullPolicy: { enum: ["Always", "IfNotPresent"] }, tag: { type: "string" } } },
        controller: { properties: { replicas: { type: "integer", maximum: 3 } } },
      },
    },
    values,
    `${TEMPLATE}{{ toYaml .Values.image }}`,
  );

  test("narrows the values that are offered and allowed", async () => {
    const labels = offered("image:\n  pullPolicy: $0", chart);
    assert.ok(labels.includes("Always") && labels.includes("IfNotPresent"), labels.join());
    assert.ok(!labels.includes("Never"));
    const [only, ...others] = await reported("image:\n  pullPolicy: Never\n", chart);
    assert.match(only ?? "", /^not-allowed: /);
    assert.deepEqual(others, []);
  });

  test("narrows types and ranges in a hover, and leaves the documentation", () => {
    const replicas = shown("controller:\n  rep$0licas: 2\n", chart);
    assert.match(replicas, /`whole number`/);
    assert.match(replicas, /At most 3|Range: \d to 3/);
  });
});

suite("fields of list items", () => {
  const list = "webhook:\n  hosts:\n    - $0";

  test("that a template names in a loop are offered and explained", () => {
    const templates = `${TEMPLATE}{{ range .Values.webhook.hosts }}{{ .name }}{{ .port | int }}{{ end }}`;
    for (const values of ["webhook: {}", "webhook:\n  hosts: []", "webhook:\n  hosts:"]) {
      const chart = withSchema({}, VALUES.replace("webhook: {}", values), templates);
      assert.deepEqual(offered(list, chart), ["name", "port"], values);
      assert.deepEqual(offered("webhook:\n  hosts:\n    - name: a\n      $0", chart), ["port"]);
      assert.match(shown("webhook:\n  hosts:\n    - po$0rt: 1\n", chart), /`number or null`/);
    }
  });

  test("that the default list has are offered", async () => {
    const hosts = "webhook:\n  hosts:\n    - name: a\n      port: 80\n    - name: b\n      tls: true\n";
    const chart = withSchema({}, VALUES.replace("webhook: {}\n", hosts), "{{ toYaml .Values }}");
    assert.deepEqual(offered(list, chart), ["name", "port", "tls"]);
    assert.deepEqual(offered("webhook:\n  hosts:\n    - tls: $0", chart), ["false", "true"]);
    assert.deepEqual(await reported("webhook:\n  hosts:\n    - other: 1\n", chart), []);
  });

  test("that the chart's schema declares are offered", () => {
    const hosts = { items: { properties: { kind: { enum: ["a", "b"] } } } };
    const chart = withSchema({ properties: { webhook: { properties: { hosts } } } });
    assert.deepEqual(offered(list, chart), ["kind"]);
    assert.deepEqual(offered("webhook:\n  hosts:\n    - kind: $0", chart), ["a", "b"]);
  });

  test("are none where the items are no mappings", () => {
    const chart = withSchema({}, VALUES.replace("webhook: {}", "webhook:\n  hosts: [a]"));
    assert.deepEqual(offered(list, chart), []);
  });
});

test("keys below global that a template reads are offered, and others stay allowed", async () => {
  const chart = withSchema({}, VALUES, `${TEMPLATE}{{ .Values.global.imageRegistry }}`);
  assert.deepEqual(offered("global:\n  $0", chart), ["imageRegistry"]);
  assert.match(shown("global:\n  imageReg$0istry: x\n", chart), /global\.imageRegistry/);
  assert.deepEqual(await reported("global:\n  other: 1\n", chart), []);
});

suite("what comments of the chart say in the words of helm-docs", () => {
  // https://github.com/norwoodj/helm-docs/tree/v1.14.2#valuesyaml-metadata
  const values = `${VALUES}worker:
  # -- (int) How many *jobs* at once.
  jobs:
  # -- (tpl/string) A greeting.
  greeting: hello
  # -- The tag.
  # @default -- the appVersion of \`Chart.yaml\`
  tag: ""
  # -- How long.
  # @default -- as long as [it](https://a.example) takes
  timeout: 30
`;
  const chart = withSchema(
    { properties: { worker: { properties: { jobs: {} } } } },
    values,
    `${TEMPLATE}{{ toYaml .Values.worker }}`,
  );

  test("is the type of a key that only the chart has", () => {
    assert.match(shown("worker:\n  jo$0bs: 3\n", chart), /^\*\*worker\.jobs\*\* · `int`\n\nHow many/);
    assert.match(shown("worker:\n  gree$0ting: x\n", chart), /^\*\*worker\.greeting\*\* · `tpl\/string`/);
  });

  test("is the default where that is empty, and beside it where it is not", () => {
    const tag = shown("worker:\n  ta$0g: v1\n", chart);
    assert.ok(tag.includes("- Default: the appVersion of \\`Chart.yaml\\`"), tag);
    assert.ok(!tag.includes('""'), tag);
    const timeout = shown("worker:\n  time$0out: 5\n", chart);
    assert.match(timeout, /- Default: `30`\n- In the chart: as long as \\\[it/);
  });

  test("is not the type where a schema says it", () => {
    const schema = { properties: { worker: { properties: { jobs: { type: "integer" } } } } };
    const typed = withSchema(schema, values, `${TEMPLATE}{{ toYaml .Values.worker }}`);
    assert.match(shown("worker:\n  jo$0bs: 3\n", typed), /· `whole number or null`/);
  });
});

suite("a schema that is meant to do harm", () => {
  const many = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, index) => [`k${index}`, { type: "string" }]),
  );
  const deep = `${'{"properties":{"a":'.repeat(5000)}{}${"}}".repeat(5000)}`;
  const wide = { allOf: Array.from({ length: 30 }, () => ({ $ref: "#/$defs/a" })) };
  const cycle = "a part of it refers to itself for the same value. Correct";
  const HOSTILE: readonly [what: string, schema: unknown, fault?: string][] = [
    ["no mapping", [1]],
    ["itself", { $ref: "#" }, cycle],
    ["a circle", { properties: { a: { $ref: "#/properties/b" }, b: { $ref: "#/properties/a" } } }],
    ["itself below", { properties: { a: { $ref: "#" }, b: { $ref: "#" }, c: { $ref: "#" } } }],
    [
      "references that multiply",
      { $defs: { a: { allOf: [wide, wide], properties: { x: wide } } }, ...wide },
      cycle,
    ],
    ["another address", { properties: { a: { $ref: "https://schemas.example/a.json" } } }],
    ["another file", { properties: { a: { $ref: "../../../etc/passwd#/a" } } }],
    [
      "a key of JavaScript",
      { properties: JSON.parse('{"__proto__": {"type": "string"}, "constructor": {}}') },
    ],
    ["strange parts", { properties: { a: { type: 7, enum: "x", description: [], minimum: "1", items: 3 } } }],
    ["too many keys", { properties: many }],
    ["too deep keys", deep, "it is nested too deeply. Simplify"],
  ];
  test("what there is no room for is not called unknown", async () => {
    const some = Object.fromEntries(Object.entries(many).slice(0, 10_000));
    const chart = withSchema({ properties: { one: { properties: some }, two: { properties: some } } });
    assert.deepEqual(await reported("two:\n  k9999: a\n", chart), []);
  });

  for (const [what, schema, fault] of HOSTILE) {
    test(what, async () => {
      const chart = withSchema(schema);
      assert.ok(offered("$0", chart).includes("controller"));
      const sentence = `chart-schema: The chart's schema cannot be evaluated: ${fault} its values.schema.json.`;
      assert.deepEqual(await reported("controller:\n  replicas: 2\n", chart), fault ? [sentence] : []);
    });
  }
});
