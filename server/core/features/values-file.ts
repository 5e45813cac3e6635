import * as l10n from "@vscode/l10n";
import { isTooDeep } from "../chart/json-text.ts";
import { isMapping } from "../chart/same-json.ts";
import type { Knowledge } from "../schema/knowledge.ts";
import { findChart, type OtherChart } from "../schema/known-charts.ts";
import type { Schemas } from "../schema/schemas.ts";
import { commentedValues, smallestLines } from "../semantics/commented-values.ts";
import { emptyMap, fromJson, type HelmMap } from "../values/helm-tree.ts";
import type { ValuesFile } from "../wire/values.ts";
import { keyText } from "../yaml/key-path.ts";
import { cut, shown } from "../yaml/shown.ts";

/** The largest length of a list of keys in a sentence, in characters. */
const LONGEST_LIST = 160;

/** An installed release as Helm shows it. */
export interface InstalledRelease {
  /** Its chart as Helm lists it: `cap-operator-0.34.0`. */
  readonly listed: string;
  /** The values that were set, as JSON. */
  readonly values: string;
}

interface InstalledChart {
  /** The schemas that order the keys and document them. */
  readonly schemas: Schemas;
  readonly modeline: string;
  /** The version, if its defaults are not known. */
  readonly unknown?: string;
}

/**
 * The smallest values file with which the chart of an installed release has the same values, with the documentation of its keys. `chart` is
 * the chart itself, if it is at hand.
 */
export function valuesFile(knowledge: Knowledge, release: InstalledRelease, chart?: OtherChart): ValuesFile {
  const installed = chart === undefined ? namedChart(knowledge, release) : chartAtHand(knowledge, chart);
  if (installed === undefined) {
    return { problem: l10n.t("{0} is not a chart of the operator.", shown(release.listed)) };
  }
  const given = readJson(release.values);
  if (given === undefined) return { problem: l10n.t("What Helm printed cannot be read as values.") };
  const { schemas, modeline, unknown } = installed;
  const { lines, leftOut } =
    unknown === undefined
      ? smallestLines(given, schemas)
      : { lines: commentedValues(given, schemas.model("values").root), leftOut: [] };
  const remarks = [
    ...(unknown === undefined
      ? []
      : [l10n.t("The defaults of {0} are not known, so the file has all values that were set.", unknown)]),
    ...(lines.length === 0 ? [l10n.t("Nothing is changed: all values are the chart's defaults.")] : []),
    ...(leftOut.length === 0 ? [] : [leftOutText(leftOut.map(keyText))]),
  ];
  return { text: [`# cap-operator: values ${modeline}`, ...lines, ""].join("\n"), remarks };
}

function leftOutText(keys: readonly string[]): string {
  const named = cut(keys.join(", "), LONGEST_LIST);
  return keys.length === 1
    ? l10n.t("1 key is left out, because its value is the chart's default: {0}.", named)
    : l10n.t(
        "{0} keys are left out, because their values are the chart's defaults: {1}.",
        keys.length,
        named,
      );
}

function chartAtHand(knowledge: Knowledge, chart: OtherChart): InstalledChart | undefined {
  const { schemas, modeline } = findChart(knowledge, chart) ?? {};
  return schemas && { schemas, modeline: modeline ?? `chart=${schemas.chart.published}` };
}

/** The chart with the name and version that Helm lists. */
function namedChart(knowledge: Knowledge, { listed }: InstalledRelease): InstalledChart | undefined {
  const { published, specification, versions } = knowledge.charts;
  const name = [specification, published].find((chart) => /^-v?\d/.test(restAfter(listed, chart)));
  if (name === undefined) return undefined;
  const version = restAfter(listed, name).replace(/^-v?/, "");
  const modeline = `chart=${name} version=${version}`;
  const isKnown = name === specification || versions.includes(version);
  const like = name === specification ? "" : isKnown ? version : (versions.at(-1) ?? "");
  const schemas = knowledge.schemasOfVersion(like);
  return { schemas, modeline, ...(!isKnown && { unknown: shown(`${name} ${version}`) }) };
}

function restAfter(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : "";
}

/** The values in a text of JSON, in which Helm writes `null` for none; `undefined` without any. */
function readJson(text: string): HelmMap | undefined {
  if (isTooDeep(text)) return undefined;
  const origin = { kind: "chart-default", chart: "" } as const;
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return emptyMap(origin);
    const node = isMapping(value) ? fromJson(value, origin) : undefined;
    return node?.type === "map" ? node : undefined;
  } catch {
    return undefined;
  }
}
