import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyseBeside, chartAtHand } from "../../support/chart-at-hand.ts";
import { checkDiagnostics, checkNoDiagnostics } from "../../support/check-diagnostics.ts";
import { checkFix } from "../../support/check-fix.ts";
import { engine } from "../../support/engine.ts";

const PUBLISHED = { chart: "cap-operator", version: "0.34.0" };
/** The values of a chart in the words of the published one. */
const VALUES = "podLabels: {}\nsubscriptionServer:\n  istioSystemNamespace: own\n";

describe("misplaced-key below global, which the published chart does not read", () => {
  test("a key of the top level is found", () =>
    checkDiagnostics(
      `global:
  podLabels:
  ^^^^^^^^^ warning[misplaced-key] Misplaced key "podLabels": nothing reads it in "global". Move it to the top level.
    team: a
`,
      "values",
      PUBLISHED,
    ));
  test("it is moved", () =>
    checkFix(
      "global:\n  other: 1\n  # ours\n  pod$0Labels:\n    team: a\n",
      'Move to "podLabels"',
      "global:\n  other: 1\n# ours\npodLabels:\n  team: a\n",
      "values",
      PUBLISHED,
    ));
  test("other keys, and holders of anchors that are used, are left alone", () =>
    checkNoDiagnostics(
      "global:\n  imageRegistry: a.internal\n  tolerations: &t [{key: a}]\ntolerations: *t\n",
      "values",
      PUBLISHED,
    ));
  for (const [what, template, count] of [
    ["is found where the templates of the chart at hand do not read it", "{{ .Values.podLabels }}", 1],
    ["is right where they do", "{{ .Values.global.podLabels }}{{ .Values.podLabels }}", 0],
    ["is right where they read all values", "{{ toYaml .Values }}", 0],
    ["is right where they may read anything", "{{ tpl .Values.podLabels.text . }}", 0],
  ] as const) {
    test(`a key of the top level ${what}`, async () => {
      const chart = chartAtHand(VALUES, { "templates/a.yaml": template });
      const analysis = analyseBeside("global:\n  podLabels:\n    team: a\n", chart);
      const found = (await engine.diagnostics(analysis)).filter(({ code }) => code === "misplaced-key");
      assert.equal(found.length, count);
    });
  }
});
