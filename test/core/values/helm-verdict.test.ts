import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { complaintsIn } from "../support/complaints.ts";

const ADVICE = "\n\nUse --debug flag to render out invalid YAML\n";

/** The complaints in an answer of Helm, for a chart `c` with a template. */
function complaints(answer: string, template = "") {
  const texts = new Map([["templates/x.yaml", template]]);
  return complaintsIn(`${answer}${ADVICE}`, { name: "c", texts });
}

suite("what helm template says", () => {
  for (const [helm, answer] of [
    [
      3,
      'Error: template: c/templates/x.yaml:1:13: executing "c/templates/x.yaml" at <.Values.controller.image.repository>: nil pointer evaluating interface {}.repository',
    ],
    [
      4,
      'Error: c/templates/x.yaml:1:13\n  executing "c/templates/x.yaml" at <.Values.controller.image.repository>:\n    nil pointer evaluating interface {}.repository',
    ],
  ] as const) {
    test(`Helm ${helm}: a nil pointer is about what is not there`, () => {
      assert.deepEqual(complaints(answer), [
        {
          kind: "template",
          words: "nil pointer evaluating interface {}.repository",
          template: "templates/x.yaml",
          line: 1,
          paths: [["controller", "image"]],
        },
      ]);
    });
  }

  test("in a helper, the value that it was given", () => {
    const answer =
      'Error: template: c/templates/x.yaml:1:6: executing "c/templates/x.yaml" at <include "img" .Values.controller.image>: error calling include: template: c/templates/_h.tpl:2:3: executing "img" at <.repository>: nil pointer evaluating interface {}.repository';
    assert.deepEqual(complaints(answer)[0]?.paths, [["controller", "image"]]);
  });

  test("in a chart below, below its key", () => {
    const answer =
      'Error: template: c/charts/sub/templates/x.yaml:1:6: executing "c/charts/sub/templates/x.yaml" at <.Values.a.b>: nil pointer evaluating interface {}.b';
    assert.deepEqual(complaints(answer)[0]?.paths, [["sub", "a"]]);
  });

  test("required is about the value that it is given", () => {
    const answer = "Error: execution error at (c/templates/x.yaml:1:6): owner is needed";
    const [found] = complaints(answer, 'a: {{ required "owner is needed" .Values.owner }}');
    assert.deepEqual([found?.kind, found?.words, found?.paths[0]], ["values", "owner is needed", ["owner"]]);
  });

  test("fail is about the condition around it", () => {
    const answer = "Error: execution error at (c/templates/x.yaml:2:4): set the domain";
    const template = '{{ if not .Values.net.domain }}\n{{- fail "set the domain" }}\n{{- end }}';
    assert.deepEqual(complaints(answer, template)[0]?.paths[0], ["net", "domain"]);
  });

  test("the schema: each place, also those of the first versions of Helm 3", () => {
    const head =
      "Error: values don't meet the specifications of the schema(s) in the following chart(s):\nc:\n";
    const now = complaints(
      `${head}- at '': missing property 'owner'\n- at '/a/0/b~1c': got number, want string\nsub:\n- at '/n': x\n`,
    );
    assert.deepEqual(
      now.map(({ paths }) => paths[0]),
      [[], ["a", 0, "b/c"], ["sub", "n"]],
    );
    const before = complaints(`${head}- (root): owner is required\n- a.b: Invalid type.\n`);
    assert.deepEqual(
      before.map(({ paths, words }) => [paths[0], words]),
      [
        [[], "owner is required"],
        [["a", "b"], "Invalid type."],
      ],
    );
  });

  test("templates that are broken, objects that are not YAML, charts that are missing", () => {
    const kinds = [
      "Error: parse error at (c/templates/x.yaml:7): missing value for if",
      "Error: YAML parse error on c/templates/x.yaml: error converting YAML to JSON: yaml: line 2: no",
      "Error: An error occurred while checking for chart dependencies. You may need to run `helm dependency build` to fetch missing dependencies: found in Chart.yaml, but missing in charts/ directory: sub",
      "Error: something else",
    ].map((answer) => complaints(answer).map(({ kind, words }) => `${kind}: ${words}`));
    assert.deepEqual(kinds, [
      ["broken-template: missing value for if"],
      ["object: line 2: no"],
      ["dependencies: sub"],
      ["other: something else"],
    ]);
  });

  test("what is not about the values is no complaint", () => {
    assert.deepEqual(
      complaints("Error: chart requires kubeVersion: >=1.99 which is incompatible with v1.31"),
      [],
    );
    assert.deepEqual(complaints("panic"), []);
  });

  test("is one line of text, whatever a chart says", () => {
    const said = `\u001b[31mred\u001b[0m\u202eevil\r\n::error::x\u0000${"y".repeat(10_000_000)}`;
    const [found] = complaints(`Error: execution error at (c/templates/x.yaml:1:1): ${said}`);
    assert.match(found?.words ?? "", /^red evil ::error::x y+\.\.\.$/);
    assert.ok((found?.words.length ?? 0) < 210);
  });
});
