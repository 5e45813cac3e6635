import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DEFAULT_SETTINGS } from "../../../../server/core/settings.ts";
import { diagnosticsOf } from "../../support/check-diagnostics.ts";
import { applyFix, fixesAt } from "../../support/check-fix.ts";
import { analyse, createEngine } from "../../support/engine.ts";

const loud = await createEngine({
  ...DEFAULT_SETTINGS,
  diagnostics: { enable: true, severity: { "equals-default": "hint" } },
});

async function found(text: string): Promise<string[]> {
  return (await loud.diagnostics(analyse(text)))
    .filter(({ code }) => code === "equals-default")
    .map(({ range, message }) => `${range.start.line + 1}:${range.start.character} ${message}`);
}

describe("equals-default", () => {
  test("is off unless the settings ask for it, and so are its fixes", async () => {
    const text = "webhook: {replicas: 1}\n";
    const codes = (await diagnosticsOf(text)).map(({ code }) => code);
    assert.ok(!codes.includes("equals-default"));
    const titles = (await fixesAt("webhook: {repl$0icas: 1}\n")).map(({ title }) => title);
    assert.ok(!titles.includes('Remove "replicas"'));
  });

  test("the chart's defaults, at any depth", async () => {
    assert.deepEqual(
      await found(
        'webhook:\n  replicas: 1\n  service: {port: 443, targetPort: 1444}\naffinity: {}\ntolerations: []\ncontroller:\n  resources:\n    limits:\n      cpu: 0.2\nmonitoring: {dash: {dashboard: {configMapLabels: {dash_dashboard: "1"}}}}\n',
      ),
      [
        '2:2 "replicas" changes nothing: it equals the chart\'s default.',
        '3:12 "port" changes nothing: it equals the chart\'s default.',
        '4:0 "affinity" changes nothing: it equals the chart\'s default.',
        '5:0 "tolerations" changes nothing: it equals the chart\'s default.',
        '9:6 "cpu" changes nothing: it equals the chart\'s default.',
        '10:50 "dash_dashboard" changes nothing: it equals the chart\'s default.',
      ],
    );
  });

  test("what a component inherits from the top level", async () => {
    assert.deepEqual(
      await found(
        "image: {tag: v1}\npodLabels: {team: a, tier: b}\ncontroller:\n  image: {tag: v1}\n  podLabels: {team: a, tier: c}\n",
      ),
      [
        '4:10 "tag" changes nothing: it equals the top-level "image.tag".',
        '5:14 "team" changes nothing: it equals the top-level "podLabels".',
      ],
    );
  });

  test("a list whose items have their keys in another order", async () => {
    assert.deepEqual(
      await found(
        "tolerations: [{key: a, operator: Exists}]\ncontroller:\n  tolerations: [{operator: Exists, key: a}]\n",
      ),
      ['3:2 "tolerations" changes nothing: it equals the top-level "tolerations".'],
    );
    assert.deepEqual(
      await found(
        "tolerations: [{key: a, operator: Exists}]\ncontroller:\n  tolerations: [{operator: Exists, key: b}]\n",
      ),
      [],
    );
  });

  test("not what overrides, what is null, or what another entry replaces", async () => {
    assert.deepEqual(
      await found(
        "image: {tag: v1}\ncontroller: {image: {tag: v2}, replicas: null}\nwebhook: {replicas: 1, replicas: 2}\nsubscriptionServer: {ingressGatewayLabels: {app: my-gateway}}\nglobal: {a: 1}\n",
      ),
      [],
    );
  });

  test("Remove: with its comment, and the mapping that it leaves empty", async () => {
    const text = "webhook:\n  # one is enough\n  replicas: 1\nimage: {tag: v1}\n";
    const analysis = analyse(text);
    const diagnostics = await loud.diagnostics(analysis);
    const range = { start: { line: 2, character: 2 }, end: { line: 2, character: 2 } };
    const [fix] = await loud.codeActions(analysis, range, diagnostics);
    assert.equal(fix?.title, 'Remove "replicas"');
    assert.equal(fix && applyFix(text, fix), "image: {tag: v1}\n");
  });
});
