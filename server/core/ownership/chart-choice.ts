import * as l10n from "@vscode/l10n";
import type { ChartReference, NamedChart, ReadChart, VocabularyName } from "../chart/chart.ts";
import { isNewerThan, misspelledVersion, newestIn, versionMeant } from "../chart/version-range.ts";
import type { ChartInUse, Naming } from "../wire/charts.ts";
import { shown } from "../yaml/shown.ts";
import { type ChartNames, nameIn, namingText, refusalText } from "./chart-naming.ts";
import { type TellingWord, vocabularyOfWords } from "./chart-words.ts";

/** The clues to the chart that a file's values are for. */
export interface ChartClues {
  /** The chart of the release that lists the file. */
  readonly release?: NamedChart;
  /** The chart in the comment at the top of the file. */
  readonly modeline?: NamedChart;
  /** The chart whose description is beside or above the file. */
  readonly beside?: NamedChart;
  /** The chart of the settings, for all releases. */
  readonly setting?: NamedChart;
  readonly words: readonly TellingWord[];
}

/** The charts that are known without their files, by name. */
export interface KnownCharts extends ChartNames {
  /** The versions of the published chart, the oldest first. */
  readonly versions: readonly string[];
  /** The words of a local chart; `undefined` if it is not the operator's. */
  readonly vocabularyOf: (chart: ReadChart) => VocabularyName | undefined;
}

/** The chart that a file's values are for. */
export interface ChosenChart extends Pick<ChartInUse, "reason" | "explanation" | "doubt" | "overridden"> {
  /** `undecided` without any clue, so that each of the known charts is possible. */
  readonly vocabulary: VocabularyName | "undecided";
  /** The version whose keys count, if it is or may be the published chart; empty for that of the specification, which has only one. */
  readonly version: string;
  /** True if no version of the published chart is named, so that the newest is assumed. */
  readonly isVersionAssumed?: true;
  /** The chart as read from its files, if there are any. */
  readonly atHand?: ReadChart;
}

/**
 * Decides which chart a file's values are for, by the first clue that names one; if that chart cannot be used, no other takes its place.
 */
export function chosenChart(given: ChartClues, known: KnownCharts): ChosenChart {
  const clues = withoutOverridden(given);
  const chosen = choose(clues, known);
  const overridden = clues === given ? undefined : overriddenIn(given, clues, chosen, known);
  return overridden ? { ...chosen, overridden } : chosen;
}

function choose(clues: ChartClues, known: KnownCharts): ChosenChart {
  const { release, modeline, beside, setting, words } = clues;
  const installed = release && Object.keys(release).length > 0 ? over(release, setting) : undefined;
  // A name without a chart may mean the chart around the files.
  const around = beside?.umbrella && installed?.atHand === undefined && installed?.umbrella === undefined;
  return (
    (around ? named(installed, "release", known) : namedOrRefused(installed, "release", clues, known)) ??
    namedOrRefused(inFile(modeline, setting, known), "modeline", clues, known) ??
    (beside?.problem === undefined
      ? named(beside, "beside", known)
      : namedOrRefused(beside, "beside", clues, known)) ??
    namedOrRefused(setting, "setting", clues, known) ??
    worded(words, (installed ?? setting)?.version, known) ??
    undecided(words, (installed ?? setting)?.version, known)
  );
}

/** The clues without the comment, the chart next to a file and that of its document, if the command line names the chart. */
function withoutOverridden(clues: ChartClues): ChartClues {
  const { setting, release, words } = clues;
  if (setting?.isOption !== true || !namesChart(setting)) return clues;
  const isOfDocument = release !== undefined && namesChart(release) && release.isOption !== true;
  return { setting, words, ...(release && !isOfDocument && { release }) };
}

