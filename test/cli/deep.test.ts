import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { CLEAN, folderWith, run } from "./run.ts";

const CHART = {
  "chart/Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 7.1.0\n",
  "chart/values.yaml": "controller: {replicas: 1}\nsubscriptionServer: {replicas: 1}\nwebhook: {}\n",
};
const NAMED = "# cap-operator: values chart=./chart\nsubscriptionServer:\n  replicas: 2\n";

const within = (open: string, close: string, levels: number, inner = "1") =>
  open.repeat(levels) + inner + close.repeat(levels);

/** Files with something at each door that is nested in itself. */
const DOORS: Readonly<Record<string, (levels: number) => Readonly<Record<string, string>>>> = {
  "mappings in a values file": (levels) => ({
    "v.values.yaml": `${CLEAN}extra: ${within("{a: ", "}", levels)}\n`,
  }),
  "dashes in a values file": (levels) => ({ "v.values.yaml": `${CLEAN}extra:\n  ${"- ".repeat(levels)}1\n` }),
  "the values of a chart": (levels) => ({
    ...CHART,
    "chart/values.yaml": `${CHART["chart/values.yaml"]}extra: ${within("[", "]", levels)}\n`,
    "v.values.yaml": NAMED,
  }),
  "the schema of a chart": (levels) => ({
    ...CHART,
    "chart/values.schema.json": within('{"not":', "}", levels, "{}"),
    "v.values.yaml": NAMED,
  }),
  "a schema that allows deep values": (levels) => ({
    ...CHART,
    "chart/values.schema.json": '{"additionalProperties": {"$ref": "#"}}',
    "v.values.yaml": `${NAMED}extra: ${within("{a: ", "}", levels, "{}")}\n`,
  }),
  "the description of a chart": (levels) => ({
    ...CHART,
    "chart/Chart.yaml": `${CHART["chart/Chart.yaml"]}annotations: ${within("{a: ", "}", levels)}\n`,
    "v.values.yaml": NAMED,
  }),
  "a template of a chart": (levels) => ({
    ...CHART,
    "chart/templates/a.yaml": within("{{ if .Values.a }}", "{{ end }}", levels),
    "chart/templates/b.yaml": `{{ ${within("(", ")", levels, ".Values.b")} }}`,
    "v.values.yaml": NAMED,
  }),
  "a definition": (levels) => ({
    ".cap-operator.yaml": "managerReleaseUrl: ./m.yaml\n",
    "m.yaml": `kind: CustomResourceDefinition\nspec: {names: {kind: CAPOperator}, group: operator.sme.sap.com, versions: [{name: v1alpha1, served: true, storage: true, schema: {openAPIV3Schema: {properties: {spec: ${within("{properties: {a: ", "}}", levels, "{}")}}}}}]}\n`,
    "v.yaml": "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nmetadata: {name: a}\nspec: {}\n",
  }),
  "entries of a release": (levels) => ({
    ".cap-operator.yaml": `releases:\n- {name: a, namespace: b, values: [v.values.yaml], set: ["a=${within("{", "}", levels)}"], setJson: ['a=${within("[", "]", levels)}']}\n`,
    "v.values.yaml": CLEAN,
  }),
};

suite("what is nested too deeply is not read, and everything else is", () => {
  for (const [door, files] of Object.entries(DOORS)) {
    for (const levels of [400, 100_000]) {
      test(`${door}: ${levels} levels`, async () => {
        const folder = folderWith({ ...files(levels), "good.values.yaml": `${CLEAN}  replicaz: 1\n` });
        const { code, out, err } = await run(folder, ["check", "."]);
        assert.doesNotMatch(out + err, /Internal error|RangeError|call stack/);
        assert.ok(code === 0 || code === 1 || code === 3, `${code}: ${err}`);
        assert.match(out, /good\.values\.yaml:\d+:\d+ warning unknown-key Unknown key "replicaz"/);
      });
    }
  }

  for (const levels of [10_000, 100_000]) {
    test(`the settings of a project: ${levels} levels`, async () => {
      const settings = `releases: ${within("{a: ", "}", levels)}\n`;
      const { code, err } = await run(
        folderWith({ ".cap-operator.yaml": settings, "good.values.yaml": CLEAN }),
        ["check", "."],
      );
      assert.equal(code, 2);
      assert.match(
        err,
        /^\.cap-operator\.yaml:1:1 error \.cap-operator\.yaml is read as Helm reads values files: Lists and mappings are nested deeper/,
      );
    });
  }
});
