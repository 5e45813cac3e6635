import type { NamedChart, ReadChart } from "../../../server/core/chart/chart.ts";
import { readChart } from "../../../server/core/chart/read-chart.ts";
import { KINDS, rootsOf } from "../../../server/core/kinds.ts";
import { Analysis } from "../../../server/core/semantics/analysis.ts";
import { DEFAULT_HELM, type StackChart } from "../../../server/core/values/release-stack.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";

let count = 0;

/** A chart of the operator with these values and perhaps more files. */
export function chartAtHand(values: string, files: Readonly<Record<string, string>> = {}): ReadChart {
  const texts = new Map(
    Object.entries({
      "Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 7.1.0\n",
      "values.yaml": values,
      ...files,
    }),
  );
  count++;
  return readChart(texts, "file:///charts/cap-operator", `digest-${count}`);
}

/** A values file beside that chart. */
export function analyseBeside(text: string, atHand: ReadChart, uri?: string): Analysis {
  return analyseFor(text, { beside: { atHand } }, uri);
}

/** A values file that names a chart in the comment at its top. */
export function analyseNaming(text: string, modeline: NamedChart): Analysis {
  return analyseFor(text, { modeline });
}

function analyseFor(text: string, chart: StackChart, uri = "file:///values.yaml"): Analysis {
  const file = parseYaml(text);
  const roots = rootsOf(file, KINDS.values);
  return new Analysis(uri, 1, file, roots, [], DEFAULT_HELM, chart);
}
