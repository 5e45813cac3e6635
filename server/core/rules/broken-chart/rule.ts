import { chartProblems } from "../../semantics/chart-problems.ts";
import type { HelmComplaint } from "../../values/helm-verdict.ts";
import { findModeline } from "../../yaml/modeline.ts";
import type { Rule } from "../engine/rule.ts";
import { placeOfName } from "../topics/chart-in-doubt.ts";

/** Places in the files of a chart that one finding links. */
const MOST_PLACES = 10;

export const rule: Rule = {
  code: "broken-chart",
  severity: "error",
  proven: true,
  onAnyLine: true,
  only: "chart",
  docs: {
    what: "A file of the local chart is broken: its `values.yaml` is not YAML or not a mapping, its `values.schema.json` is not JSON, or a template does not parse.",
    why: "Helm rejects such a chart, whatever the values are. Correct the chart at the place that the message names.",
  },
  check(context) {
    const { analysis, root, document } = context;
    const { atHand } = document.schemas.chart;
    if (!atHand || root !== analysis.roots[0]) return [];
    const problems = chartProblems(atHand, analysis.helm).filter(
      ({ file, place }) =>
        place.uri !== analysis.text.uri && !analysis.complaints.some((complaint) => isAbout(complaint, file)),
    );
    const [first] = problems;
    if (!first) return [];
    const byComment = document.release.stack.chart?.modeline?.atHand === atHand;
    const related = problems.slice(0, MOST_PLACES).map(({ place, message }) => {
      return { uri: place.uri, range: place.name, message };
    });
    return [
      {
        ...placeOfName(context, byComment ? findModeline(analysis.file.text)?.chart : undefined),
        message: first.message,
        ...(atHand.uri !== "" && { related }),
      },
    ];
  },
};

/** True if Helm itself has complained about a file of the chart. */
function isAbout({ kind, template, words }: HelmComplaint, file: string): boolean {
  if (template !== undefined) return kind === "broken-template" && template === file;
  // Not translated: the words of Helm.
  return words.includes(`cannot load ${file}`) || (file.endsWith(".json") && words.includes("schema(s)"));
}
