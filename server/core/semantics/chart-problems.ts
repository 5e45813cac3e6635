import * as l10n from "@vscode/l10n";
import { type ReadChart, SCHEMA_FILE, VALUES_FILE } from "../chart/chart.ts";
import type { ChartPlace } from "../chart/chart-place.ts";
import type { FaultPlace } from "../chart/templates/template-reads.ts";
import { faultText } from "../fault-text.ts";
import { schemaFault } from "../schema/own-schema/own-schema.ts";
import { refusalOf } from "../values/helm-value.ts";
import { plainWords } from "../values/helm-verdict.ts";
import type { HelmMajor } from "../values/refusal.ts";
import { isRefusedByHelm } from "../yaml/fault.ts";
import { shown } from "../yaml/shown.ts";
import { placeIn } from "./chart-places.ts";
import type { ValuePlace } from "./origin-text.ts";

/** A reason why Helm installs nothing of a chart, whatever the values are. */
export interface ChartProblem {
  /** The file's path from the chart's folder. */
  readonly file: string;
  /** The place of the fault. */
  readonly place: ValuePlace;
  /** One sentence for the user, with the file and the line. */
  readonly message: string;
}

/**
 * The mistakes in the files of a chart with which this Helm certainly refuses it: values that are not YAML or no mapping, a schema that is
 * not JSON, templates that do not parse. Charts below it may be switched off, and of a library chart Helm reads no templates.
 */
export function chartProblems(chart: ReadChart, helm: HelmMajor): readonly ChartProblem[] {
  const { values, reads, description } = chart;
  const problems: ChartProblem[] = [];
  const add = (fault: ChartPlace, sentence: (file: string, line: number) => string): void => {
    const place = placeIn(chart, fault);
    problems.push({
      file: fault.file,
      place,
      message: sentence(shown(plainWords(fault.file), LONGEST_NAME), place.name.start.line + 1),
    });
  };
  // A file that is too large for this tool may be fine for Helm.
  const refusal =
    values && (!values.refused || isRefusedByHelm(values.refused)) ? refusalOf(values, helm) : undefined;
  if (refusal) {
    const { offset, length, fault } = refusal;
    add({ file: VALUES_FILE, start: offset, end: offset + length }, (file, line) =>
      l10n.t("Helm rejects the chart because of its {0}, line {1}: {2}", file, line, faultText(fault)),
    );
  }
  const end = schemaFault(chart);
  if (end !== undefined) {
    add({ file: SCHEMA_FILE, start: end, end }, (file, line) =>
      l10n.t("Helm rejects the chart because its {0} is not valid JSON: see line {1}.", file, line),
    );
  }
  if (!reads || reads === "pending" || description.isLibrary) return problems;
  for (const fault of reads.faults) {
    if (fault.file.startsWith("templates/")) add(fault, (file, line) => templateSentence(fault, file, line));
  }
  return problems;
}

const LONGEST_NAME = 80;

function templateSentence({ kind }: FaultPlace, file: string, line: number): string {
  switch (kind) {
    case "action":
      return l10n.t(
        "Helm rejects the chart because its template {0} has an action on line {1} that is not closed or cannot be read.",
        file,
        line,
      );
    case "end":
      return l10n.t(
        "Helm rejects the chart because its template {0} has an `end` or `else` on line {1} that belongs to no block.",
        file,
        line,
      );
    case "block":
      return l10n.t(
        "Helm rejects the chart because its template {0} has a block without an `end`, which begins on line {1}.",
        file,
        line,
      );
  }
}
