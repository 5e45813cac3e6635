import type { ReadChart } from "../chart/chart.ts";
import type { KnownChart } from "../wire/charts.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Schemas } from "./schemas.ts";

/** The charts that are known without their files, the newest first, with the options that name each in the comment at the top of a file. */
export function knownCharts({ charts }: Knowledge): KnownChart[] {
  const { specification, published, versions } = charts;
  return [
    ...versions
      .toReversed()
      .map((version) => ({ name: `${published} ${version}`, modeline: `version=${version}` })),
    { name: specification, modeline: `chart=${specification}` },
  ];
}

/** A known chart by its name, or a local one, with the options that name it in the comment at the top of a file. */
export type OtherChart =
  | { readonly name: string }
  | { readonly atHand: ReadChart; readonly modeline?: string };

/** The schemas of a chart, and the options that name it in that comment; `undefined` if it is not known, or not the operator's. */
export function findChart(
  knowledge: Knowledge,
  other: OtherChart,
): { readonly schemas: Schemas; readonly modeline: string | undefined } | undefined {
  if ("atHand" in other) {
    const { atHand, modeline } = other;
    const vocabulary = knowledge.charts.vocabularyOf(atHand);
    const { version } = atHand;
    return vocabulary && { schemas: knowledge.schemasOf({ vocabulary, version, atHand }), modeline };
  }
  const { published, versions } = knowledge.charts;
  const known = knownCharts(knowledge).find(({ name }) => name === other.name);
  const version = versions.find((known) => `${published} ${known}` === other.name);
  return known && { schemas: knowledge.schemasOfVersion(version ?? ""), modeline: known.modeline };
}
