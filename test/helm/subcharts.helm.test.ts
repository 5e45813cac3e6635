// The values that Helm gives a chart with others in its folder `charts`, held against those of the engine.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { load } from "js-yaml";
import { releaseValues } from "../../server/core/semantics/release-values.ts";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { aloneStack } from "../../server/core/values/release-stack.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { chartOf, knowledge } from "../core/support/umbrella.ts";
import { goJson } from "./go-json.ts";
import { renderAll, renderProgram } from "./render.ts";

const REFUSED = "Helm rejects";

const chart = (name: string, more = "") => `apiVersion: v2\nname: ${name}\nversion: 1.2.0\n${more}`;
const listed = (...entries: readonly string[]) => `dependencies: [${entries.join(", ")}]\n`;

const BELOW = {
  "charts/sub/Chart.yaml": chart(
    "sub",
    listed("{name: deep, version: 1.x, condition: deep.enabled, tags: [t]}"),
  ),
  "charts/sub/values.yaml":
    "port: 80\nlevel: {a: 1, b: null, c: [1]}\nenabled: true\nglobal: {own: sub, both: sub}\n",
  "charts/sub/charts/deep/Chart.yaml": chart("deep"),
  "charts/sub/charts/deep/values.yaml": "deepest: {x: 1}\nenabled: true\nglobal: {both: deep}\n",
  "charts/data/Chart.yaml": chart("data"),
  "charts/data/values.yaml":
    "exports: {all: {shared: 1, map: {a: 1, b: null}}}\ndeep: {er: {own: 5, k: 6}}\n",
  "charts/lib/Chart.yaml": chart("lib", "type: library\n"),
  "charts/lib/values.yaml": "name: lib\n",
};

/** The charts that the chart lists in its `Chart.yaml`. */
const LISTED: readonly string[] = [
  "",
  listed("{name: sub, version: 1.2.0}", "{name: lib, version: ^1.0.0}"),
  listed("{name: sub, version: 1.x.x, alias: other}"),
  listed("{name: sub, version: 1.2.0}", "{name: sub, version: ~1.2, alias: other}"),
  listed("{name: sub, version: '>=1 <2', condition: sub.enabled}"),
  listed("{name: sub, version: 1.2.0, condition: 'switches.it,sub.enabled', tags: [t]}"),
  listed("{name: sub, version: 1.2.0, alias: other, tags: [t, u]}"),
  listed(
    "{name: data, version: 1.2.0, import-values: [all, none, {child: deep.er, parent: .}, {child: deep, parent: more.deep}]}",
  ),
  listed(
    "{name: data, version: 1.2.0, alias: d, condition: tags.t, import-values: [{child: deep, parent: sub.level}, all]}",
    "{name: sub, version: 1.2.0, import-values: [{child: level, parent: taken}]}",
  ),
];

/** Its own values. */
const OWN: readonly string[] = [
  "own: 1\n",
  "sub: {port: 81, level: {a: 2, d: 4}, more: 1}\nother: {port: 82}\nglobal: {both: own, map: {x: 1}}\n",
  "sub: {level: null, deep: {deepest: {y: 2}}}\ntags: {t: false}\n",
  "sub: {enabled: false, deep: {enabled: false}}\ntags: {t: false, u: true}\nswitches: {it: maybe}\n",
];

/** Values that are given to Helm. */
const GIVEN: readonly string[] = [
  "{}",
  "sub: {port: 90, level: {a: null, c: [2]}}\nother: {level: {a: 9}}\n",
  "sub: {enabled: true, deep: {enabled: true, deepest: {x: null}}}\nglobal: {both: given, map: {z: 2}}\n",
  "tags: {t: true}\nswitches: {it: false}\nlib: {name: mine}\n",
  "sub: {global: {own: 1, both: below}, port: null}\nglobal: {both: null}\n",
  "sub: text\n",
  "sub: null\nother: null\n",
];

const cases = LISTED.flatMap((dependencies) =>
  OWN.flatMap((defaults) =>
    GIVEN.map((given) => {
      const files = {
        "Chart.yaml": chart("mine", dependencies),
        "values.yaml": defaults,
        "templates/seen.yaml": "seen: {{ toJson .Values | b64enc }}\n",
        ...BELOW,
      };
      const answer = (helm: HelmMajor): string => {
        const atHand = chartOf(files);
        const schemas = knowledge.schemasOf({ vocabulary: "published", version: "0.34.0", atHand });
        const stack = aloneStack("file:///given.yaml", parseYaml(given), helm, { beside: { atHand } });
        const { values, problems } = releaseValues(stack, schemas);
        return problems.some(({ severity }) => severity === "error") ? REFUSED : goJson(values);
      };
      return {
        about: `${dependencies}---\n${defaults}---\n${given}`,
        files,
        given: load(given) as object,
        answer,
      };
    }),
  ),
);

for (const helm of [3, 4] as const) {
  const program = await renderProgram(helm);
  suite(`charts below, with Helm ${helm}`, { skip: program === undefined && "Go is missing" }, () => {
    test(`${cases.length} charts with others below`, async () => {
      const rendered = await renderAll(
        program ?? "",
        cases.map(({ files, given }) => ({ files, values: [given] })),
      );
      const different = cases.flatMap(({ about, answer }, index) => {
        const [{ text = "", error } = {}] = rendered[index] ?? [];
        const [, seen = ""] = /seen: (\S+)/.exec(text) ?? [];
        const helms = error === undefined ? Buffer.from(seen, "base64").toString("utf8") : REFUSED;
        const ours = answer(helm);
        return helms === ours ? [] : [{ about, helms: error ?? helms, ours }];
      });
      assert.deepEqual(different.slice(0, 3), [], `${different.length} are different`);
    });
  });
}
