import { type ChartReference, isChartPath } from "../chart/chart.ts";
import type { Kind, ValuesRoot } from "../kinds.ts";
import { type ChosenChart, chosenChart } from "../ownership/chart-choice.ts";
import { type TellingPlace, type TellingWord, tellingWords } from "../ownership/chart-words.ts";
import type { DocsAddresses } from "../schema/docs-anchor.ts";
import type { Knowledge } from "../schema/knowledge.ts";
import type { Schemas } from "../schema/schemas.ts";
import { reversed } from "../schema/vocabulary.ts";
import { documentsFor } from "../values/helm-documents.ts";
import { beginsWithUmbrella, modelineChart, NO_SOURCES, type ReleaseStack } from "../values/release-stack.ts";
import { topString } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import { findModeline } from "../yaml/modeline.ts";
import type { ValueNode } from "../yaml/tree.ts";
import type { Analysis } from "./analysis.ts";

/** Decides the schemas of values. */
export interface SchemaChoice {
  /** The addresses of the documentation. */
  readonly docs: DocsAddresses;
  /** The schemas of the chart that the values of a stack are for. */
  schemasOf(stack: ReleaseStack): Schemas;
  /** The schemas of a document: of the chart that its values are for, or of the definition of the resource. Without a document, those of the first. */
  schemasFor(analysis: Analysis, root?: ValuesRoot): Schemas;
  /** True if nothing names the version of a file's chart, so that the newest is assumed. */
  assumesVersion(analysis: Analysis): boolean;
  /** The words of a document that alone decide its chart, or leave it undecided; empty if something names the chart. */
  decidingWords(analysis: Analysis, root: ValueNode | undefined): readonly DecidingWord[];
}

/** A word that only one chart has, in a file for which nothing names the chart. */
export interface DecidingWord extends TellingPlace {
  /** The chart that has the word; the other chart, with its own word for it, if it has one. */
  readonly chart: string;
  readonly other: { readonly chart: string; readonly word?: string };
}

/** Chooses the same schemas for all values. */
export function fixedSchemas(schemas: Schemas): SchemaChoice {
  return {
    docs: schemas.docs,
    schemasOf: () => schemas,
    schemasFor: () => schemas,
    assumesVersion: () => false,
    decidingWords: () => [],
  };
}

/** Decides the chart of values, and has its schemas. */
export class ChartsInUse implements SchemaChoice {
  readonly knowledge: Knowledge;
  /** The chart that the values of a stack are for; the same object as long as the stack is the same. */
  readonly chosenFor = memo((stack: ReleaseStack): ChosenChart => this.#choose(stack), new WeakMap());

  /** The source of each schema, as the table of kinds names it. */
  readonly #sources: Readonly<Record<Kind["schema"], (analysis: Analysis, root: ValuesRoot) => Schemas>> = {
    chart: ({ stack = NO_SOURCES }) => this.schemasOf(stack),
    definition: ({ file }, { document }) => {
      const apiVersion = topString(document, "apiVersion") ?? "";
      return this.knowledge.schemasOfResource(apiVersion, findModeline(file.text)?.version);
    },
    settings: () => this.knowledge.settings,
  };

  constructor(knowledge: Knowledge) {
    this.knowledge = knowledge;
  }

  get docs(): DocsAddresses {
    return this.knowledge.docs;
  }

  /** The schemas of the chart that the values of a stack are for. */
  schemasOf(stack: ReleaseStack): Schemas {
    return this.knowledge.schemasOf(this.chosenFor(stack));
  }

  /** The stack of the defaults of the chart that the values of a stack are for. */
  withoutSources(stack: ReleaseStack): ReleaseStack {
    const { vocabulary, version, atHand } = this.chosenFor(stack);
    const { charts } = this.knowledge;
    // An undecided file runs with the published chart, like its effective values.
    const chart = vocabulary === "undecided" ? charts.published : charts[vocabulary];
    const release = atHand ? { atHand } : { chart, version };
    const umbrella = stack.chart?.umbrella;
    const files = beginsWithUmbrella(stack) ? stack.files.slice(0, 1) : [];
    return { ...NO_SOURCES, files, helm: stack.helm, chart: { release, umbrella } };
  }

  schemasFor(analysis: Analysis, root = analysis.firstValues ?? analysis.roots[0]): Schemas {
    return root ? this.#sources[root.kind.schema](analysis, root) : this.knowledge.specification;
  }

  assumesVersion({ stack }: Analysis): boolean {
    return stack !== undefined && this.chosenFor(stack).isVersionAssumed === true;
  }

  decidingWords({ stack }: Analysis, root: ValueNode | undefined): DecidingWord[] {
    if (!stack || root?.type !== "object" || this.chosenFor(stack).reason !== "words") return [];
    const { charts, words } = this.knowledge;
    return tellingWords(root, this.knowledge.telling).map((place) => {
      const isPublished = place.vocabulary === "published";
      const inOther = isPublished ? reversed(words) : words;
      const word = wordFor(place.is === "key" ? inOther.keys : inOther.values, place.word);
      const other = isPublished ? charts.specification : charts.published;
      return {
        ...place,
        chart: charts[place.vocabulary],
        other: { chart: other, word },
      };
    });
  }

  #choose(stack: ReleaseStack): ChosenChart {
    const { release, beside, setting, modeline = unsoughtChart(stack) } = stack.chart ?? {};
    return chosenChart(
      {
        release,
        modeline,
        beside,
        setting,
        words: this.#wordsOf(stack),
      },
      this.knowledge.charts,
    );
  }

  #wordsOf({ files, helm }: ReleaseStack): TellingWord[] {
    const { telling } = this.knowledge;
    return files
      .flatMap(({ file }) => (file && file.refused === undefined ? documentsFor(file, helm) : []))
      .flatMap(({ root }) => (root?.type === "object" ? tellingWords(root, telling) : []));
  }
}

/** The chart that a file names, if it need not be looked for on the disk, as a path must. */
function unsoughtChart({ files }: ReleaseStack): ChartReference | undefined {
  const named = modelineChart(files);
  return named?.chart !== undefined && isChartPath(named.chart) ? undefined : named;
}

/** The other chart's word for a word, in upper or lower case. */
function wordFor(words: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.entries(words).find(([name]) => name.toLowerCase() === word.toLowerCase())?.[1];
}
