// `npm run upgrades -- --seeds 120`: changes charts in drawn ways, and looks what is recognised and what Helm renders from migrated values.
// A run of at least that many seeds also writes docs/project/upgrades.md.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { askAll } from "../helm/ask-helm.ts";
import { HELM_VERSIONS, helmBinary } from "../helm/build-helm.ts";
import { repository } from "../support/repository.ts";
import { exampleCase, publishedCase, type UpgradeCase } from "./cases.ts";
import { type RenderedCase, renderCase } from "./render-case.ts";
import { type Scores, score } from "./score.ts";
import { page, type RenderRow, type TextRow } from "./table.ts";

/** A run of so many seeds is worth writing down. */
const LONG = 120;

const { values: given } = parseArgs({ options: { seeds: { type: "string", default: String(LONG) } } });
const seeds = Array.from({ length: Number(given.seeds) }, (_, seed) => seed);

const scores: Scores = new Map();
const mistaken = new Set<string>();
const drawn = seeds
  .flatMap((seed) => [exampleCase(seed), publishedCase(seed)])
  .filter(({ mutations }) => mutations.length > 0);
for (const one of drawn) {
  if (score(scores, one.from, one.to, one.mutations, one.others).length > 0) mistaken.add(one.name);
}

const rows: RenderRow[] = [];
const texts = { migrated: 0, leftToPerson: 0, comments: 0, commentsLost: 0 };
const asked = seeds
  .map((seed) => ({ seed, one: exampleCase(seed) }))
  .filter(({ one }) => one.mutations.length > 0);
for (const major of [3, 4] as const) {
  const helm = await helmBinary(major);
  if (helm === undefined) {
    console.log(`Go is not installed, so Helm ${major} was not asked.`);
    continue;
  }
  const found = await askAll(asked, async ({ seed, one }) => ({
    one,
    rendered: await renderCase(helm, one, seed),
  }));
  rows.push(rowOf(HELM_VERSIONS[major], found));
  if (rows.length === 1) for (const { rendered } of found) count(texts, rendered);
}

const right = drawn.length - mistaken.size;
const text = page({ seeds: seeds.length, cases: drawn.length, right }, scores, rows, texts);
console.log(text);
if (seeds.length >= LONG && rows.length === 2)
  writeFileSync(path.join(repository, "docs/project/upgrades.md"), text);
if (rows.some(({ unexplained }) => unexplained > 0) || texts.commentsLost > 0) process.exitCode = 1;

function rowOf(
  helm: string,
  found: readonly { readonly one: UpgradeCase; readonly rendered: RenderedCase }[],
): RenderRow {
  const row = { helm, cases: found.length, same: 0, asChanged: 0, said: 0, unexplained: 0 };
  const kept: [number, number] = [0, 0];
  for (const { one, rendered } of found) {
    const isWhole =
      !mistaken.has(one.name) && rendered.upgrade.notes.every(({ topic }) => topic !== "byHand");
    if (isWhole) kept[1] += 1;
    if (isWhole && rendered.isKept) kept[0] += 1;
    if (rendered.isSame) row.same += 1;
    else if (rendered.isAsChanged && rendered.isSaid) row.asChanged += 1;
    else if (rendered.isSaid && !isWhole) row.said += 1;
    else {
      row.unexplained += 1;
      console.error(`Unexplained: ${one.name}\n${rendered.text}---\n${rendered.migrated}`);
    }
  }
  return { ...row, kept };
}

function count(
  row: { -readonly [key in keyof TextRow]: number },
  { upgrade, comments, lost }: RenderedCase,
): void {
  row.migrated += upgrade.notes.filter(({ topic }) => topic === "migrated").length;
  row.leftToPerson += upgrade.notes.filter(({ topic }) => topic === "byHand").length;
  row.comments += comments;
  row.commentsLost += lost.length;
}
