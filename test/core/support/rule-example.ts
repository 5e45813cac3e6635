import { type ReadChart, VALUES_FILE } from "../../../server/core/chart/chart.ts";
import type { RuleDocs } from "../../../server/core/rules/engine/rule.ts";
import type { Analysis } from "../../../server/core/semantics/analysis.ts";

import { findModeline } from "../../../server/core/yaml/modeline.ts";
import { analyseBeside, analyseNaming, chartAtHand } from "./chart-at-hand.ts";
import { complaintsIn } from "./complaints.ts";
import { analyse, UNDECIDED } from "./engine.ts";
import { analyseIn } from "./release.ts";

/** An example of a rule's documentation, with the chart and the later file that belong to it. */
export function analyseExample(
  { chart, later, kind, named, unusable, unnamed, refused, complaint, wrong }: RuleDocs,
  text: string,
): Analysis {
  if (findModeline(text)?.chart !== undefined) {
    if (unusable !== undefined) return analyseNaming(text, { problem: unusable });
    if (named) return analyseNaming(text, { atHand: chartOf(named) });
  }
  if (chart) {
    const analysis = analyseBeside(text, chartOf(chart));
    if (text !== wrong) return analysis;
    if (complaint) return analysis.withComplaints([complaint]);
    if (refused === undefined) return analysis;
    const { [VALUES_FILE]: _, ...files } = chart;
    return analysis.withComplaints(
      complaintsIn(refused, { name: "chart", texts: new Map(Object.entries(files)) }),
    );
  }
  return later === undefined
    ? analyse(text, kind, unnamed && UNDECIDED)
    : analyseIn("values.yaml", { files: { "values.yaml": text, "later.yaml": later } });
}

function chartOf({ [VALUES_FILE]: values = "", ...files }: Readonly<Record<string, string>>): ReadChart {
  return chartAtHand(values, files);
}
