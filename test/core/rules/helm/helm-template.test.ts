import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { helmComplaints } from "../../../../server/core/values/helm-verdict.ts";
import { analyseBeside, chartAtHand } from "../../support/chart-at-hand.ts";
import { engine } from "../../support/engine.ts";

const VALUES =
  'controller:\n  image:\n    tag: x\n  extra: a\nowner: ""\nsubscriptionServer:\n  replicas: 1\nwebhook:\n  replicas: 1\n';

/** Line, code and message of what is reported at errors when Helm has answered. */
async function errors(text: string, answer: string, template: string) {
  const files = { "templates/x.yaml": `${template}\n{{ toYaml .Values }}\n` };
  const chart = chartAtHand(VALUES, files);
  const complaints = helmComplaints(answer, { name: "cap-operator", texts: chart.texts });
  const found = await engine.diagnostics(analyseBeside(text, chart).told(complaints));
  return found
    .filter(({ severity }) => severity === 1)
    .map(
      ({ code, range, message }) =>
        `${range.start.line + 1}:${range.start.character + 1} ${code}: ${message}`,
    );
}

const REQUIRED = "Error: execution error at (cap-operator/templates/x.yaml:1:4): owner is needed";

suite("Helm's verdict in a values file", () => {
  test("is at the key that it is about", async () => {
    const found = await errors(
      'controller:\n  extra: b\nowner: ""\n',
      REQUIRED,
      '{{ required "owner is needed" .Values.owner }}',
    );
    assert.deepEqual(found, ["3:1 helm-template: The chart rejects the values: owner is needed"]);
  });

  test("is at the first key if nothing that it is about is written", async () => {
    const found = await errors(
      "controller:\n  extra: b\n",
      REQUIRED,
      '{{ required "owner is needed" .Values.owner }}',
    );
    assert.deepEqual(found, ["1:1 helm-template: The chart rejects the values: owner is needed"]);
  });

  test("of an object that is not YAML, at the only value that can be the reason", async () => {
    const answer =
      "Error: YAML parse error on cap-operator/templates/x.yaml: error converting YAML to JSON: yaml: mapping values are not allowed in this context";
    const template = "a: {{ .Values.controller.extra }} {{ .Values.owner }}";
    const found = await errors('owner: me\ncontroller:\n  extra: "a: b"\n', answer, template);
    assert.deepEqual(found, [
      "3:3 helm-template: With these values, templates/x.yaml does not render to valid YAML: mapping values are not allowed in this context",
    ]);
  });

  test("is silent where a rule has already found the error", async () => {
    const answer =
      'Error: template: cap-operator/templates/x.yaml:1:4: executing "cap-operator/templates/x.yaml" at <.Values.controller.image.tag>: can\'t evaluate field tag in type interface {}';
    const found = await errors("controller:\n  image: text\n", answer, "{{ .Values.controller.image.tag }}");
    assert.deepEqual(
      found.map((one) => one.split(":")[1]?.split(" ")[1]),
      ["wrong-type"],
    );
  });

  test("can be ignored with a comment", async () => {
    const text = 'controller:\n  extra: b\n# cap-operator-disable-next-line helm-template\nowner: ""\n';
    assert.deepEqual(await errors(text, REQUIRED, '{{ required "owner is needed" .Values.owner }}'), []);
  });
});
