import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "js-yaml";
import { isMapping } from "../../../server/core/chart/same-json.ts";
import { valuesFile } from "../../../server/core/features/values-file.ts";
import { releaseValues } from "../../../server/core/semantics/release-values.ts";
import { toJson } from "../../../server/core/values/helm-tree.ts";
import { aloneStack } from "../../../server/core/values/release-stack.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { Dice } from "../../helm/dice.ts";
import { spreadFrom } from "../../support/effort.ts";
import { randomRelease, yamlOf } from "../support/random-release.ts";
import { chartOf, knowledge } from "../support/umbrella.ts";

function fileOf(listed: string, values: unknown) {
  const found = valuesFile(knowledge, { listed, values: JSON.stringify(values) });
  assert.ok("text" in found, JSON.stringify(found));
  return found;
}

const INSTALLED = {
  controller: { replicas: 3, image: { tag: "1.10" }, dnsTarget: "ingress.example.com" },
  monitoring: null,
  podLabels: { on: "yes" },
  subscriptionServer: { domain: "cop.example.com", dnsTarget: "ingress.example.com", port: 4000 },
  tolerations: [{ key: "a", operator: "Exists" }],
  webhook: { replicas: 1, sidecar: false, service: { type: "ClusterIP" } },
};

test("a file has what differs from the defaults, in the order of the chart, with what each key is for", () => {
  const { text, remarks } = fileOf("cap-operator-0.34.0", INSTALLED);
  assert.deepEqual(remarks, [
    "3 keys are left out, because their values are the chart's defaults: subscriptionServer.port, webhook.replicas, webhook.service.type.",
  ]);
  assert.equal(
    text.replaceAll(/# (?!cap-operator|Number of pods).*/g, "#"),
    `# cap-operator: values chart=cap-operator version=0.34.0
#
tolerations:
  - key: a
    operator: Exists
#
podLabels:
  "on": "yes"
#
monitoring: null
#
controller:
  # Number of pods of this component.
  replicas: 3
  #
  image:
    #
    tag: "1.10"
  #
  dnsTarget: ingress.example.com
#
subscriptionServer:
  #
  dnsTarget: ingress.example.com
  #
  domain: cop.example.com
#
webhook:
  sidecar: false
`,
  );
});

test("texts of several lines are blocks, unless a block would change them", () => {
  const { text } = fileOf("cap-operator-chart-0.11.0", {
    x: { a: "1\n2\n", b: "1\n\n2", c: " 1\n2", d: "1\n\n" },
  });
  const [, ...lines] = text.split("\n");
  assert.deepEqual(lines, [
    ...["x:", "  a: |", "    1", "    2", "  b: |-", "    1", "", "    2"],
    ...['  c: " 1\\n2"', '  d: "1\\n\\n"', ""],
  ]);
});

test("a version that is not known: the file has everything that was set, and this is said", () => {
  const { text, remarks } = fileOf("cap-operator-0.99.1", { webhook: { replicas: 1 } });
  assert.match(text, /^# cap-operator: values chart=cap-operator version=0\.99\.1\n.*\n {2}replicas: 1\n$/s);
  assert.deepEqual(remarks, [
    "The defaults of cap-operator 0.99.1 are not known, so the file has all values that were set.",
  ]);
});

test("a mapping and a list without content stay what they are", () => {
  const { text } = fileOf("cap-operator-0.99.1", { x: { a: {}, b: [], c: [{ d: {} }] } });
  assert.equal(text.slice(text.indexOf("x:")), "x:\n  a: {}\n  b: []\n  c:\n    - d: {}\n");
});

test("a release that sets nothing but defaults", () => {
  const nothing = "Nothing is changed: all values are the chart's defaults.";
  const leftOut = "1 key is left out, because its value is the chart's default: webhook.replicas.";
  for (const [values, ...said] of [[null], [{}], [{ webhook: { replicas: 1 } }, leftOut]]) {
    const { text, remarks } = fileOf("cap-operator-0.34.0", values);
    assert.equal(text, "# cap-operator: values chart=cap-operator version=0.34.0\n");
    assert.deepEqual(remarks, [nothing, ...said]);
  }
});

test("why there is no file", () => {
  const problem = (listed: string, values: string) => valuesFile(knowledge, { listed, values });
  for (const listed of ["web-shop-1.2.3", "cap-operator", "cap-operator-x-1.0.0", "my-cap-operator-0.34.0"]) {
    assert.deepEqual(problem(listed, "{}"), { problem: `${listed} is not a chart of the operator.` });
  }
  for (const values of ["", "[]", '"a"', "{", "[".repeat(100_000), '{"a":'.repeat(100_000)]) {
    assert.deepEqual(problem("cap-operator-0.34.0", values), {
      problem: "What Helm printed cannot be read as values.",
    });
  }
});

test("a chart that is at hand has its own defaults, and is named as it was fetched", () => {
  const atHand = chartOf({
    "Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 9.0.0\n",
    "values.yaml":
      "# Who\nowner: me\ncontroller: {replicas: 7, dnsTarget: ''}\nsubscriptionServer: {domain: '', dnsTarget: ''}\nwebhook: {}\n",
  });
  const values = JSON.stringify({ controller: { replicas: 7, dnsTarget: "a.b" }, owner: "you" });
  const modeline = "chart=oci://r.example.com/cap-operator version=9.0.0";
  const found = valuesFile(knowledge, { listed: "cap-operator-9.0.0", values }, { atHand, modeline });
  assert.ok("text" in found);
  assert.deepEqual(load(found.text), { owner: "you", controller: { dnsTarget: "a.b" } });
  assert.equal(found.text.split("\n")[0], `# cap-operator: values ${modeline}`);
});

/** The values that Helm reads from a file; `undefined` if it does not read it. */
function effective(text: string, version: string): unknown {
  const stack = aloneStack("file:///values.yaml", parseYaml(text), 3, {});
  const { values, problems } = releaseValues(stack, knowledge.schemasOfVersion(version));
  return problems.length > 0 ? undefined : toJson(values);
}

const CHARTS = [
  ...knowledge.charts.versions.map(
    (version) => [version, `${knowledge.charts.published}-${version}`] as const,
  ),
  ["", `${knowledge.charts.specification}-1.0.0`] as const,
];

test("any release comes to the same with its file, in which no line can be left out", () => {
  for (const seed of spreadFrom(1, 100)) {
    const dice = new Dice(seed);
    const [version, listed] = dice.pick(CHARTS);
    const { root } = knowledge.schemasOfVersion(version).model("values");
    const given = { ...randomRelease(dice, root), ...(dice.oneIn(4) && { "<<": { webhook: "a" } }) };
    const { text } = fileOf(listed, given);
    const wanted = effective(yamlOf(given), version);
    assert.ok(isMapping(wanted), JSON.stringify(given));
    assert.deepEqual(effective(text, version), wanted, `${seed}: ${text}`);
    const lines = text.split("\n");
    const isLine = (line: string) => line !== "" && !/^ *# [^-]/.test(line);
    for (const index of lines.keys()) {
      if (!isLine(lines[index] ?? "")) continue;
      const less = effective(lines.toSpliced(index, 1).join("\n"), version);
      assert.notDeepEqual(less, wanted, `${seed}: without line ${index + 1}: ${lines[index]}\n${text}`);
    }
  }
});