/** The chart of the comment or the document, if it does not count and is another one than the chosen one. */
function overriddenIn(
  { modeline, release, setting }: ChartClues,
  counting: ChartClues,
  chosen: ChosenChart,
  known: KnownCharts,
): ChosenChart["overridden"] {
  const isOfDocument = release !== undefined && counting.release === undefined;
  const by = isOfDocument ? "release" : "modeline";
  const reference = isOfDocument ? release : inFile(modeline, setting, known);
  if (!namesChart(reference)) return undefined;
  const other = choose({ [by]: reference, words: [] }, known);
  const [used, unused] = [nameOf(chosen, known), nameOf(other, known)];
  const isSame = used === unused && chosen.atHand?.digest === (other.atHand ?? chosen.atHand)?.digest;
  if (chosen.doubt?.kind === "unusable" || (isSame && other.doubt === undefined)) return undefined;
  const named = other.doubt ? (reference.version ?? reference.chart ?? unused) : unused;
  const message = isOfDocument
    ? l10n.t(
        "This document names {0}. The command line names {1}, which is used instead.",
        shown(named),
        used,
      )
    : l10n.t(
        "This comment names {0}. The command line names {1}, which is used instead.",
        shown(named),
        used,
      );
  const { version } = reference;
  return { by, ...(version !== undefined && { version }), message };
}

/** The name of a chart with its version, if it has one. */
function nameOf({ vocabulary, version, atHand }: ChosenChart, known: KnownCharts): string {
  if (atHand) return `${atHand.name} ${atHand.version}`.trim();
  return `${vocabulary === "specification" ? known.specification : known.published} ${version}`.trim();
}

/** True if a clue names a chart, usable or not, and not only a version. */
function namesChart({ chart, atHand, problem, umbrella }: NamedChart): boolean {
  return chart !== undefined || atHand !== undefined || problem !== undefined || umbrella !== undefined;
}

/** The chart that a clue names, or the refusal of that chart. */
function namedOrRefused(
  reference: NamedChart | undefined,
  naming: Naming,
  { words }: ChartClues,
  known: KnownCharts,
): ChosenChart | undefined {
  const problem = problemOf(reference, known);
  if (problem === undefined) return named(reference, naming, known);
  const vocabulary = vocabularyOfWords(words) ?? "published";
  return {
    vocabulary,
    version: vocabulary === "published" ? (known.versions.at(-1) ?? "") : "",
    reason: naming,
    explanation: refusalText(naming, problem),
    doubt: { kind: "unusable", by: naming, severity: "error", message: problem },
  };
}

/** The reason why a chart that is named on purpose cannot be used, as a sentence. */
function problemOf(reference: NamedChart | undefined, known: KnownCharts): string | undefined {
  const { chart, version = "", atHand, problem, umbrella, asked = "" } = reference ?? {};
  if (problem !== undefined) return problem;
  if (atHand !== undefined) {
    if (known.vocabularyOf(atHand) === undefined) return l10n.t("It is not a chart of the operator.");
    // The version of an umbrella chart is not that of the dependency.
    return asked.trim() === "" || umbrella !== undefined || isVersion(atHand.version, asked)
      ? undefined
      : l10n.t("It has version {0}, and not {1}.", shown(atHand.version.trim()), shown(asked.trim()));
  }
  const name = chart === undefined ? undefined : nameIn(chart, known);
  if (chart !== undefined && name === undefined) {
    return l10n.t(
      "{0} is not a known chart. Specify {1}, or the folder or archive of a chart.",
      shown(chart.trim()),
      known.published,
    );
  }
  if (version.trim() === "" || (name ?? known.published) !== known.published) return undefined;
  const newest = known.versions.at(-1) ?? "";
  const isPossible = versionMeant(version, known.versions) !== undefined || isNewerThan(version, newest);
  return isPossible
    ? undefined
    : l10n.t(
        "{0} has no version {1}. The newest known version is {2}.",
        known.published,
        shown(version.trim()),
        newest,
      );
}

