import type { Scores } from "./score.ts";

/** What came of the rendered cases under one Helm. */
export interface RenderRow {
  readonly helm: string;
  readonly cases: number;
  /** The same objects as before. */
  readonly same: number;
  /** The objects that the chart's own changes of defaults and its removed keys make. */
  readonly asChanged: number;
  /** Others, because a key was left to the person or not recognised; the page said so. */
  readonly said: number;
  readonly unexplained: number;
  /** How many cases had the objects of before with the old defaults written, of those in which nothing was left to the person. */
  readonly kept: readonly [right: number, of: number];
}

/** What the migrations did to the texts. */
export interface TextRow {
  readonly migrated: number;
  readonly leftToPerson: number;
  readonly comments: number;
  readonly commentsLost: number;
}

const NAMES: Readonly<Record<string, string>> = {
  added: "added",
  removed: "removed",
  renamed: "renamed",
  moved: "moved",
  split: "split",
  defaultChanged: "another default",
  typeChanged: "another type",
};

/** The page about a run. */
export function page(
  { seeds, cases, right }: { readonly seeds: number; readonly cases: number; readonly right: number },
  scores: Scores,
  rendered: readonly RenderRow[],
  texts: TextRow,
): string {
  const percent = (part: number, whole: number) =>
    whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`;
  const kinds = Object.entries(NAMES).flatMap(([kind, name]) => {
    const found = scores.get(kind as keyof typeof NAMES & Parameters<Scores["get"]>[0]);
    if (!found) return [];
    const { right, said, truths } = found;
    return [
      `| ${name} | ${truths} | ${said} | ${right} | ${percent(right, said)} | ${percent(right, truths)} |`,
    ];
  });
  const rows = rendered.map(
    ({ helm, cases, same, asChanged, said, unexplained, kept }) =>
      `| ${helm} | ${cases} | ${same} | ${asChanged} | ${said} | ${unexplained} | ${kept[0]} of ${kept[1]} |`,
  );
  return `# Migration of values to another chart version, measured

\`npm run upgrades -- --seeds ${seeds}\` writes this page. It changes charts at random: keys are renamed (to similar and to other names), moved
into a mapping, split, removed and added, and get another default or type; one change at a time, and two to five together. Half of the
charts are the chart in \`examples/chart\`. The others are published versions, in every second case with the changes of some later
versions as well. Some of the random names and defaults cannot be recognized: if \`webhook.replicas\` becomes \`webhook.setup\`, and both
are 1, then one key removed and one key added is the best possible answer, although it is not what happened.

## Recognized changes

${right} of ${cases} charts were described without a mistake. *Precision* is the share of the reported changes that are true, *recall* the share
of the true changes that were reported. A renamed key that is not recognized counts three times: as missed, as removed and as added.

| change | made | reported | correct | precision | recall |
|---|---|---|---|---|---|
${kinds.join("\n")}

No version of the published chart renamed a key, and one version removed a key (\`webhook.sidecar\`, in 0.31.0). For all 861 pairs of an
earlier and a later version, only this is reported.

## Rendered objects after all migrations

Random values for the example chart, with comments, quotes, brackets and indentation of all kinds, are migrated. The templates of the changed
chart read the changed keys. Helm renders the original chart with the original values, and the changed chart with the migrated values.

| Helm | cases | same objects | changed only by new defaults and removed keys | changed for a reason on the page | unexplained | same objects if the old defaults are kept |
|---|---|---|---|---|---|---|
${rows.join("\n")}

Migrated keys: ${texts.migrated}; keys left for a manual change: ${texts.leftToPerson}. Of ${texts.comments} comments, ${texts.commentsLost} were lost, not counting
comments of mappings that became empty and were removed.
`;
}
