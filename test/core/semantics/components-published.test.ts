import assert from "node:assert/strict";
import { test } from "node:test";
import { analyse, engine } from "../support/engine.ts";
import { hoverAt } from "../support/hover-at.ts";

// The expected values are those that Helm renders with the published charts.
const effective = (text: string, version = "0.34.0") => {
  const { stack } = analyse(`# cap-operator: values version=${version}\n${text}`);
  assert.ok(stack);
  return { stack, text: engine.effectiveDocument(stack, "changed").text };
};

test("of a label that both have, the top level's wins, unless it is empty", () => {
  for (const version of ["0.10.1", "0.34.0"]) {
    const { stack } = effective(
      'podLabels: {team: top, none: ""}\ncontroller: {podLabels: {team: own, none: own, more: own}}\n',
      version,
    );
    const data = engine
      .effectiveData(stack)
      .filter(({ path }) => path.join("/").startsWith("controller/podLabels"));
    assert.deepEqual(
      data.map(({ path, value, source }) => [path.at(-1), value, source.text]),
      [
        ["team", "top", "from top-level podLabels (values.yaml:2)"],
        ["none", "own", "values.yaml:3"],
        ["more", "own", "values.yaml:3"],
      ],
    );
  }
});

test("the webhook alone inherits the level of the log and the security settings of the top level", () => {
  const { text } = effective("logLevel: 2\nsecurityContext: {runAsNonRoot: true}\n");
  assert.match(text, /^webhook:\n {2}securityContext:\n {4}runAsNonRoot: true .*\n {2}logLevel: 2 /m);
  assert.doesNotMatch(text, /^controller:/m);
});

test("the hover says who wins", () => {
  const text = "# cap-operator: values version=0.34.0\ncontroller:\n  pod$0Labels: {team: own}\n";
  assert.match(hoverAt(text)?.markdown ?? "", /the entry of the top level wins/);
  const level = "# cap-operator: values version=0.34.0\nlog$0Level: 2\n";
  assert.match(hoverAt(level)?.markdown ?? "", /Used only where `webhook.logLevel` is empty/);
});

test("a null with which the chart cannot be rendered is told with the values", () => {
  const { stack, text } = effective("image: null\nwebhook: {service: ~}\npodLabels: null\n");
  assert.deepEqual(
    engine.fatalValues(stack).map(({ message }) => message),
    ["image", "podLabels", "webhook.service"].map(
      (key, index) =>
        `The chart cannot be rendered while "${key}" is null (values.yaml:${[2, 4, 3][index]}).`,
    ),
  );
  assert.match(text, /^# The chart cannot be rendered while "image" is null/m);
});

/** `helm template` of 0.34.0 with each of these values. */
const NOT_MAPPINGS: readonly (readonly [text: string, key: string | undefined])[] = [
  ["podLabels: x", "podLabels"],
  ["podLabels: 3", "podLabels"],
  ["podLabels: [a]", "podLabels"],
  ['podLabels: ""', undefined],
  ["podLabels: []", undefined],
  ["podLabels: {}", undefined],
  ["controller: {podAnnotations: x}", "controller.podAnnotations"],
  ["image: x", "image"],
  ["image: []", "image"],
  ['webhook: {service: ""}', "webhook.service"],
  ["controller: x", "controller"],
  ["webhook: {certificateConfig: x}", undefined],
];

for (const [text, key] of NOT_MAPPINGS) {
  test(`${text} ${key === undefined ? "is not told" : "is told"} with the values, as Helm can${key === undefined ? "" : "not"} render it`, () => {
    assert.deepEqual(
      engine.fatalValues(effective(`${text}\n`).stack).map(({ message }) => message),
      key === undefined
        ? []
        : [`The chart cannot be rendered while "${key}" is not a mapping (values.yaml:2).`],
    );
  });
}

test("a default that is not listed is named, and makes a difference between versions", () => {
  const { stack } = effective("", "0.20.0");
  const data = engine.effectiveData(stack).filter(({ described }) => described !== undefined);
  assert.deepEqual(
    data.map(({ path }) => path.join(".")),
    ["subscriptionServer.certificateConfig.additionalCACertificate"],
  );
});
