import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { keyText } from "../../../server/core/yaml/key-path.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { engine } from "../support/engine.ts";
import { type ShortRelease, stackOf, uriOf } from "../support/release.ts";

const RELEASE: ShortRelease = {
  files: {
    "values.yaml": `controller:
  replicas: 2
  podLabels: {team: a}
  tolerations: [{key: a, operator: Exists}, {key: b, operator: Exists}]
subscriptionServer:
  domain: a.example.org
`,
  },
  sets: [
    "webhook.replicas=3",
    { flag: "set-string", text: "controller.podAnnotations.example\\.org/a=1" },
    { flag: "set-json", text: 'webhook.podLabels={"team": "b"}' },
  ],
};

type Path = Parameters<typeof engine.trials>[1];

/** The value of a key once Helm is given another one for it. */
function effectiveWith(path: Path, given?: { value: unknown }): unknown[] {
  return engine.trials(stackOf(RELEASE), path, given).trials.map(({ values, entries = [] }) => {
    const stack = stackOf(RELEASE);
    const changed = {
      ...stack,
      files: [
        ...stack.files,
        ...(values === undefined ? [] : [{ name: "trial", uri: uriOf("trial"), file: parseYaml(values) }]),
      ],
      sets: [...stack.sets, ...entries],
    };
    return engine.effectiveData(changed).find((datum) => keyText(datum.path) === keyText(path))?.value;
  });
}

describe("another value for a key", () => {
  const KINDS: readonly (readonly [string, Path, unknown])[] = [
    ["a number is the next one", ["controller", "replicas"], 3],
    ["a text has another last digit, or more at its end", ["subscriptionServer", "domain"], "a.example.orgx"],
    ["a switch is turned", ["monitoring", "enabled"], true],
    ["an item of a list leaves the others as they are", ["controller", "tolerations", 1, "key"], "bx"],
    ["an entry wins over an entry", ["webhook", "replicas"], 4],
    ["a text of an entry stays a text", ["controller", "podAnnotations", "example.org/a"], "2"],
    ["what is below an entry of JSON wins over it", ["webhook", "podLabels", "team"], "bx"],
  ];
  for (const [title, path, value] of KINDS)
    test(title, () => {
      const { trials } = engine.trials(stackOf(RELEASE), path);
      assert.equal(trials[0]?.value, value);
      assert.equal(effectiveWith(path)[0], value);
    });

  test("a mapping has others in it, and then nothing; Helm gets what an entry has set as an entry", () => {
    const path = ["controller", "podLabels"];
    const { trials, removals } = engine.trials(stackOf(RELEASE), path);
    assert.deepEqual(
      [trials[0]?.value, removals.map(({ value }) => value)],
      [{ team: "ax" }, [{ team: null }]],
    );
    const webhook = engine.trials(stackOf(RELEASE), ["webhook", "podLabels"]);
    assert.deepEqual(
      [webhook.trials[0]?.values, webhook.trials[0]?.entries],
      [undefined, [{ flag: "set-json", text: 'webhook.podLabels.team="bx"' }]],
    );
  });

  test("a mapping with a switch is tried with the switch turned, and as it is", () => {
    const stack = stackOf({ files: { "values.yaml": "monitoring: {enabled: true, other: 1}\n" } });
    const tried = engine.trials(stack, ["monitoring"]).trials.map(({ value }) => {
      const { enabled, other } = value as Readonly<Record<string, unknown>>;
      return [enabled, other];
    });
    assert.deepEqual(tried, [
      [false, 2],
      [true, 2],
    ]);
  });

  test("a list has others in its items, and then none", () => {
    const { trials, removals } = engine.trials(stackOf(RELEASE), ["controller", "tolerations"]);
    const [first] = trials;
    assert.deepEqual(first?.value, [
      { key: "ax", operator: "Equal" },
      { key: "bx", operator: "Equal" },
    ]);
    assert.deepEqual(removals, [{ value: [], values: '{"controller":{"tolerations":[]}}' }]);
  });

  test("the value that is given counts", () => {
    assert.deepEqual(effectiveWith(["controller", "replicas"], { value: 7 }), [7]);
    assert.deepEqual(effectiveWith(["webhook", "replicas"], { value: 7 }), [7]);
    assert.deepEqual(effectiveWith(["subscriptionServer", "domain"], { value: "x,{y}" }), ["x,{y}"]);
  });

  test("is one of those that are allowed", () => {
    const path = ["controller", "image", "pullPolicy"];
    const { trials } = engine.trials(stackOf(RELEASE), path);
    assert.ok(trials.length > 0);
    for (const { value } of trials)
      assert.ok(["", "Always", "IfNotPresent", "Never"].includes(String(value)));
  });
});
