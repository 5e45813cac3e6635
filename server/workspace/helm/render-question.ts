import { URI } from "vscode-uri";
import type { ChartTexts } from "../../core/chart/chart.ts";
import { isOpaque } from "../../core/embedded/entries.ts";
import { ownText } from "../../core/embedded/own-text.ts";
import type { LanguageService } from "../../core/language-service.ts";
import { toJson } from "../../core/values/helm-tree.ts";
import { readValues } from "../../core/values/helm-value.ts";
import type { HelmMajor } from "../../core/values/refusal.ts";
import type { ReleaseFile, ReleaseStack } from "../../core/values/release-stack.ts";
import type { SetEntry } from "../../core/values/set-entry.ts";
import { type NamedContent, namedContents } from "../../core/values/set-flag.ts";
import { regionOf } from "../../core/yaml/region.ts";
import type { YamlFile } from "../../core/yaml/tree.ts";
import type { ChartFiles } from "../charts/chart-files.ts";
import { type OutOfReach, UNREADABLE } from "../charts/chart-links.ts";
import type { LocalCharts } from "../charts/local-charts.ts";
import type { Answer, ProgramSilence } from "../files/answer.ts";
import { valuesAtPlace } from "../releases/release-files.ts";
import type { KnownRelease } from "../releases/release-identity.ts";

/** A request to render a chart with values. */
export interface RenderQuestion {
  /** The absolute path of the folder or archive of the chart. */
  readonly chart: string;
  /**
   * Gives the reason why Helm must not be given the chart, as it is now: asked right before Helm is started, because it reads all that is in there.
   */
  readonly outOfReach: () => Promise<OutOfReach | undefined>;
  /** The values files as they are now, in order: open ones may not be saved. */
  readonly values: readonly { readonly name: string; readonly text: string }[];
  readonly sets: readonly AskedEntry[];
  readonly release: string;
  readonly namespace: string;
  /** Set if the objects are wanted, and not only Helm's verdict. */
  readonly isShown?: true;
}

/** An entry, with the contents of the files that it names: they are not read again. */
export interface AskedEntry extends SetEntry {
  readonly contents?: readonly NamedContent[];
}

/** The reason why Helm cannot be asked: no chart is available, all of it is not read yet, or a file with values cannot be read. */
export type NotAsked = "no-chart" | "not-asked" | "unread-values";

/**
 * The reason why Helm's answer about values is not known: it was not asked, gave no answer, or has an error that is about neither values nor
 * templates.
 */
export type RenderSilence =
  | OutOfReach
  | ProgramSilence
  | { readonly noAnswer: "other-error"; readonly words: string };

/**
 * The result of `helm template`: it rendered everything, with its output if that is wanted, or has an error about the values or the chart, which is
 * never empty.
 */
export type RenderAnswer = Answer<{ readonly output?: string }, { readonly error: string }, RenderSilence>;

/** Runs `helm template`, unless the chart is out of reach. An aborted run is stopped. */
export type AskHelm = (question: RenderQuestion, signal: AbortSignal) => Promise<RenderAnswer>;

/** The services by which Helm is asked. */
export interface HelmPorts {
  readonly ask: AskHelm;
  readonly service: LanguageService;
  readonly charts: LocalCharts;
  readonly files: Pick<ChartFiles, "outOfReach">;
  readonly releases: () => readonly KnownRelease[];
}

/** The name and the namespace that are assumed for values that no release names. */
export const ALONE = { release: "cap-operator", namespace: "cap-operator-system" };

/** A question, with the chart that it is about. */
export interface QuestionWithChart {
  readonly question: RenderQuestion;
  readonly digest: string;
  readonly name: string;
  readonly texts: ChartTexts;
}

/** The question that has Helm render a stack, or the reason why Helm cannot be asked. */
export function renderQuestion(
  { service, charts, files, releases }: HelmPorts,
  stack: ReleaseStack,
): QuestionWithChart | NotAsked {
  const { atHand } = service.chartOfStack(stack);
  const chart = atHand && charts.pathOf(atHand);
  if (!atHand || chart === undefined) return "no-chart";
  if (atHand.reads === "pending") return "not-asked";
  const sets = stack.sets.flatMap((entry): AskedEntry[] => {
    // The command line has no place for an entry between files.
    if (entry.before !== undefined) return [];
    if (entry.flag !== "set-file") return [entry];
    const contents = namedContents(entry, { helm: stack.helm, readFile: stack.readFile });
    return contents?.every(({ content }) => !content.includes(UNREADABLE)) ? [{ ...entry, contents }] : [];
  });
  const given = stack.files.filter(({ isOfChart }) => !isOfChart);
  const values = given.flatMap((source) => {
    const { name, file } = source;
    const { isEmbedded, top } = (file && regionOf(file)) ?? {};
    const text = isEmbedded ? textInDocument(source, service, stack) : top?.text;
    return text !== undefined && top?.refused === undefined ? [{ name, text }] : [];
  });
  if (values.length < given.length || sets.length < stack.sets.length) return "unread-values";
  const known = releases().find(({ id }) => id === stack.release);
  const { release = known?.name ?? ALONE.release, namespace = known?.namespace ?? ALONE.namespace } =
    stack.as ?? {};
  const umbrella = stack.chart?.umbrella;
  const { name, alias = name } = umbrella?.dependency ?? { name: atHand.name };
  const prefix = umbrella ? `charts/${alias}/` : "";
  return {
    question: {
      chart,
      outOfReach: () => files.outOfReach(URI.file(chart).toString()),
      values,
      sets,
      release,
      namespace,
    },
    digest: atHand.digest,
    name: umbrella?.name ?? atHand.name,
    texts: new Map([...atHand.texts].map(([file, text]) => [prefix + file, text])),
  };
}

/** The text of values in a document, if the product writes nothing into them: as it is written there, or else as JSON. */
function textInDocument(
  source: ReleaseFile,
  service: LanguageService,
  { helm }: ReleaseStack,
): string | undefined {
  const { file } = source;
  const around = file && regionOf(file).around;
  const values = valuesAtPlace(source, service.chartKeys().charts);
  const written = around && values && ownText(around, values)?.text;
  const text = written ?? (file && jsonOf(file, helm));
  return text === undefined || isOpaque(text) ? undefined : text;
}

function jsonOf(file: YamlFile, helm: HelmMajor): string | undefined {
  const { values } = readValues(file, helm, () => ({ kind: "chart-default", chart: "" }));
  return values && JSON.stringify(toJson(values));
}

/** Identifies a question by its values and its chart. */
export function questionKey({ question, digest }: QuestionWithChart): string {
  return JSON.stringify([digest, question]);
}
