import * as l10n from "@vscode/l10n";
import type { ChartReference, NamedChart, ReadChart, VocabularyName } from "../chart/chart.ts";
import { newestIn } from "../chart/version-range.ts";
import { type TellingWord, vocabularyOfWords } from "./chart-words.ts";

const LONGEST_VERSION = 60;

/** What is known about the chart that a file's values are for. */
export interface ChartClues {
  /** What the release says that names the file. */
  readonly release?: NamedChart;
  /** What the comment at the top of the file says. */
  readonly modeline?: NamedChart;
  /** What the description of a chart beside or above the file says. */
  readonly beside?: NamedChart;
  /** What the settings say for everything that is installed. */
  readonly setting?: NamedChart;
  readonly words: readonly TellingWord[];
}

/** The charts that are known without being at hand, by name. */
export interface KnownCharts {
  readonly specification: string;
  readonly published: string;
  /** The versions of the published chart, the oldest first. */
  readonly versions: readonly string[];
  /** The words of a chart at hand; `undefined` if it is not the operator's. */
  readonly vocabularyOf: (chart: ReadChart) => VocabularyName | undefined;
}

/** The chart that a file's values are for. */
export interface ChosenChart {
  readonly vocabulary: VocabularyName;
  /** The version whose keys count; empty for the chart of the specification, which has only one. */
  readonly version: string;
  /** Its files, if they are at hand. */
  readonly atHand?: ReadChart;
  readonly reason: "release" | "modeline" | "beside" | "setting" | "words" | "nothing";
  /** One or two sentences for the user. */
  readonly explanation: string;
}

/** Decides which chart a file's values are for. The first that tells settles it, in the order of the clues. */
export function chosenChart(clues: ChartClues, known: KnownCharts): ChosenChart {
  const chosen = decided(clues, known);
  const { release, modeline, setting } = clues;
  const unused = [release, modeline, setting].find((clue) => clue?.problem !== undefined);
  if (unused?.problem === undefined || chosen.atHand !== undefined) return chosen;
  const { problem } = unused;
  const unusable =
    unused === release
      ? l10n.t("The chart of the release is not used: {0}", problem)
      : unused === modeline
        ? l10n.t("The chart of the comment at the top is not used: {0}", problem)
        : l10n.t("The chart of the setting is not used: {0}", problem);
  return { ...chosen, explanation: `${chosen.explanation} ${unusable}` };
}

function decided(clues: ChartClues, known: KnownCharts): ChosenChart {
  const { release, modeline, beside, setting, words } = clues;
  const installed = release && Object.keys(release).length > 0 ? over(release, setting) : undefined;
  return (
    named(installed, "release", known) ??
    named(inFile(modeline, setting, known), "modeline", known) ??
    named(beside, "beside", known) ??
    named(setting, "setting", known) ??
    worded(words, (installed ?? setting)?.version, known) ?? {
      vocabulary: "specification",
      version: "",
      reason: "nothing",
      explanation: l10n.t(
        "Nothing indicates which chart this file is for, so it is checked as {0}.",
        known.specification,
      ),
    }
  );
}

/** A release's own chart is not the one of the settings; only its version may be. */
function over(release: NamedChart, { version, ...setting }: NamedChart = {}): NamedChart {
  const own =
    release.chart === undefined && release.atHand === undefined ? { ...setting, ...release } : release;
  return version === undefined || own.version !== undefined ? own : { ...own, version };
}

/** What a file names. There, a version alone names the published chart; elsewhere it may be one of any chart. */
function inFile(
  { chart, version, atHand }: NamedChart = {},
  setting: ChartReference | undefined,
  { published, versions }: KnownCharts,
): NamedChart {
  if (atHand !== undefined) return { atHand };
  if (chart !== undefined) return over({ chart, ...(version !== undefined && { version }) }, setting);
  return version !== undefined && versions.includes(plainVersion(version))
    ? { chart: published, version }
    : {};
}

function named(
  reference: NamedChart | undefined,
  reason: Naming,
  known: KnownCharts,
): ChosenChart | undefined {
  if (reference?.atHand) return readInFull(reference.atHand, reason, reference, known);
  const name = reference?.chart === undefined ? undefined : nameIn(reference.chart, known);
  if (reference === undefined || name === undefined) return undefined;
  const why = namingText(reason, reference, name);
  if (name === known.specification) {
    return { vocabulary: "specification", version: "", reason, explanation: why };
  }
  return published(reason, why, reference.version, known);
}

