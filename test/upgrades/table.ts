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
  return `# Upgrading values to another chart, measured

Written by \`npm run upgrades -- --seeds ${seeds}\`. Charts are changed by drawn mutations: keys get another name (alike or not), move, get a
mapping of their own, are split, get another default or another type, are removed and added; alone, and two to five together. Half of
the charts are the chart in \`examples/chart\`, the others are published versions, which in every other case went on for some versions as
well. The drawn names and defaults are hard on purpose: some say nothing (\`webhook.replicas\` becomes \`webhook.setup\`, and both are 1),
and then one key removed and one added is the right answer to give, though not the truth.

## What is recognised

${right} of ${cases} charts were described without any mistake. *Precision*: of what was said, how much is true; *recall*: of what is true, how
much was said. A key that is not recognised under its new name counts three times: as a missed one, and as one removed and one added.

| change | there are | said | right | precision | recall |
|---|---|---|---|---|---|
${kinds.join("\n")}

No version of the published chart ever renamed a key, and one removed one (\`webhook.sidecar\`, in 0.31.0); for none of the 861 pairs of an earlier
and a later version anything else is said.

## What Helm renders after "migrate all"

Values are drawn for the example chart, with comments, quotes, brackets and indentations of all kinds, and migrated; the templates read the
keys where the mutations put them. Helm renders the chart as it was with the values as they were, and the changed chart with the migrated
values.

| Helm | cases | the same objects | what new defaults and removed keys make of them | otherwise, and the page says why | unexplained | the objects of before with the old defaults kept |
|---|---|---|---|---|---|---|
${rows.join("\n")}

${texts.migrated} keys were migrated, ${texts.leftToPerson} were left to the person. Of ${texts.comments} comments, ${texts.commentsLost} were lost, but for
those of mappings that were left empty and went.
`;
}
