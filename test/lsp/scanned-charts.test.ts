import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { DiskChartFiles } from "../../server/workspace/disk-chart-files.ts";
import { connect } from "./client.ts";
import { workspace } from "./workspace.ts";

const CHART = {
  "mine/Chart.yaml": "apiVersion: v2\nname: my-operator\nversion: 7.1.0\n",
  "mine/values.yaml":
    'controller:\n  replicas: 1\nsubscriptionServer:\n  domain: ""\n  dnsTarget: ""\nwebhook:\n  replicas: 1\n',
  "mine/templates/base.yaml":
    "{{ .Values.controller.replicas }}{{ toYaml .Values.subscriptionServer }}{{ .Values.webhook.replicas }}",
};
const REQUIRED = "subscriptionServer:\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\n";
const SUB = {
  "mine/charts/sub/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 1.0.0\n",
  "mine/charts/sub/values.yaml": "port: 80\n",
  "mine/charts/sub/templates/a.yaml": "{{ .Values.port }}",
};
const depends = (entry: string) => `${CHART["mine/Chart.yaml"]}dependencies:\n  - ${entry}\n`;

/** A changed chart, values, and the keys that are unknown in them: those that Helm does not read. */
const SHAPES: readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  values: string,
  unknown: string[],
][] = [
  ["a misspelled key", {}, "controller:\n  replicaz: 2\n", ["replicaz"]],
  ["all values as a whole", { "mine/templates/x.yaml": "{{ toYaml .Values }}" }, "other: 1\n", []],
  [
    "a whole mapping",
    { "mine/templates/x.yaml": "{{ toYaml .Values.controller }}" },
    "controller:\n  x: 1\n",
    [],
  ],
  [
    "a key that is not literal",
    { "mine/templates/x.yaml": "{{ index .Values .Release.Name }}" },
    "other: 1\n",
    [],
  ],
  [
    "a text for tpl",
    { "mine/templates/x.yaml": "{{ tpl .Values.text . }}" },
    "text: '{{ .Values.other }}'\nother: 1\n",
    [],
  ],
  ["a file for tpl", { "mine/templates/x.yaml": '{{ tpl (.Files.Get "x") . }}' }, "other: 1\n", []],
  ["a chart below", SUB, "sub:\n  port: 81\n", []],
  ["a misspelled key of a chart below", SUB, "sub:\n  prt: 81\n", ["prt"]],
  [
    "a chart below with an alias",
    {
      ...SUB,
      "mine/Chart.yaml": depends(
        "{name: sub, version: 1.0.0, alias: other, condition: other.enabled, tags: [t]}",
      ),
    },
    "other:\n  port: 81\n  enabled: true\ntags:\n  t: true\n",
    [],
  ],
  [
    "a chart below that is not there",
    { "mine/Chart.yaml": depends("{name: db, version: 1.0.0}") },
    "db:\n  anything: 1\n",
    [],
  ],
  [
    "a library chart",
    {
      "mine/charts/lib/Chart.yaml": "apiVersion: v2\nname: lib\nversion: 1.0.0\ntype: library\n",
      "mine/charts/lib/templates/_x.tpl": '{{ define "lib.x" }}{{ .Values.libKey }}{{ end }}',
      "mine/templates/x.yaml": '{{ include "lib.x" . }}',
    },
    "libKey: 1\n",
    [],
  ],
  [
    "global of a chart below",
    { ...SUB, "mine/charts/sub/templates/a.yaml": "{{ .Values.global.registry }}" },
    "global:\n  registry: x\n",
    [],
  ],
];

suite("keys of changed charts", () => {
  for (const [what, files, values, unknown] of SHAPES) {
    test(what, async () => {
      const ws = workspace({ ...CHART, ...files, "prod/values.yaml": "" });
      const client = await connect({
        server: { charts: new DiskChartFiles() },
        initialize: { workspaceFolders: [{ uri: ws.uri, name: "ws" }] },
      });
      const uri = ws.at("prod/values.yaml");
      const text = `# cap-operator: values chart=../mine\n${REQUIRED}${values}`;
      client.open(uri, text);
      // The templates are read after the first answers.
      await client.until(() => client.published.filter((one) => one.uri === uri).length > 1);
      const found = client.published.findLast((one) => one.uri === uri)?.diagnostics ?? [];
      const keys = found
        .filter(({ code }) => code === "unknown-key")
        .map(({ message }) => /"([^"]+)"/.exec(String(message))?.[1]);
      assert.deepEqual(keys, unknown);
      await client.close();
    });
  }
});