/** Nothing is assumed: a file is for either of the charts until one is named, or a word is written that only one of them has. */
function undecided(
  words: readonly TellingWord[],
  wanted: string | undefined,
  known: KnownCharts,
): ChosenChart {
  const { specification, versions } = known;
  if (versions.length === 0) {
    const explanation = l10n.t("The only chart that is known is {0}.", specification);
    return { vocabulary: "specification", version: "", reason: "nothing", explanation };
  }
  const { version } = published("nothing", "", wanted, known);
  const newest = `${known.published} ${version}`;
  const explanation =
    words.length === 0
      ? l10n.t(
          "No chart is named, so the keys and values of {0} and of {1} are both accepted.",
          newest,
          specification,
        )
      : l10n.t(
          "No chart is named, and the values contain as many words of {0} as of {1}.",
          newest,
          specification,
        );
  return {
    vocabulary: "undecided",
    version,
    reason: words.length === 0 ? "nothing" : "words",
    explanation,
  };
}

/** True if a chart's version is the wanted one, or in the wanted range. */
function isVersion(version: string, wanted: string): boolean {
  const plain = plainVersion(version);
  return plain === "" || plain === plainVersion(wanted) || newestIn(wanted, [plain]) !== undefined;
}

/** Fills in a release from the settings: a release with a chart takes only the version from there. */
function over(release: NamedChart, { version, ...setting }: NamedChart = {}): NamedChart {
  const merged =
    release.chart === undefined && release.atHand === undefined ? { ...setting, ...release } : release;
  return version === undefined || merged.version !== undefined ? merged : { ...merged, version };
}

/** The chart that a comment in a file names. There, a version alone names the published chart; elsewhere it may be of any chart. */
function inFile(
  { version, ...named }: NamedChart = {},
  setting: ChartReference | undefined,
  { published }: KnownCharts,
): NamedChart {
  if (named.atHand !== undefined || named.problem !== undefined) return named;
  if (named.chart !== undefined) return over({ ...named, version }, setting);
  return version === undefined ? {} : { chart: published, version };
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
  return published(reason, why, reference.version, known, reason);
}

/** A local chart is judged by its files, whatever its name is; that of another product settles nothing. */
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
  const word = words.find((telling) => telling.vocabulary === vocabulary)?.word ?? "";
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
  naming: Naming = "setting",
): ChosenChart {
  const newest = versions.at(-1) ?? "";
  const version = plainVersion(wanted ?? "");
  if (versions.includes(version)) return { vocabulary: "published", version, reason, explanation: why };
  const inRange = wanted === undefined || wanted === "" ? undefined : newestIn(wanted, versions);
  if (inRange !== undefined) {
    const newestInRange = l10n.t(
      "{0} is the newest known version in {1}.",
      inRange,
      shown((wanted ?? "").trim()),
    );
    const explanation = `${why} ${newestInRange}`;
    return { vocabulary: "published", version: inRange, reason, explanation };
  }
  if (wanted !== undefined && wanted !== "" && isNewerThan(wanted, newest)) {
    const meant = misspelledVersion(wanted, versions);
    const message =
      meant === undefined
        ? l10n.t("{0} is not known here; checked as {1}.", shown(wanted.trim()), newest)
        : l10n.t(
            "{0} is not known here, and most likely {1} is meant; checked as {2}.",
            shown(wanted.trim()),
            meant,
            newest,
          );
    const explanation = `${why} ${message}`;
    return {
      vocabulary: "published",
      version: newest,
      reason,
      explanation,
      doubt: {
        kind: "newer",
        by: naming,
        severity: meant === undefined ? "information" : "warning",
        message,
      },
    };
  }
  const isAssumed = wanted === undefined || wanted === "";
  const which = isAssumed
    ? l10n.t("No version is set, so it is checked as {0}, the newest that is known.", newest)
    : l10n.t("Version {0} is not known, so it is checked as {1}.", shown(wanted.trim()), newest);
  return {
    vocabulary: "published",
    version: newest,
    ...(isAssumed && { isVersionAssumed: true }),
    reason,
    explanation: `${why} ${which}`,
  };
}

/** The version as the published chart writes it. */
function plainVersion(version: string): string {
  return version.trim().replace(/^v/, "");
}
