// The verdicts as a page.
import { FAULTS, type KillCase, PHASES } from "./cases.ts";
import type { Verdict } from "./run-case.ts";

/** Whether all is as it should be. */
export function isGood(verdict: Verdict | undefined): boolean {
  if (verdict === undefined) return false;
  return verdict.untruths.length === 0 && verdict.unasked === 0 && verdict.stuck.length === 0;
}

/** One line for the terminal. */
export function verdictLine(verdict: Verdict): string {
  const { kill, phase, told, was, action = "nothing", after, untruths, stuck, unasked } = verdict;
  const wrong = [
    ...untruths.map((text) => `UNTRUE ${text}`),
    ...(unasked > 0 ? [`UNASKED ${unasked}`] : []),
    ...stuck.map((text) => `STUCK ${text}`),
  ];
  const what = `${kill.number}. ${changeOf(kill)}: ${kill.fault}, ${phase ?? "ended before"}`;
  return `${[`${what}: told "${told}", was ${was}; pressed ${action}, then ${after}`, ...wrong].join("\n    ")}`;
}

/** The page; `drawn` is how many cases there are, played or not. */
export function killTable(seed: number, verdicts: readonly Verdict[], drawn: number): string {
  const count = (holds: (verdict: Verdict) => boolean) => verdicts.filter(holds).length;
  const all = verdicts.length;
  const sick = verdicts.filter(({ action }) => action !== undefined);
  const back = sick.filter(({ stuck }) => stuck.length === 0).length;
  return [
    "# What is told, and what leads back, when an installation is killed",
    "",
    `\`npm run kills -- --seed ${seed}\` makes this page. It kills or cuts off Helm, the extension host and the API server at random moments of`,
    "installations and upgrades, which run with the real programs against a real API server. What we tell afterwards is held against the Secrets in",
    "which Helm keeps its revisions, and against the objects of the newest one. Then the first button is pressed that the message",
    "offers, where the release is not as it should be (*Install CAP Operator...* where there is no such button), and the release is upgraded once more.",
    "",
    "| | |",
    "|---|---:|",
    `| cases | ${all === drawn ? all : `${all} so far, of ${drawn}`} |`,
    `| hit before they had ended | ${count(({ phase }) => phase !== undefined)} of ${all} |`,
    `| the state was told truthfully, by the message and by *Show Status* | ${count(({ untruths }) => untruths.length === 0)} of ${all} |`,
    `| one offered action led back to a healthy release | ${back} of ${sick.length} that needed one |`,
    `| the next installation succeeded, and its objects were there | ${count(({ stuck }) => stuck.length === 0)} of ${all} |`,
    `| revisions that nobody had asked for | ${verdicts.reduce((sum, { unasked }) => sum + unasked, 0)} |`,
    "",
    "## By fault, Helm and phase",
    "",
    "Good cases of all; a phase is how far Helm was when the fault came: it was only reading (`preparing`), had begun (`starting`), had recorded",
    "the revision (`recorded`), wrote objects (`applying`), waited for them (`waiting`), recorded the end (`finishing`), undid what had failed",
    "(`undoing`), or had said the end (`printing`).",
    "",
    row(["fault", "Helm", ...PHASES, "all"]),
    row(["---", "---", ...PHASES.map(() => "---:"), "---:"]),
    ...FAULTS.flatMap((fault) =>
      ([3, 4] as const).map((helm) => {
        const own = verdicts.filter(({ kill }) => kill.fault === fault && kill.helm === helm);
        const cells = PHASES.map((phase) => share(own.filter((verdict) => verdict.phase === phase)));
        return row([fault, String(helm), ...cells, share(own)]);
      }),
    ),
    row([
      "all",
      "",
      ...PHASES.map((phase) => share(verdicts.filter((verdict) => verdict.phase === phase))),
      share(verdicts),
    ]),
    "",
    "## Case by case",
    "",
    "| | Helm | change | fault | when | what was told of the release | what was true | pressed | true then, and after the next installation | |",
    "|---:|---:|---|---|---|---|---|---|---|---|",
    ...verdicts.map(caseRow),
    "",
  ].join("\n");
}

function caseRow(verdict: Verdict): string {
  const { kill, phase, told, was, action = "", after } = verdict;
  const wrong = [...verdict.untruths, ...verdict.stuck, ...(verdict.unasked > 0 ? ["unasked revision"] : [])];
  return row([
    ...[String(kill.number), String(kill.helm), optionsOf(kill), kill.fault, momentOf(kill, phase)],
    ...[told, was, action, after, wrong.length === 0 ? "good" : `**wrong**: ${wrong.join("; ")}`],
  ]);
}

function changeOf(kill: KillCase): string {
  return `Helm ${kill.helm} ${optionsOf(kill)}`;
}

function optionsOf({ way, wait, rollbackOnFailure }: KillCase): string {
  return [way, ...(wait ? ["waits"] : []), ...(rollbackOnFailure ? ["undoes"] : [])].join(", ");
}

function momentOf({ moment: { later } }: KillCase, phase: Verdict["phase"]): string {
  if (phase === undefined) return "it had ended";
  return later === 0 ? phase : `${phase}, ${later} ms later`;
}

function share(verdicts: readonly Verdict[]): string {
  return verdicts.length === 0 ? "" : `${verdicts.filter(isGood).length}/${verdicts.length}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replace(/\s+/g, " ")).join(" | ")} |`;
}
