import { URI } from "vscode-uri";
import type { ChartTexts } from "../core/chart/chart.ts";
import { isOpaque } from "../core/embedded/entries.ts";
import { ownText } from "../core/embedded/own-text.ts";
import type { LanguageService } from "../core/language-service.ts";
import { type HelmComplaint, helmComplaints } from "../core/values/helm-verdict.ts";
import type { ReleaseFile, ReleaseStack } from "../core/values/release-stack.ts";
import type { SetEntry } from "../core/values/set-entry.ts";
import { type NamedContent, namedContents } from "../core/values/set-flag.ts";
import type { ChartFiles } from "./chart-files.ts";
import { type OutOfReach, UNREADABLE } from "./chart-links.ts";
import type { LocalCharts } from "./local-charts.ts";
import { valuesAtPlace } from "./release-files.ts";
import type { KnownRelease } from "./release-identity.ts";

/** What Helm is asked to render. */
export interface RenderQuestion {
  /** The absolute path of the folder or archive of the chart. */
  readonly chart: string;
  /** Why Helm must not be given the chart, as it is now: asked right before Helm is started, because it reads all that is in there. */
  readonly outOfReach: () => Promise<OutOfReach | undefined>;
  /** The values files as they are now, in order: open ones may not be saved. */
  readonly values: readonly { readonly name: string; readonly text: string }[];
  readonly sets: readonly AskedEntry[];
  readonly release: string;
  readonly namespace: string;
}

/** An entry, with what is in the files that it names: they are not read again. */
export interface AskedEntry extends SetEntry {
  readonly contents?: readonly NamedContent[];
}

/** Why Helm cannot be asked: no chart is available, all of it is not read yet, or a file with values cannot be read. */
export type NotAsked = "no-chart" | "not-asked" | "unread-values";

/** How `helm template` ended: it rendered everything, or what it wrote instead; or why there is no answer, in a few words. */
export type RenderAnswer =
  | { readonly renders: true }
  | { readonly refusal: string }
  | { readonly noAnswer: "stopped" | "too-long" | "too-much" | "not-started" }
  | OutOfReach;

/** Runs `helm template`, unless the chart is out of reach. An aborted run is stopped. */
export type AskHelm = (question: RenderQuestion, signal: AbortSignal) => Promise<RenderAnswer>;

/** What is needed to ask Helm. */
export interface HelmVerdictsPorts {
  readonly ask: AskHelm;
  readonly service: LanguageService;
  readonly charts: LocalCharts;
  readonly files: Pick<ChartFiles, "outOfReach">;
  readonly releases: () => readonly KnownRelease[];
}

/** What became of asking about values. */
export interface Verdict {
  readonly answer: RenderAnswer;
  readonly complaints: readonly HelmComplaint[];
}

interface Known extends Verdict {
  readonly key: string;
}

/** How many releases and files are remembered at most; the oldest is forgotten. */
const MOST_KNOWN = 500;

/** The name and the namespace that are assumed for values that no release names. */
export const ALONE = { release: "cap-operator", namespace: "cap-operator-system" };

/**
 * What Helm says of values, as long as neither they nor the chart change. One question at a time: a new one stops the one before it.
 */
export class HelmVerdicts {
  readonly #ports: HelmVerdictsPorts;
  readonly #known = new Map<string, Known>();
  #running = new AbortController();

  constructor(ports: HelmVerdictsPorts) {
    this.#ports = ports;
  }

  /** What Helm said of these very values; `undefined` if it was not asked, or was asked about others. */
  of(stack: ReleaseStack): Verdict | undefined {
    const known = this.#known.get(nameOf(stack));
    if (!known) return undefined;
    const asked = this.#question(stack);
    return typeof asked === "object" && keyOf(asked) === known.key ? known : undefined;
  }

  /** What Helm said last of what may have been other values of the same release or file. */
  last(stack: ReleaseStack): Verdict | undefined {
    return this.#known.get(nameOf(stack));
  }

  /** Why Helm cannot be asked about values; `undefined` if it can. */
  whyNot(stack: ReleaseStack): NotAsked | undefined {
    const asked = this.#question(stack);
    return typeof asked === "string" ? asked : undefined;
  }

  /** Asks Helm about values, unless that is known; `undefined` if it cannot be asked, or was stopped. */
  async ask(stack: ReleaseStack): Promise<Verdict | undefined> {
    const known = this.of(stack);
    // Links are no part of what is known of a chart.
    if (known && !isOutOfReach(known)) return known;
    const asked = this.#question(stack);
    if (typeof asked === "string") return undefined;
    this.stop();
    const { signal } = this.#running;
    const answer = await this.#ports.ask(asked.question, signal);
    if ("noAnswer" in answer && answer.noAnswer === "stopped") return undefined;
    const verdict = { key: keyOf(asked), answer, complaints: complaintsOf(answer, asked) };
    this.#known.delete(nameOf(stack));
    this.#known.set(nameOf(stack), verdict);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return verdict;
  }

  /** Stops what is running. */
  stop(): void {
    this.#running.abort();
    this.#running = new AbortController();
  }

  /** Has Helm asked again about everything. */
  forget(): void {
    this.#known.clear();
  }

  /** The text of values in a document, if the product writes nothing into them. */
  #atPlace(source: ReleaseFile): string | undefined {
    const { around } = source.file?.part?.embedded ?? {};
    const values = valuesAtPlace(source, this.#ports.service.chartKeys().charts);
    const { text } = (around && values && ownText(around, values)) ?? {};
    return text === undefined || isOpaque(text) ? undefined : text;
  }

  #question(stack: ReleaseStack): Asked | NotAsked {
    const { service, charts, files, releases } = this.#ports;
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
    const values = given.flatMap((one) => {
      const { name, file } = one;
      const whole = file?.part?.of ?? file;
      const text = file?.part?.embedded ? this.#atPlace(one) : whole?.text;
      return text !== undefined && whole?.refused === undefined ? [{ name, text }] : [];
    });
    if (values.length < given.length || sets.length < stack.sets.length) return "unread-values";
    const known = releases().find(({ id }) => id === stack.release);
    const release = known?.name ?? ALONE.release;
    const namespace = known?.namespace ?? ALONE.namespace;
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
}

interface Asked {
  readonly question: RenderQuestion;
  readonly digest: string;
  readonly name: string;
  readonly texts: ChartTexts;
}

function isOutOfReach({ answer }: Verdict): boolean {
  return "noAnswer" in answer && (answer.noAnswer === "leads-out" || answer.noAnswer === "unchecked-links");
}

function keyOf({ question, digest }: Asked): string {
  return JSON.stringify([digest, question]);
}

function nameOf({ release, files }: ReleaseStack): string {
  return JSON.stringify([release ?? "", release === undefined ? files.map(({ uri }) => uri) : []]);
}

function complaintsOf(answer: RenderAnswer, { name, texts }: Asked): readonly HelmComplaint[] {
  return "refusal" in answer ? helmComplaints(answer.refusal, { name, texts }) : [];
}
