// What came out of the cases, as a page.
import { type Played, refusals, untriedIn } from "./case.ts";

/** What the rehearsal is worth in one case. */
export type Judgement =
  | "predicted"
  | "predicted by Helm's dry run"
  | "not predictable"
  | "missed"
  | "false alarm"
  | "accepted";

/** What is kept of a case that was played. */
export interface Row {
  readonly about: string;
  readonly name: string;
  readonly major: 3 | 4;
  /** Whether Helm really failed. */
  readonly failed: boolean;
  /** What Helm's own dry run refuses. */
  readonly dryRun?: string;
  readonly says: string;
  readonly judged: Judgement;
  /** Why no dry run can know it. */
  readonly unknowable?: string;
  /** How many objects were tried. */
  readonly tried: number;
  /** How long the rehearsal took, in milliseconds. */
  readonly took: number;
  /** How many objects were compared with what Helm 3 made of them. */
  readonly compared: number;
  /** Those that became something else. */
  readonly surprises?: string;
}

/** Judges a case by what Helm then really did. */
export function judged(played: Played): Judgement {
  const { failed, rehearsal } = played;
  const isRefused = refusals(played).length > 0;
  if (failed === undefined) return isRefused || rehearsal === undefined ? "false alarm" : "accepted";
  if (isRefused) return "predicted";
  if (rehearsal === undefined) return "predicted by Helm's dry run";
  return played.case.unknowable === undefined ? "missed" : "not predictable";
}

/** A case as it is kept. */
export function rowOf(played: Played): Row {
  const { case: one, major, failed, dryRun, rehearsal, took, merged } = played;
  return {
    ...{ about: one.about, name: one.name, major, failed: failed !== undefined },
    ...(dryRun !== undefined && { dryRun: lasting(dryRun.sentence) }),
    ...{ says: lasting(saysOf(played)), judged: judged(played) },
    ...(one.unknowable !== undefined && { unknowable: one.unknowable }),
    ...{ tried: rehearsal?.trials.length ?? 0, took: Math.round(took) },
    compared: merged.foreseen,
    ...(merged.surprises.length > 0 && {
      surprises: merged.surprises.map((text) => text.replace(/:.*/s, "")).join(", "),
    }),
  };
}

/** One case for the terminal. */
export function lineOf(played: Played): string {
  const { case: one, major, failed, dryRun, took } = played;
  const said = [
    `${judged(played).toUpperCase().padEnd(16)} ${one.about}: ${one.name} (Helm ${major}, ${Math.round(took)} ms)`,
    ...(failed === undefined ? [] : [`    Helm: ${failed.sentence}`]),
    ...(dryRun === undefined ? [] : [`    its dry run: ${dryRun.sentence}`]),
    ...refusals(played).map(({ sentence }) => `    predicted: ${sentence}`),
    ...played.merged.surprises.map((what) => `    SURPRISE: ${what}`),
    ...(played.rehearsal?.drift ?? []).map(({ name }) => `    changed since the last revision: ${name}`),
    ...untriedIn(played).map((why) => `    untried: ${why}`),
  ];
  return said.join("\n");
}

