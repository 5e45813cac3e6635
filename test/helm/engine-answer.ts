import { parseYaml } from "../../server/core/document/parse.ts";
import { type Effective, effectiveValues } from "../../server/core/values/effective.ts";
import { emptyMap, type HelmMap } from "../../server/core/values/helm-tree.ts";
import { readValues } from "../../server/core/values/helm-value.ts";
import type { Chart } from "../../server/core/values/merge.ts";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import { goJson } from "./go-json.ts";
import { CHARTS, type HelmCase } from "./helm-case.ts";

/** What the engine makes of a case, as Helm would print it; `null` where it says that Helm refuses. */
export function engineAnswer(asked: HelmCase, helm: HelmMajor): string | null {
  const { values, refused } = engineValues(asked, helm);
  return refused.length > 0 ? null : goJson(values);
}

/** The effective values of a case. */
export function engineValues(asked: HelmCase, helm: HelmMajor): Effective {
  const { values, dependencies } = CHARTS[asked.chart];
  const chart: Chart = {
    name: "asked",
    defaults: defaultsOf("asked", values, helm),
    dependencies: Object.entries(dependencies).map(([name, text]) => ({
      name,
      defaults: defaultsOf(name, text, helm),
      dependencies: [],
    })),
  };
  const files = asked.files.map((text, index) => ({ name: `${index}.yaml`, file: parseYaml(text) }));
  return effectiveValues({ helm, chart, files, sets: asked.sets });
}

function defaultsOf(chart: string, text: string, helm: HelmMajor): HelmMap {
  const read = readValues(parseYaml(text), helm, (value) => ({ kind: "chart-default", chart, value }));
  return read.values ?? emptyMap({ kind: "chart-default", chart });
}