/** Which of the clues names a chart. */
type Naming = Exclude<ChosenChart["reason"], "words" | "nothing">;

function namingText(who: Naming, { umbrella }: NamedChart, chart: string): string {
  const isDependency = umbrella !== undefined;
  switch (who) {
    case "release":
      return isDependency
        ? l10n.t("The release that lists this file depends on the chart {0}.", chart)
        : l10n.t("The release that lists this file names the chart {0}.", chart);
    case "modeline":
      return isDependency
        ? l10n.t("The chart in the comment at the top of this file depends on the chart {0}.", chart)
        : l10n.t("The comment at the top of this file names the chart {0}.", chart);
    case "beside":
      return isDependency
        ? l10n.t("The Chart.yaml next to or above this file depends on the chart {0}.", chart)
        : l10n.t("The Chart.yaml next to or above this file names the chart {0}.", chart);
    case "setting":
      return isDependency
        ? l10n.t("The chart in the setting capOperator.chart depends on the chart {0}.", chart)
        : l10n.t("The setting capOperator.chart names the chart {0}.", chart);
  }
}

/** A chart at hand is what its files say, whatever its name is; that of another product settles nothing. */
function readInFull(
  atHand: ReadChart,
  reason: Naming,
  reference: NamedChart,
  known: KnownCharts,
): ChosenChart | undefined {
  const vocabulary = known.vocabularyOf(atHand);
  if (vocabulary === undefined) return undefined;
  const { name, version } = atHand;
  const { deprecated, isLibrary } = atHand.description;
  const explanation = [
    namingText(reason, reference, `${name} ${version}`.trim()),
    l10n.t("Its files are read."),
    ...(deprecated ? [l10n.t("Its Chart.yaml marks it as deprecated.")] : []),
    ...(isLibrary ? [l10n.t("It is a library chart, which Helm does not install.")] : []),
  ].join(" ");
  return { vocabulary, version, atHand, reason, explanation };
}

function worded(
  words: readonly TellingWord[],
  wanted: string | undefined,
  known: KnownCharts,
): ChosenChart | undefined {
  const vocabulary = vocabularyOfWords(words);
  if (vocabulary === undefined) return undefined;
  const word = words.find((one) => one.vocabulary === vocabulary)?.word ?? "";
  const why = l10n.t(
    'The values contain the word "{0}", which only the chart {1} has.',
    word,
    known[vocabulary],
  );
  return vocabulary === "published"
    ? published("words", why, wanted, known)
    : { vocabulary, version: "", reason: "words", explanation: why };
}

function published(
  reason: ChosenChart["reason"],
  why: string,
  wanted: string | undefined,
  { versions }: KnownCharts,
): ChosenChart {
  const newest = versions.at(-1) ?? "";
  const version = plainVersion(wanted ?? "");
  if (versions.includes(version)) return { vocabulary: "published", version, reason, explanation: why };
  const inRange = wanted === undefined || wanted === "" ? undefined : newestIn(wanted, versions);
  if (inRange !== undefined) {
    const newestInRange = l10n.t("{0} is the newest known version in {1}.", inRange, shortened(wanted ?? ""));
    const explanation = `${why} ${newestInRange}`;
    return { vocabulary: "published", version: inRange, reason, explanation };
  }
  const which =
    wanted === undefined || wanted === ""
      ? l10n.t("No version is set, so it is checked as {0}, the newest that is known.", newest)
      : l10n.t("Version {0} is not known, so it is checked as {1}.", shortened(wanted), newest);
  return { vocabulary: "published", version: newest, reason, explanation: `${why} ${which}` };
}

/** What anybody may have written as a version, on one line and not too long. */
function shortened(version: string): string {
  const line = version.trim().replace(/\s+/g, " ");
  return line.length > LONGEST_VERSION ? `${line.slice(0, LONGEST_VERSION)}…` : line;
}

/** The version as the published chart writes it. */
function plainVersion(version: string): string {
  return version.trim().replace(/^v/, "");
}

/** Which of the known charts a reference names: by its last part, without the version of an archive or a tag. */
function nameIn(reference: string, known: KnownCharts): string | undefined {
  const last = reference.split(/[\\/]/).findLast((part) => part !== "") ?? "";
  return [known.specification, known.published].find((name) => {
    const rest = last.startsWith(name) ? last.slice(name.length) : undefined;
    return rest !== undefined && /^($|[:@]|-v?\d[\w.+-]*\.tgz$)/.test(rest);
  });
}