/** All cases as Markdown, with the totals on top. */
export function page(rows: readonly Row[]): string {
  const failing = rows.filter(({ failed }) => failed);
  const good = rows.filter(({ failed }) => !failed);
  const count = (what: Judgement) => rows.filter((row) => row.judged === what).length;
  const dryRuns = (some: readonly Row[]) => some.filter(({ dryRun }) => dryRun !== undefined).length;
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const surprises = rows.flatMap(({ name, surprises: what }) =>
    what === undefined ? [] : [`- ${name}: ${what}`],
  );
  return `# Rehearsals compared with Helm, case by case

Before you confirm an installation, each object is sent to the API server in a dry run, as Helm will send it. This page compares the
prediction with the result of Helm in the API server of the cluster tests. \`npm run rehearse\` writes it.

| | installations and upgrades | Helm's own dry run | the rehearsal |
| --- | --- | --- | --- |
| failed | ${failing.length} | ${dryRuns(failing)} predicted | ${count("predicted") + count("predicted by Helm's dry run")} predicted, ${count("not predictable")} not predictable, ${count("missed")} missed |
| succeeded | ${good.length} | ${dryRuns(good)} false alarms | ${count("false alarm")} false alarms |

The rehearsal starts with the dry run of Helm, so its predictions count for both. The rehearsals tried ${sum(({ tried }) => tried)} objects; half
of them took less than ${median(rows)} ms, on a busy machine.

Helm 3 patches existing objects with a three-way merge. The rehearsal computes the same merge to know what Helm will send. In the upgrades that
succeeded, ${sum(({ compared }) => compared)} objects were compared with the result of Helm. ${surprises.length === 0 ? "None differed." : `These differed, because Helm 3 merges entries that have the same key, and because the API server assigns node ports at random:\n\n${surprises.join("\n")}`}

## What a dry run cannot predict

${unknowable(rows)}

${sections(failing, "Failed")}

${sections(good, "Succeeded")}
`;
}

function unknowable(rows: readonly Row[]): string {
  const unknown = rows.filter((row) => row.judged === "not predictable");
  const cases = new Map(unknown.map(({ name, unknowable: why }) => [name, why]));
  return [...cases].map(([name, why]) => `- ${name}: ${why}`).join("\n");
}

function sections(rows: readonly Row[], title: string): string {
  const abouts = [...new Set(rows.map(({ about }) => about))];
  const parts = abouts.map((about) =>
    section(
      about,
      rows.filter((row) => row.about === about),
    ),
  );
  return [`## ${title}`, ...parts].join("\n\n");
}

function section(about: string, rows: readonly Row[]): string {
  const head = [
    `### ${about.charAt(0).toUpperCase()}${about.slice(1)}`,
    "",
    "| case | Helm | result | Helm's dry run | the rehearsal | outcome |",
    "| --- | --- | --- | --- | --- | --- |",
  ];
  return [...head, ...rows.map(lineIn)].join("\n");
}

function lineIn({ name, major, failed, dryRun = "nothing", says, judged: judgement }: Row): string {
  const cells = [name, String(major), failed ? "failed" : "succeeded", dryRun, says, judgement];
  return `| ${cells.map((cell) => cell.replace(/[|<>*_]/g, "\\$&")).join(" | ")} |`;
}

function saysOf(played: Played): string {
  const { rehearsal } = played;
  if (rehearsal === undefined) return "(was not begun)";
  const failures = refusals(played).map(({ sentence }) => sentence);
  if (failures.length > 0) return failures.join(" ");
  const count = (what: "accepted" | "untried") =>
    rehearsal.trials.filter(({ verdict }) => verdict.is === what).length;
  const warnings = rehearsal.trials.flatMap(({ verdict }) =>
    verdict.is === "accepted" ? verdict.warnings : [],
  );
  const untried = count("untried") === 0 ? "" : `, ${count("untried")} untried`;
  return [`${count("accepted")} accepted${untried}.`, ...new Set(warnings)].join(" ");
}

/** A text without what is different in every run, and no longer than a cell may be. */
function lasting(text: string): string {
  const same = text
    .replace(/rehearsal-\d+-helm-\d-\d+/g, "here")
    .replace(/\b127\.0\.0\.1:\d+/g, "127.0.0.1")
    .replace(/\s+/g, " ");
  return same.length > LONGEST ? `${same.slice(0, LONGEST)}...` : same;
}

const LONGEST = 300;

function median(rows: readonly Row[]): number {
  const times = rows
    .flatMap(({ tried, took }) => (tried > 0 ? [took] : []))
    .sort((one, other) => one - other);
  return Math.round((times[Math.floor(times.length / 2)] ?? 0) / 100) * 100;
}
