import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "js-yaml";
import { differencesOf } from "../../../server/core/language-service.ts";
import { aloneStack } from "../../../server/core/values/release-stack.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { readCases, testCases } from "../support/case-files.ts";
import {
  checkEffectiveCase,
  EFFECTIVE_CASE,
  type EffectiveCase,
  lineOf,
} from "../support/effective-cases.ts";
import { engine } from "../support/engine.ts";
import { type ShortRelease, stackOf } from "../support/release.ts";

function textOf(release: ShortRelease): string {
  return engine.effectiveDocument(stackOf(release), "annotated").text;
}

testCases(
  readCases<EffectiveCase>("test/core/features/effective-cases.yaml", EFFECTIVE_CASE),
  checkEffectiveCase,
);

const FILES = {
  "values.yaml":
    "image:\n  tag: v1\nwebhook:\n  replicas: 2\n  podLabels: {tier: x}\npodLabels:\n  team: a\n  tier: low\n",
  "env/production.yaml": "webhook:\n  replicas: 3\npriorityClassName: high\n",
};
test("the top level comes first, then the components, in the order of the schema", () => {
  const text = textOf({
    files: { "values.yaml": "own: 1\nwebhook: {sidecar: true}\nmonitoring: {enabled: true}\n" },
  });
  const keys = text.split("\n").filter((line) => /^[^\s#]/.test(line));
  assert.deepEqual(
    keys.map((line) => line.replace(/:.*/, "")),
    [
      "image",
      "imagePullSecrets",
      "podSecurityContext",
      "nodeSelector",
      "affinity",
      "tolerations",
      "priorityClassName",
      "topologySpreadConstraints",
      "podLabels",
      "podAnnotations",
      "monitoring",
      "own",
      "controller",
      "subscriptionServer",
      "webhook",
    ],
  );
});

test("with and without origins, a text is YAML of the same values", () => {
  const files = {
    "values.yaml":
      'controller:\n  tolerations:\n    - key: a\n      operator: Exists\n    - [x, [z]]\n    - {}\n  podAnnotations: {"a/b": "yes", "multi": "line 1\\nline # 2", "1": "0755"}\nnone: ~\n',
  };
  const [text, plain] = (["annotated", "plain"] as const).map(
    (form) => engine.effectiveDocument(stackOf({ files }), form).text,
  );
  assert.deepEqual(load(text ?? ""), load(plain ?? ""));
  assert.ok(!plain?.includes("values.yaml") && !plain?.includes("# default"));
  assert.partialDeepStrictEqual(load(plain ?? ""), {
    controller: {
      tolerations: [{ key: "a", operator: "Exists" }, ["x", ["z"]], {}],
      podAnnotations: { "a/b": "yes", multi: "line 1\nline # 2", "1": "0755" },
    },
    none: null,
  });
});

test("what the chart fills in by itself is described in words where its key would be", () => {
  const { text } = engine.effectiveDocument(stackOf({ files: { "values.yaml": "" } }), "plain");
  assert.match(text, /^ {2}image:\n {4}# repository: \(in the chart: .*controller.*\n {4}tag: ""$/m);
});

describe("the words about an origin", () => {
  test("lead to the key, with carriage returns as well", () => {
    for (const lineBreak of ["\n", "\r\n"]) {
      const stack = stackOf({
        files: { "a.yaml": `# first${lineBreak}webhook:${lineBreak}  sidecar: true${lineBreak}` },
      });
      const { text, origins } = engine.effectiveDocument(stack, "annotated");
      const [origin, ...others] = origins.filter(({ isDefault }) => !isDefault);
      assert.deepEqual(others, []);
      assert.ok(origin);
      const line = text.split("\n")[origin.range.start.line] ?? "";
      assert.equal(line.slice(origin.range.start.character, origin.range.end.character), "a.yaml:3");
      assert.deepEqual(origin.place, {
        uri: "file:///a.yaml",
        range: { start: { line: 2, character: 2 }, end: { line: 2, character: 9 } },
      });
      assert.ok(!text.includes("\r"));
    }
  });

  test("are at the key in a text without comments", () => {
    const release = "a-release-with-a-rather-long-name";
    const stack = stackOf({ files: FILES, name: release });
    const { text, origins } = engine.effectiveDocument(stack, "bare");
    const lines = text.split("\n");
    const found = origins.map(({ range: { start, end }, words, isDefault }) =>
      [lines[start.line]?.slice(start.character, end.character), words, isDefault].join(" "),
    );
    for (const expected of [
      "priorityClassName production.yaml:3 false",
      "tag ↑ values.yaml:2 false",
      "pullPolicy default true",
    ])
      assert.ok(found.includes(expected), found.join("\n"));
    assert.ok(!text.includes("# default"));
  });

  test("have a header of at most three lines in a text without comments, and a hover with the rest", () => {
    const stack = stackOf({ files: FILES, sets: ["webhook.replicas=9"] });
    const problems = ["webhook.a: no *such* key.", "webhook.b: no such key."];
    const shownWith = (form: "bare" | "changed-bare", remarks: readonly string[]) => {
      const lines = engine.effectiveDocument(stack, form, remarks).text.split("\n");
      const head = lines.slice(0, lines.indexOf(""));
      const hovers = head.map((_, line) => engine.effectiveOrigin(stack, form, line, remarks));
      return { head, hovers };
    };
    const sources =
      "# Later sources win: chart defaults, values.yaml, env/production.yaml, --set #1 webhook.replicas=9.";
    const quiet = shownWith("changed-bare", []);
    assert.deepEqual(quiet.head.slice(1), [sources, "# The chart's defaults are left out."]);
    const single = shownWith("changed-bare", problems.slice(0, 1));
    assert.deepEqual(single.head.slice(1), [sources, "# webhook.a: no *such* key."]);
    const { head, hovers } = shownWith("changed-bare", problems);
    assert.deepEqual(head.slice(1), [sources, "# 2 problems are listed in the hover over this line."]);
    for (const hover of hovers) {
      assert.match(
        hover ?? "",
        /^Effective values.*\n\nLater sources win: .*\n\nThe chart's defaults are left out\.\n\nwebhook\.a: no \\\*such\\\* key\.\n\nwebhook\.b: no such key\.$/s,
      );
    }
    assert.equal(engine.effectiveOrigin(stack, "changed-bare", head.length, problems), undefined);
  });

  test("explain what a value replaced, and what an entry says", () => {
    const release = { files: FILES, sets: ["webhook.replicas=9", "controller.image.pullPolicy=Always"] };
    const stack = stackOf(release);
    const lines = engine.effectiveDocument(stack, "annotated").text.split("\n");
    const explanation = (line: string) =>
      engine.effectiveOrigin(
        stack,
        "annotated",
        lines.findIndex((other) => other.trim() === line),
      );
    assert.equal(
      explanation("replicas: 9  # --set #1"),
      "**webhook.replicas:** `9`, from \\-\\-set \\#1: `webhook.replicas=9`\n\nInstead of `3`, from [env/production.yaml:2](file:///env/production.yaml#L2); `2`, from [values.yaml:4](file:///values.yaml#L4); `1`, the chart's default".replaceAll(
        "\\-",
        "-",
      ),
    );
    assert.equal(
      explanation("priorityClassName: high  # inherited, production.yaml:3"),
      "**controller.priorityClassName:** `high`, from top-level priorityClassName \\([env/production.yaml:3](file:///env/production.yaml#L3)\\)",
    );
  });
});

test("an item of a list replaces what an earlier entry wrote there, but not the gap before a later item", () => {
  const sets = ["global.a[0]=old", "global.a[0]=new", "global.b[1]=last", "global.b[0]=first"];
  const stack = stackOf({ files: { "values.yaml": "" }, sets });
  const lines = engine.effectiveDocument(stack, "annotated").text.split("\n");
  const explanation = (line: string) =>
    engine.effectiveOrigin(
      stack,
      "annotated",
      lines.findIndex((other) => other.trim() === line),
    );
  assert.match(
    explanation("- new  # --set #2") ?? "",
    /`new`, from --set \\#2: `global\.a\[0\]=new`\n\nInstead of `old`, from --set \\#1$/,
  );
  assert.match(explanation("- first  # --set #4") ?? "", /`first`, from --set \\#4: `global\.b\[0\]=first`$/);
});

describe("only what is changed", () => {
  const changed = (release: ShortRelease) => engine.effectiveDocument(stackOf(release), "changed").text;

  test("may be nothing, and the text says so", () => {
    assert.match(changed({ files: { "a.yaml": "" } }), /^# Nothing is changed: .*\n\n\{\}\n$/m);
  });
});

describe("two texts without origins", () => {
  const plain = (release?: ShortRelease) =>
    engine.effectiveDocument(stackOf(release ?? { files: {} }), "plain").text.split("\n");
  const difference = (release: ShortRelease) => {
    const [left, right] = [plain(), plain(release)];
    return [left.filter((line) => !right.includes(line)), right.filter((line) => !left.includes(line))];
  };

  test("differ in one line where one number differs, whatever the order and the indentation of the file", () => {
    const files = { "a.yaml": "webhook:\n      service:\n            port: 8443\n      replicas: 1\n" };
    assert.deepEqual(difference({ files }), [["    port: 443"], ["    port: 8443"]]);
  });

  test("have a value opposite what the chart would fill in, and opposite what is taken away", () => {
    const files = {
      "a.yaml": "subscriptionServer: {domain: a.b, ingressGatewayLabels: {app: null}}\n",
    };
    const [left = [], right = []] = difference({ files });
    assert.match(left.join("\n"), /^ {4}app: mesh-ingressgateway\n {2}# domain: \(in the chart: .*\)$/);
    assert.deepEqual(right, ["    # app: removed", "  domain: a.b"]);
    const domainLine = (lines: readonly string[]) =>
      lines.findIndex((line) => /^ {2}(# )?domain: /.test(line));
    assert.equal(domainLine(plain()), domainLine(plain({ files })));
  });
});

test("a file without a release says that it is alone", () => {
  const stack = aloneStack("file:///ws/my%20values.yaml", parseYaml("webhook: {replicas: 2}\n"), 3);
  const { text } = engine.effectiveDocument(stack, "annotated");
  assert.match(text, /^# Effective values of my values\.yaml alone\.\n/);
  assert.equal(lineOf(text, "replicas", "webhook"), "replicas: 2  # my values.yaml:1");
});

test("a mapping where a label belongs is shown with its keys, also if the top level has the label too", () => {
  const files = { "values.yaml": "podLabels: {team: {a: 1}}\ncontroller: {podLabels: {team: {b: 2}}}\n" };
  const effective = load(textOf({ files })) as { controller: { podLabels: unknown } };
  assert.partialDeepStrictEqual(effective.controller.podLabels, { team: { b: 2 } });
});

describe("two sides of a comparison", () => {
  const [specification, published] = [{ name: "cap-operator-chart" }, { name: "cap-operator 0.34.0" }];
  const repositories = (text: string | undefined) =>
    text?.split("\n").filter((line) => /repository:/.test(line));

  test("have the same line for a default that only one of their charts is known to have", () => {
    const stack = stackOf({ files: { "values.yaml": "controller: {replicas: 2}\n" } });
    const [first, other] = [
      { stack, chart: specification },
      { stack, chart: published },
    ];
    const alone = repositories(engine.comparedValues(other)?.text);
    assert.ok(
      alone?.every((line) => !line.includes("#")),
      alone?.join("\n"),
    );
    const described = repositories(engine.comparedValues(first, other)?.text);
    assert.equal(described?.length, 3);
    assert.deepEqual(repositories(engine.comparedValues(other, first)?.text), described);
  });

  test("do not differ in such a default where they are compared key by key", () => {
    const charts = [{ chart: "cap-operator-chart" }, { chart: "cap-operator", version: "0.34.0" }];
    const [first, other] = charts.map((chart) => engine.effectiveData(stackOf({ files: {}, chart })));
    const found = differencesOf(first ?? [], other ?? []).map(({ key }) => key);
    assert.ok(found.length > 0);
    assert.ok(!found.some((key) => key.endsWith("image.repository")), found.join("\n"));
  });

  test("show a value that is set on one side alone", () => {
    const stack = stackOf({ files: { "values.yaml": "controller: {image: {repository: r.io/a}}\n" } });
    const defaults = { stack, chart: specification, isDefaults: true };
    const set = repositories(engine.comparedValues({ stack, chart: published }, defaults)?.text);
    assert.equal(set?.[0], "    repository: r.io/a");
    const unset = repositories(engine.comparedValues(defaults, { stack, chart: published })?.text);
    assert.match(unset?.[0] ?? "", /^ {4}# repository: \(in the chart: /);
  });
});
