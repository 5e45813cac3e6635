// The values that Helm gives the operator's chart if another chart brings it along, held against those of the engine.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { load } from "js-yaml";
import { releaseValues } from "../../server/core/semantics/release-values.ts";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { chartOf, description, knowledge, stackUnder, umbrellaIn } from "../core/support/umbrella.ts";
import { goJson } from "./go-json.ts";
import { type RenderQuestion, renderAll, renderProgram } from "./render.ts";

const OPERATOR = {
  "Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 0.34.0\n",
  "values.yaml": `controller:
  replicas: 1
  annotations: {a: 1, b: 2}
  nothing: null
  list: [1]
subscriptionServer: {domain: "", dnsTarget: "", istioSystemNamespace: istio-system}
webhook: {sidecar: false}
global: {own: 1, both: operator}
`,
};

/** Ways in which `Chart.yaml` lists the operator's chart, with the key of its values. */
const LISTED: readonly (readonly [key: string, more: readonly string[]])[] = [
  ["cap-operator", []],
  ["operator", ["alias: operator"]],
  ["__proto__", ["alias: __proto__"]],
  ["cap-operator", ["condition: cap-operator.enabled"]],
  ["operator", ["alias: operator", "condition: switches.operator,operator.enabled"]],
  ["cap-operator", ["tags: [operators, more]"]],
  ["operator", ["alias: operator", "condition: operator.enabled", "tags: [operators]"]],
];

/** The values of the chart around it; KEY stands for the key. */
const AROUND: readonly string[] = [
  "",
  "other: 1\nglobal: {shared: 1, both: platform, map: {x: 1}}\n",
  "KEY:\n  controller: {replicas: 2, annotations: {b: 3, c: 4}}\n",
  "KEY:\n  controller: null\n  webhook: {sidecar: null}\n",
  "KEY:\n  enabled: true\n  global: {own: 2}\n",
  "KEY:\n  enabled: false\n",
  "KEY: {}\ntags: {operators: false}\nswitches: {operator: false}\n",
  "tags: {operators: false, more: true}\nswitches: {operator: maybe}\n",
];

/** Values that are given to Helm. */
const GIVEN: readonly string[] = [
  "{}",
  "KEY:\n  controller: {replicas: 5, list: [2, 3], nothing: 1}\n",
  "KEY:\n  controller: {annotations: null, list: null}\n  subscriptionServer: null\n",
  "KEY:\n  enabled: true\nglobal: {both: given, map: {z: 2}}\nswitches: {operator: true}\n",
  "KEY:\n  enabled: false\n  global: {map: {x: 5}}\ntags: {operators: true}\n",
  "global: null\nKEY: {global: {both: below}}\n",
  "KEY: {controller: text, webhook: [1]}\n",
  "KEY: text\n",
  "KEY: null\n",
];

interface Case {
  readonly about: string;
  readonly question: RenderQuestion;
  readonly answer: (helm: HelmMajor) => string;
}

const SEEN = "templates/seen.yaml";
const SWITCHED_OFF = "nothing is installed";
const REFUSED = "Helm rejects";

function caseOf(key: string, more: readonly string[], around: string, given: string): Case {
  const [values, text] = [around, given].map((template) => template.replaceAll("KEY", key)) as [
    string,
    string,
  ];
  const files = { "Chart.yaml": description("cap-operator", "0.34.0", more), "values.yaml": values };
  const packed = Object.entries({ ...OPERATOR, [SEEN]: "seen: {{ toJson .Values | b64enc }}\n" });
  return {
    about: `${key} ${more.join(", ")}\n${values}---\n${text}`,
    question: {
      files: {
        ...files,
        ...Object.fromEntries(packed.map(([name, body]) => [`charts/cap-operator/${name}`, body])),
      },
      values: [load(text) as object],
    },
    answer(helm) {
      const atHand = chartOf(OPERATOR);
      const umbrella = umbrellaIn(chartOf(files));
      const stack = stackUnder(umbrella, { atHand }, { "given.yaml": text }, helm);
      const schemas = knowledge.schemasOf({ vocabulary: "published", version: "0.34.0", atHand });
      const { values, problems, switchedOff } = releaseValues(stack, schemas);
      if (problems.some(({ severity }) => severity === "error")) return REFUSED;
      return switchedOff ? SWITCHED_OFF : goJson(values);
    },
  };
}

const cases = LISTED.flatMap(([key, more]) =>
  AROUND.flatMap((around) => GIVEN.map((given) => caseOf(key, more, around, given))),
);

for (const helm of [3, 4] as const) {
  const program = await renderProgram(helm);
  suite(`a dependency, with Helm ${helm}`, { skip: program === undefined && "Go is missing" }, () => {
    test(`${cases.length} charts around it`, async () => {
      const rendered = await renderAll(
        program ?? "",
        cases.map(({ question }) => question),
      );
      const different = cases.flatMap(({ about, answer }, index) => {
        const [{ text = "", error } = {}] = rendered[index] ?? [];
        const [, seen] = /seen: (\S+)/.exec(text) ?? [];
        const helms =
          error !== undefined
            ? REFUSED
            : seen === undefined
              ? SWITCHED_OFF
              : Buffer.from(seen, "base64").toString("utf8");
        const ours = answer(helm);
        return helms === ours ? [] : [{ about, helms: error ?? helms, ours }];
      });
      assert.deepEqual(different.slice(0, 3), [], `${different.length} are different`);
    });
  });
}
