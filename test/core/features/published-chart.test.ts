import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { snippetLabelsAt } from "../support/check-completion.ts";
import { analyse, engine } from "../support/engine.ts";
import { analyseIn } from "../support/release.ts";

const V34 = "# cap-operator: values version=0.34.0\n";
const V19 = "# cap-operator: values version=0.19.0\n";

suite("in a file for the published chart", () => {
  test("snippets have its words", () => {
    const labels = snippetLabelsAt(`${V34}subscriptionServer:\n  $0`).join();
    assert.match(labels, /gardener/i);
    assert.doesNotMatch(labels, /platform/i);
    const analysis = analyse(`${V34}subscriptionServer:\n`);
    const bodies = engine.snippets(analysis, { line: 1, character: 0 }).map(({ body }) => body);
    assert.ok(bodies.some((body) => body.includes("certificateManager: CertManager")));
    assert.ok(!bodies.some((body) => body.includes("CertController")));
  });

  test("the inserted defaults are its own", () => {
    const inserted = engine
      .missingDefaults(analyse(V34))
      .map(({ newText }) => newText)
      .join("");
    assert.match(inserted, /istioSystemNamespace: istio-system/);
    assert.match(inserted, /rolloutDelay: ""/);
    assert.doesNotMatch(inserted, /sidecar:|meshSystem/);
  });

  test("effective values are put over its defaults", () => {
    const { text } = engine.effectiveDocument(analyse(`${V34}controller: {replicas: 2}\n`).stack, "plain");
    assert.match(text, /istioSystemNamespace: istio-system/);
    assert.match(text, /dnsTarget: public-ingress\.clusters\.cs\.services\.sap/);
    assert.match(text, /replicas: 2/);
  });

  test("they are compared with its defaults", () => {
    const { stack } = analyse(`${V19}controller: {replicas: 2}\n`);
    assert.ok(stack);
    const { text } = engine.comparedValues({ stack, isDefaults: true }) ?? { text: "" };
    assert.match(text, /istioSystemNamespace: istio-system/);
    assert.match(text, /sidecar: false/);
    assert.doesNotMatch(text, /rolloutDelay|replicas: 2/);
  });
});

suite("the files of a release", () => {
  test("are for the chart of the release", () => {
    const analysis = analyseIn("a.yaml", {
      files: { "a.yaml": "controller:\n  rolloutDelay: 2h\n" },
      chart: { chart: "oci://registry.example/cap-operator", version: "0.20.0" },
    });
    assert.deepEqual(engine.chartOf(analysis)?.name, "cap-operator 0.20.0");
  });

  test("are for one chart, whichever of them has its words", () => {
    const analysis = analyseIn("a.yaml", {
      files: { "a.yaml": "controller:\n  replicas: 2\n", "b.yaml": "monitoring:\n  grafana: {}\n" },
      chart: {},
    });
    assert.deepEqual(engine.chartOf(analysis)?.name, "cap-operator 0.34.0");
  });
});
