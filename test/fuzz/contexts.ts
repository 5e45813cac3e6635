import path from "node:path";
import type { NamedChart } from "../../server/core/chart/chart.ts";
import { readChart } from "../../server/core/chart/read-chart.ts";
import { KINDS, rootsOf } from "../../server/core/kinds.ts";
import { Analysis } from "../../server/core/semantics/analysis.ts";
import type { HelmMajor } from "../../server/core/values/refusal.ts";
import {
  filesIn,
  modelineChart,
  type ReleaseStack,
  type StackChart,
} from "../../server/core/values/release-stack.ts";
import { SET_FLAGS, type SetEntry } from "../../server/core/values/set-entry.ts";
import type { DocumentKind } from "../../server/core/wire/documents.ts";
import { narrowed } from "../../server/core/yaml/narrow.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import type { YamlFile } from "../../server/core/yaml/tree.ts";
import { complaintsIn } from "../core/support/complaints.ts";
import { SPECIFICATION, UNDECIDED } from "../core/support/engine.ts";
import { chartOf, description, umbrellaIn } from "../core/support/umbrella.ts";
import type { Dice } from "../helm/dice.ts";
import { chartTexts } from "../support/chart-folder.ts";
import { repository } from "../support/repository.ts";

/** A text, and all that is drawn for it. */
interface Given {
  readonly text: string;
  readonly other: string;
  readonly dice: Dice;
}

/** A way in which a text is understood. `share` is how often it is drawn, compared with the others. */
interface Context {
  readonly share: number;
  readonly analyse: (given: Given) => Analysis;
}

const URI = "file:///files/own-values.yaml";
const OTHER_URI = "file:///files/other-values.yaml";

const PUBLISHED: readonly NamedChart[] = ["0.3.0", "0.19.0", "0.34.0"].map((version) => ({
  chart: "cap-operator",
  version,
}));

const example = chartTexts(path.join(repository, "examples/chart"));
const atHand = readChart(example, "file:///files", "example");
const umbrella = umbrellaIn(
  chartOf({
    "Chart.yaml": description("cap-operator", "0.34.0", ["alias: operator", "condition: operator.enabled"]),
  }),
);

/** A possible output of Helm, so that its sentences find their keys. */
const COMPLAINTS =
  'Error: execution error at (cap-operator/templates/deployments.yaml:3:4): controller.replicas: "x" is not a number\n' +
  "Error: values don't meet the specifications of the schema(s) in the following chart(s):\ncap-operator:\n- webhook: Invalid type. Expected: object, given: null\n";

let charts = 0;

/** All ways in which a text is understood: by what names its chart, and by what else is installed with it. */
export const CONTEXTS: Readonly<Record<string, Context>> = {
  specification: { share: 4, analyse: (given) => alone(given, { setting: SPECIFICATION }) },
  published: { share: 4, analyse: (given) => alone(given, { setting: given.dice.pick(PUBLISHED) }) },
  undecided: { share: 3, analyse: (given) => alone(given, { setting: UNDECIDED }) },
  "operator resource": { share: 3, analyse: (given) => alone(given, { setting: SPECIFICATION }, "operator") },
  release: { share: 4, analyse: (given) => inReleases(given, 1) },
  "two releases": { share: 1, analyse: (given) => inReleases(given, 2) },
  "local chart": {
    share: 2,
    analyse: (given) => {
      const analysis = alone(given, { beside: { atHand } });
      return given.dice.oneIn(4) ? analysis.withComplaints(complaintsIn(COMPLAINTS, atHand)) : analysis;
    },
  },
  "defaults of a chart": {
    share: 1,
    analyse: ({ text, other, dice }) => {
      const texts = new Map([...DESCRIPTION, ["values.yaml", text]]);
      const chart = readChart(texts, "file:///chart", `mutated ${++charts}`);
      return alone({ text: other, other, dice }, { beside: { atHand: chart } });
    },
  },
  "umbrella chart": { share: 2, analyse: underUmbrella },
};

const DESCRIPTION = [["Chart.yaml", example.get("Chart.yaml") ?? ""]] as const;

/** The analysis of a text in a context. */
export function analysed(context: string, given: Given): Analysis {
  const found = CONTEXTS[context];
  if (!found) throw new Error(`There is no context "${context}".`);
  return found.analyse(given);
}

function helmOf(dice: Dice): HelmMajor {
  return dice.oneIn(3) ? 4 : 3;
}

function readRoots(file: YamlFile, kind: DocumentKind) {
  return file.refused === undefined ? rootsOf(file, KINDS[kind]) : [];
}

function alone({ text, dice }: Given, chart: StackChart, kind: DocumentKind = "values"): Analysis {
  const file = parseYaml(text);
  const modeline = modelineChart([{ file }]);
  const named = { ...chart, ...(modeline && { modeline }) };
  return new Analysis(URI, 1, file, readRoots(file, kind), [], helmOf(dice), named);
}

function inReleases({ text, other, dice }: Given, count: number): Analysis {
  const file = parseYaml(text);
  const helm = helmOf(dice);
  const stacks = Array.from({ length: count }, (_, index): ReleaseStack => {
    const own = { name: "own-values.yaml", uri: URI, file };
    const beside = { name: "other-values.yaml", uri: OTHER_URI, file: parseYaml(other) };
    const setting = dice.pick([SPECIFICATION, UNDECIDED, ...PUBLISHED]);
    return {
      release: `release-${index}`,
      files: filesIn(undefined, dice.oneIn(2) ? [own, beside] : [beside, own]),
      sets: dice.oneIn(2) ? dice.several(1, 3, () => entry(text, dice)) : [],
      readFile: () => other,
      helm,
      chart: { setting },
      problems: [],
    };
  });
  return new Analysis(URI, 1, file, readRoots(file, "values"), stacks, helm);
}

function underUmbrella({ text, dice }: Given): Analysis {
  const moved = dice.oneIn(2) ? text : `other: 1\noperator:\n${text.replace(/^(?=.)/gm, "  ")}`;
  const file = narrowed(parseYaml(moved), umbrella.key);
  const chart = { beside: { ...dice.pick([SPECIFICATION, ...PUBLISHED]), umbrella }, umbrella };
  return new Analysis(
    "file:///files/values.yaml",
    1,
    file,
    readRoots(file, "values"),
    [],
    helmOf(dice),
    chart,
  );
}

/** An entry of `--set`: a part of a text, or a line of it as a path with a value. */
function entry(text: string, dice: Dice): SetEntry {
  const flag = dice.pick(SET_FLAGS);
  if (dice.oneIn(3)) {
    const at = dice.below(text.length + 1);
    return { flag, text: text.slice(at, at + dice.below(60)) };
  }
  const [, key = "a", value = ""] = /^\s*([^:\n]*): ?(.*)$/.exec(dice.pick(text.split("\n"))) ?? [];
  const parent = dice.pick(["", "controller.", "webhook.", "subscriptionServer.", "a[0].", "a.b[2][1]."]);
  return { flag, text: `${parent}${key}=${value}` };
}
