import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { helmComplaints } from "../../../../server/core/values/helm-verdict.ts";
import { analyseBeside, chartAtHand } from "../../support/chart-at-hand.ts";
import { engine } from "../../support/engine.ts";

const VALUES = "controller:\n  replicas: 1\nsubscriptionServer:\n  replicas: 1\n";

interface Broken {
  readonly values?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** What Helm 4.3.1 writes. */
  readonly said: string;
}

const CASES: Readonly<Record<string, Broken>> = {
  "values that are a list": {
    values: "- a\n",
    said: "Error: cannot load values.yaml: cannot unmarshal yaml document: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}",
  },
  "a schema that is cut off": {
    files: { "values.schema.json": '{ "type": ' },
    said: "Error: values don't meet the specifications of the schema(s) in the following chart(s):\ncap-operator:\nunexpected EOF\n",
  },
  "an action that is not closed": {
    files: { "templates/_x.tpl": "{{ if .Values.a " },
    said: "Error: parse error at (cap-operator/templates/_x.tpl:2): unclosed action started at cap-operator/templates/_x.tpl:1",
  },
};

suite("what Helm itself has said about a file of the chart is not said again", () => {
  for (const [what, { values = VALUES, files = {}, said }] of Object.entries(CASES)) {
    test(what, async () => {
      const chart = chartAtHand(values, files);
      const analysis = analyseBeside("controller:\n  replicas: 2\n", chart);
      const codes = async (file: typeof analysis) =>
        (await engine.diagnostics(file))
          .map(({ code }) => code)
          .filter((code) => code === "broken-chart" || code === "helm-template");
      assert.deepEqual(await codes(analysis), ["broken-chart"]);
      const complaints = helmComplaints(said, chart);
      assert.deepEqual(await codes(analysis.told(complaints)), ["helm-template"]);
    });
  }
});

test("the generation of Helm counts: only Helm 4 reads the second document", async () => {
  const chart = chartAtHand(`${VALUES}---\n- b\n`);
  const found = await engine.diagnostics(analyseBeside("controller:\n  replicas: 2\n", chart));
  assert.deepEqual(
    found.filter(({ code }) => code === "broken-chart"),
    [],
  );
});

test("of a library chart, Helm reads no templates", async () => {
  const files = {
    "Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 7.1.0\ntype: library\n",
    "templates/a.yaml": "{{ end }}",
  };
  const found = await engine.diagnostics(
    analyseBeside("controller:\n  replicas: 2\n", chartAtHand(VALUES, files)),
  );
  assert.deepEqual(
    found.filter(({ code }) => code === "broken-chart"),
    [],
  );
});
