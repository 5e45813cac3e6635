import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { findHelm, helmAsker } from "../../server/helm/ask-helm.ts";
import { helmBinary } from "../helm/build-helm.ts";
import { OURS, opened, type Setup, said, TEMPLATE, verdict } from "./helm-verdict.ts";

for (const major of [3, 4] as const) {
  const helm = await helmBinary(major);
  suite(`the verdict of Helm ${major}`, { skip: helm === undefined && "Go is not installed" }, () => {
    const ask = helmAsker(() => findHelm(helm ?? ""));
    const cases: readonly (readonly [string, string, Partial<Setup>, RegExp])[] = [
      [
        "required",
        'owner: ""\n',
        { template: `{{ required "no owner" .Values.owner }}\n${TEMPLATE}` },
        /^5:1 The chart rejects the values: no owner$/,
      ],
      [
        "fail",
        "owner: root\n",
        { template: `{{ if eq .Values.owner "root" }}\n{{ fail "not root" }}\n{{ end }}${TEMPLATE}` },
        /^5:1 The chart rejects the values: not root$/,
      ],
      [
        "a nil pointer",
        "controller:\n  image:\n",
        { template: `a: {{ .Values.controller.image.tag }}\n` },
        /^6:3 Helm cannot render templates\/x\.yaml, line 1, with these values: nil pointer evaluating interface \{\}\.tag$/,
      ],
      [
        "a chart that is missing",
        "owner: you\n",
        {
          files: {
            "charts/mine/Chart.yaml":
              "apiVersion: v2\nname: mine\nversion: 7.1.0\ndependencies:\n- name: sub\n  version: 1.0.0\n  repository: https://charts.example.org\n",
          },
        },
        /^2:1 The chart's dependencies are missing: sub\./,
      ],
      [
        "a template that does not parse",
        "owner: you\n",
        { template: "a: {{ if }}\n" },
        /^2:1 Helm cannot read the chart's template templates\/x\.yaml, line 1: missing value for if$/,
      ],
      [
        "an object that is not YAML",
        'owner: "a: b"\n',
        { template: "a: {{ .Values.owner }}\n" },
        /^5:1 With these values, templates\/x\.yaml does not render to valid YAML: /,
      ],
    ];
    for (const [name, text, setup, expected] of cases) {
      test(`${name} is at its key`, async () => {
        const { client, uri } = await opened(OURS + text, { ask, ...setup });
        assert.match(await verdict(client, uri), expected);
      });
    }

    test("the schema of the chart is reported once", async () => {
      const files = { "charts/mine/values.schema.json": '{"properties":{"owner":{"enum":["me"]}}}' };
      const { client, uri } = await opened(`${OURS}owner: you\n`, { ask, files });
      await said(client, uri, "refuses");
      const last = await client.until(() =>
        client.published.findLast((one) => one.uri === uri && one.diagnostics.length > 0),
      );
      assert.deepEqual(
        last.diagnostics.map(({ code }) => code),
        ["not-allowed"],
      );
    });
  });
}

test("examples/chart renders with its example", async (t) => {
  const helm = await helmBinary(3);
  if (helm === undefined) return t.skip("Go is not installed");
  const chart = path.resolve(import.meta.dirname, "../../examples/chart");
  const values = [{ name: "values.yaml", text: readFileSync(path.join(chart, "values.yaml"), "utf8") }];
  const question = {
    chart,
    outOfReach: async () => undefined,
    values,
    sets: [],
    release: "cap-operator",
    namespace: "n",
  };
  const answer = await helmAsker(() => findHelm(helm ?? ""))(question, new AbortController().signal);
  assert.notEqual(answer.is, "unknown");
});
