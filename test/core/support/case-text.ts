import assert from "node:assert/strict";
import type { ChartReference, ReadChart } from "../../../server/core/chart/chart.ts";
import type { Analysis } from "../../../server/core/semantics/analysis.ts";
import type { HelmComplaint } from "../../../server/core/values/helm-verdict.ts";
import type { HelmMajor } from "../../../server/core/values/refusal.ts";
import { SET_FLAGS, type SetEntry } from "../../../server/core/values/set-entry.ts";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import type { NamedCase } from "./case-files.ts";
import { analyseBeside, analyseNaming, chartAtHand } from "./chart-at-hand.ts";
import { complaintsIn } from "./complaints.ts";
import { analyse } from "./engine.ts";
import { analyseIn, type ShortRelease } from "./release.ts";

/** A case about a file, with what decides how it is understood. */
export interface CaseText extends NamedCase {
  readonly text?: string;
  /** In place of one text, the files of a release by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** The files of each release, if not all files belong to one release "prod". */
  readonly releases?: Readonly<Record<string, readonly string[]>>;
  /** The flags of the release, such as `--set a=b`. */
  readonly flags?: readonly string[];
  readonly kind?: DocumentKind;
  /** A chart and perhaps its version, or `none` if nothing names one. Without it, the case holds for all vocabularies. */
  readonly chart?: string;
  /** The files of a chart of the operator in the same folder. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** The files of the chart whose path the text names in its comment, or why that chart cannot be used. */
  readonly named?: Readonly<Record<string, unknown>> | string;
  /** Helm's answer for these values and the chart in the same folder. */
  readonly answer?: string;
  /** The problem found in the objects that Helm renders. */
  readonly complaint?: HelmComplaint;
  readonly helm?: HelmMajor;
  /** True if all lines end as on Windows. */
  readonly crlf?: true;
}

/** The keys of these. */
export const CASE_TEXT: Readonly<Record<keyof CaseText, true>> = {
  case: true,
  text: true,
  files: true,
  releases: true,
  flags: true,
  kind: true,
  chart: true,
  beside: true,
  named: true,
  answer: true,
  complaint: true,
  helm: true,
  crlf: true,
};

/** A text with the line breaks of a case. */
export function inLines({ crlf }: CaseText, text: string): string {
  return crlf ? text.replaceAll("\n", "\r\n") : text;
}

/** The analysis of a file of a case, which has these texts by name. */
export function analysisOf(one: CaseText, name: string, texts: Readonly<Record<string, string>>): Analysis {
  const text = texts[name] ?? "";
  if (one.files) return analyseIn(name, ...releasesOf(one, name, texts));
  if (typeof one.named === "string") return analyseNaming(text, { problem: one.named });
  if (one.named) return analyseNaming(text, { atHand: chartOfFiles(one.named) });
  if (one.beside === undefined) return analyse(text, one.kind, chartOf(one), one.helm);
  const chart = chartOfFiles(one.beside);
  const analysis = analyseBeside(text, chart);
  const answered = { name: "cap-operator", texts: chart.texts };
  return analysis.withComplaints([
    ...(one.answer === undefined ? [] : complaintsIn(one.answer, answered)),
    ...(one.complaint ? [one.complaint] : []),
  ]);
}

/** A chart of the operator with the files of a case. */
function chartOfFiles(files: Readonly<Record<string, unknown>>): ReadChart {
  const { "values.yaml": values, ...others } = Object.fromEntries(
    Object.entries(files).map(([file, content]) => [
      file,
      typeof content === "string" ? content : JSON.stringify(content),
    ]),
  );
  return chartAtHand(values ?? "", others);
}

/** The releases of a case that name a file. */
function releasesOf(one: CaseText, name: string, texts: Readonly<Record<string, string>>): ShortRelease[] {
  const releases = one.releases ?? { prod: Object.keys(texts) };
  return Object.entries(releases).flatMap(([release, names]) => {
    if (!names.includes(name)) return [];
    const files = Object.fromEntries(names.map((file) => [file, texts[file] ?? ""]));
    const chart = chartOf(one);
    return [{ name: release, files, sets: (one.flags ?? []).map(setEntry), ...(chart ? { chart } : {}) }];
  });
}

/** A flag of a case, such as `--set a=b`. */
export function setEntry(flag: string): SetEntry {
  const [, name = "", text = ""] = /^--([\w-]+) (.*)$/s.exec(flag) ?? [];
  const known = SET_FLAGS.find((one) => one === name);
  assert.ok(known, `"${flag}" is not a flag that sets a value.`);
  return { flag: known, text };
}

/** The chart that a case names. */
export function chartOf({ chart }: Pick<CaseText, "chart">): ChartReference | undefined {
  if (chart === undefined) return undefined;
  if (chart === "none") return {};
  const [name = "", version] = chart.split(" ");
  return version === undefined ? { chart: name } : { chart: name, version };
}
