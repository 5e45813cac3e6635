// What came out of the cases, as a page.
import { type Played, refusals, untriedIn } from "./case.ts";

/** What the rehearsal is worth in one case. */
export type Judgement =
  | "foretold"
  | "said by Helm's dry run"
  | "cannot be known"
  | "missed"
  | "false alarm"
  | "accepted";

/** Judges a case by what Helm then really did. */
export function judged(played: Played): Judgement {
  const { failed, rehearsal } = played;
  const isRefused = refusals(played).length > 0;
  if (failed === undefined) return isRefused || rehearsal === undefined ? "false alarm" : "accepted";
  if (isRefused) return "foretold";
  if (rehearsal === undefined) return "said by Helm's dry run";
  return played.case.unknowable === undefined ? "missed" : "cannot be known";
}

/** One case in a line, for the terminal. */
export function lineOf(played: Played): string {
  const { case: one, major, failed, dryRun, took } = played;
  const said = [
    `${judged(played).toUpperCase().padEnd(16)} ${one.about}: ${one.name} (Helm ${major}, ${Math.round(took)} ms)`,
    ...(failed === undefined ? [] : [`    Helm: ${failed.sentence}`]),
    ...(dryRun === undefined ? [] : [`    its dry run: ${dryRun.sentence}`]),
    ...refusals(played).map(({ sentence }) => `    foretold: ${sentence}`),
    ...played.merged.surprises.map((what) => `    SURPRISE: ${what}`),
    ...untriedIn(played).map((why) => `    untried: ${why}`),
  ];
  return said.join("\n");
}

/** All cases as Markdown, with the totals on top. */
export function page(played: readonly Played[]): string {
  const failing = played.filter(({ failed }) => failed !== undefined);
  const good = played.filter(({ failed }) => failed === undefined);
  const count = (what: Judgement) => played.filter((one) => judged(one) === what).length;
  const dryRunSaid = failing.filter(({ dryRun }) => dryRun !== undefined).length;
  const foretold = count("foretold") + count("said by Helm's dry run");
  const falseOfHelm = good.filter(({ dryRun }) => dryRun !== undefined).length;
  return `# The rehearsal, case by case

Before the question whether to install, each object is tried on the API server as Helm would send it. This page compares what that
foretells with what Helm then really did, in the real API server of the cluster tests. \`npm run rehearse\` writes it.

| | installations and upgrades | Helm's own dry run | the rehearsal |
| --- | --- | --- | --- |
| really failed | ${failing.length} | ${dryRunSaid} foretold | ${foretold} foretold, ${count("cannot be known")} cannot be known, ${count("missed")} missed |
| went well | ${good.length} | ${falseOfHelm} false alarms | ${count("false alarm")} false alarms |

The rehearsal begins with Helm's own dry run, so what that foretells counts for both. In the cases that went well, the rehearsal tried
${good.reduce((sum, { rehearsal }) => sum + (rehearsal?.trials.length ?? 0), 0)} objects; half of the rehearsals took less than ${median(played)} ms.

Helm 3 patches what is there by a three-way merge, which is done here once more to know what it will send. In the upgrades that went
well, ${played.reduce((sum, { merged }) => sum + merged.foreseen, 0)} objects were compared with what Helm then made of them; ${played.reduce((sum, { merged }) => sum + merged.surprises.length, 0)} were something else.

## What a dry run cannot know

${unknowable(played)}

${sections(failing, "Really failed")}

${sections(good, "Went well")}
`;
}

function unknowable(played: readonly Played[]): string {
  const cases = new Map(
    played.filter((one) => judged(one) === "cannot be known").map((one) => [one.case, one.case.unknowable]),
  );
  return [...cases].map(([{ name }, why]) => `- ${name}: ${why}`).join("\n");
}

function sections(played: readonly Played[], title: string): string {
  const abouts = [...new Set(played.map((one) => one.case.about))];
  return [
    `## ${title}`,
    ...abouts.map((about) =>
      section(
        about,
        played.filter((one) => one.case.about === about),
      ),
    ),
  ].join("\n\n");
}

function section(about: string, played: readonly Played[]): string {
  const head = [
    `### ${about.charAt(0).toUpperCase()}${about.slice(1)}`,
    "",
    "| case | Helm | really | Helm's dry run | the rehearsal says | so it |",
    "| --- | --- | --- | --- | --- | --- |",
  ];
  return [...head, ...played.map(row)].join("\n");
}

function row(played: Played): string {
  const { case: one, major, failed, dryRun } = played;
  const cells = [
    one.name,
    String(major),
    failed === undefined ? "went well" : "failed",
    dryRun === undefined ? "nothing" : dryRun.sentence,
    saysOf(played),
    judged(played),
  ];
  return `| ${cells.map((cell) => lasting(cell, played)).join(" | ")} |`;
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

/** What is different in every run is replaced. */
function lasting(text: string, { case: { name } }: Played): string {
  return text
    .replace(/rehearsal-\d+-helm-\d-\d+/g, "here")
    .replace(/\b127\.0\.0\.1:\d+/g, "127.0.0.1")
    .replace(/\|/g, "\\|")
    .replace(/\s+/g, " ")
    .replace(/"web-[a-z0-9]{5}"/g, '"web-"')
    .slice(0, name === text ? undefined : 300);
}

function median(played: readonly Played[]): number {
  const times = played
    .filter(({ rehearsal }) => rehearsal)
    .map(({ took }) => took)
    .sort((a, b) => a - b);
  return Math.round((times[Math.floor(times.length / 2)] ?? 0) / 100) * 100;
}
