import { type ChartReference, isChartPath } from "../chart/chart.ts";
import { type ChosenChart, chosenChart } from "../ownership/chart-choice.ts";
import { topString } from "../ownership/chart-keys.ts";
import { type TellingWord, tellingWords } from "../ownership/chart-words.ts";
import type { Knowledge } from "../schema/knowledge.ts";
import type { Schemas } from "../schema/schemas.ts";
import { documentsFor } from "../values/helm-documents.ts";
import { beginsWithUmbrella, modelineChart, NO_SOURCES, type ReleaseStack } from "../values/release-stack.ts";
import { memo } from "../yaml/memo.ts";
import { findModeline } from "../yaml/modeline.ts";
import type { Analysis } from "./analysis.ts";

/** Says which schemas count for values. */
export interface SchemaChoice {
  /** The schemas of the chart that the values of a stack are for. */
  schemasOf(stack: ReleaseStack): Schemas;
  /** The schemas of the chart that a file is for, or of the operator resource in it. */
  schemasFor(analysis: Analysis): Schemas;
}

/** The choice of one chart, whatever values say. */
export function always(schemas: Schemas): SchemaChoice {
  return { schemasOf: () => schemas, schemasFor: () => schemas };
}

/** Says which chart values are for, and what its schemas are. */
export class ChartsInUse implements SchemaChoice {
  readonly knowledge: Knowledge;
  /** The chart that the values of a stack are for; the same object as long as the stack is the same. */
  readonly of = memo((stack: ReleaseStack): ChosenChart => this.#choose(stack));

  constructor(knowledge: Knowledge) {
    this.knowledge = knowledge;
  }

  /** The schemas of the chart that the values of a stack are for. */
  schemasOf(stack: ReleaseStack): Schemas {
    return this.knowledge.schemasOf(this.of(stack));
  }

  /** The stack of the defaults of the chart that the values of a stack are for. */
  withoutSources(stack: ReleaseStack): ReleaseStack {
    const { vocabulary, version, atHand } = this.of(stack);
    const release = atHand ? { atHand } : { chart: this.knowledge.charts[vocabulary], version };
    const umbrella = stack.chart?.umbrella;
    const files = beginsWithUmbrella(stack) ? stack.files.slice(0, 1) : [];
    return { ...NO_SOURCES, files, helm: stack.helm, chart: { release, ...(umbrella && { umbrella }) } };
  }

  /** The schemas of the chart that a file is for, or of the operator resource in it. */
  schemasFor({ stack, file, roots: [root] }: Analysis): Schemas {
    if (stack) return this.schemasOf(stack);
    const apiVersion = root && topString(root.document, "apiVersion");
    return this.knowledge.schemasOfResource(apiVersion ?? "", findModeline(file.text)?.version);
  }

  #choose(stack: ReleaseStack): ChosenChart {
    const { release, beside, setting, modeline = unsoughtChart(stack) } = stack.chart ?? {};
    return chosenChart(
      {
        ...(release && { release }),
        ...(modeline && { modeline }),
        ...(beside && { beside }),
        ...(setting && { setting }),
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

/** What a file names that nobody has looked for: of a path, nobody knows whether there is a chart. */
function unsoughtChart({ files }: ReleaseStack): ChartReference | undefined {
  const named = modelineChart(files);
  return named?.chart !== undefined && isChartPath(named.chart) ? undefined : named;
}
