import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Ownership } from "../../../server/core/ownership/claims.ts";
import type { ChartEvidence, OwnershipEvidence } from "../../../server/core/ownership/evidence.ts";
import { ownership } from "../../../server/core/ownership/ownership.ts";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import { DEFAULT_LIMITS, parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { regionOf } from "../../../server/core/yaml/region.ts";
import { chartOf, description, knowledge, umbrellaIn } from "../support/umbrella.ts";

const umbrella = umbrellaIn(
  chartOf({ "Chart.yaml": description("cap-operator", "0.34.0", ["alias: operator"]) }),
);

const FULL = "subscriptionServer:\n  domain: a.b\n  dnsTarget: x.b\n";
const BELOW = "operator:\n  controller:\n    replicas: 2\n";
const SAID = 'Chart.yaml lists cap-operator as a dependency, so its values are below "operator".';

/** A file beside the chart, by its path from there. */
function judge(path: string, text: string, more: Partial<OwnershipEvidence> = {}): Ownership {
  const { files, excludeFiles } = DEFAULT_SETTINGS;
  const chart: ChartEvidence = { name: "platform", path, brings: { chart: "cap-operator", umbrella } };
  return ownership(parseYaml(text), {
    path: `/ws/platform/${path}`,
    workspacePath: `platform/${path}`,
    files,
    excludeFiles,
    chart,
    umbrella,
    keys: knowledge.chartKeys,
    ...more,
  });
}

function isPart({ part, roots }: Ownership): boolean {
  return (
    part !== undefined &&
    regionOf(part.file).path.join() === "operator" &&
    roots.every(({ document }) => part.file.documents.includes(document))
  );
}

describe("beside a chart that brings the operator's along", () => {
  for (const path of [
    "values.yaml",
    "values-prod.yaml",
    "ci/values.yaml",
    "ci/one-values.yaml",
    "env/prod.values.yaml",
  ]) {
    test(`${path} has values below the key, whether it has the key or not`, () => {
      for (const text of [BELOW, "", "postgres: 1\n", "operator:\n", "controller: {image: a}\n"]) {
        const found = judge(path, text);
        assert.deepEqual(
          [found.kind?.name, found.reason, found.explanation],
          ["values", "umbrella-chart", SAID],
          text,
        );
        assert.ok(isPart(found), text);
      }
    });
  }

  test("another file is ours if it has the key", () => {
    assert.equal(judge("env/prod.yaml", BELOW).reason, "umbrella-chart");
    assert.equal(judge("env/prod.yaml", "postgres: 1\n").kind, null);
  });

  test("a file with the operator's keys at its top is for the operator's chart itself", () => {
    const found = judge("env/operator-values.yaml", FULL);
    assert.deepEqual([found.kind?.name, found.reason, found.part], ["values", "content", undefined]);
    // The chart's own values can only be for that chart.
    assert.ok(isPart(judge("values.yaml", FULL)));
  });

  test("templates, resources and what is excluded are not ours", () => {
    assert.equal(judge("templates/operator.yaml", BELOW).reason, "chart-template");
    assert.equal(
      judge("values.yaml", BELOW, { excludeFiles: ["**/platform/**"] }).reason,
      "setting-excluded",
    );
    assert.equal(judge("Chart.yaml", "name: platform\noperator: 1\n").reason, "well-known-file");
    const resource = "apiVersion: operator.example.org/v1\nkind: CAPOperator\nmetadata: {name: one}\n";
    const found = judge("operator.yaml", resource);
    assert.deepEqual([found.kind?.name, found.reason], ["operator", "operator-resource"]);
  });

  test("a comment or a setting that says what the file is does not say where its values are", () => {
    const commented = judge("any.yaml", `# cap-operator: values\n${BELOW}`);
    assert.equal(
      commented.explanation,
      'The comment `# cap-operator: values` at the top marks this file as a values file. The chart platform lists cap-operator as a dependency, so its values are below "operator".',
    );
    assert.ok(isPart(commented));
    const atTop = judge("any.yaml", `# cap-operator: values\n${FULL}`);
    assert.deepEqual([atTop.kind?.name, atTop.part], ["values", undefined]);
    assert.ok(isPart(judge("any.yaml", BELOW, { files: ["**/any.yaml"] })));
    assert.equal(judge("values.yaml", `# cap-operator: off\n${BELOW}`).kind, null);
  });

  test("a release decides by its chart, not by its files", () => {
    assert.ok(isPart(judge("any.yaml", FULL, { release: "prod" })));
    const claimed = judge("any.yaml", BELOW, { release: "prod", umbrella: undefined });
    assert.deepEqual([claimed.reason, claimed.part], ["release", undefined]);
  });
});

test("the settings' chart brings it along: files with its key are ours, others are as before", () => {
  const chart = undefined;
  const found = judge("values.yaml", BELOW, { chart });
  assert.deepEqual(
    [found.reason, found.explanation],
    [
      "umbrella-chart",
      'The chart platform lists cap-operator as a dependency, so its values are below "operator".',
    ],
  );
  assert.deepEqual(judge("values.yaml", FULL, { chart }).part, undefined);
  assert.equal(judge("values.yaml", "postgres: 1\n", { chart }).reason, "foreign-keys");
});

test("only what is below the key is ours, to the next key", () => {
  const text = `a: 1\n${BELOW}# about the next\nb: {c: 2}\n`;
  const [root] = judge("values.yaml", text).roots;
  const { start = 0, end = 0 } = root?.document ?? {};
  assert.equal(text.slice(start, end), `${BELOW}# about the next\n`);
});

test("a file that is too large is left alone", () => {
  const file = parseYaml(BELOW, { ...DEFAULT_LIMITS, size: 5 });
  const { files, excludeFiles } = DEFAULT_SETTINGS;
  const found = ownership(file, {
    path: "/ws/platform/values.yaml",
    workspacePath: "platform/values.yaml",
    files,
    excludeFiles,
    chart: { name: "platform", path: "values.yaml", brings: { umbrella } },
    umbrella,
    keys: knowledge.chartKeys,
  });
  assert.deepEqual([found.kind?.name, found.reason, found.strength], [undefined, "too-large", "certain"]);
});
