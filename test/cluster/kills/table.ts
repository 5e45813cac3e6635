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
    "# Interrupted installations: what is reported, and how the release recovers",
    "",
    `\`npm run kills -- --seed ${seed}\` writes this page. It stops Helm, the extension host or the API server at random moments of`,
    "installations and upgrades, which run with the real programs against an API server. The message that follows is compared with the Secrets in",
    "which Helm stores its revisions, and with the objects of the latest revision. If the release is not healthy, the first button of the",
    "message is pressed (*Install CAP Operator...* if the message has no button). Then the release is upgraded.",
    "",
    "| | |",
    "|---|---:|",
    `| cases | ${all === drawn ? all : `${all} so far, of ${drawn}`} |`,
    `| interrupted before they had ended | ${count(({ phase }) => phase !== undefined)} of ${all} |`,
    `| correct state in the message and in *Show Status* | ${count(({ untruths }) => untruths.length === 0)} of ${all} |`,
    `| healthy after one offered action | ${back} of ${sick.length} that needed one |`,
    `| next installation succeeded, with all objects | ${count(({ stuck }) => stuck.length === 0)} of ${all} |`,
    `| unrequested revisions | ${verdicts.reduce((sum, { unasked }) => sum + unasked, 0)} |`,
    "",
    "## By fault, Helm and phase",
    "",
    "Good cases out of all cases. The phase is the progress of Helm at the time of the fault: it only read (`preparing`), had started (`starting`), had recorded",
    "the revision (`recorded`), wrote objects (`applying`), waited for them (`waiting`), recorded the result (`finishing`), rolled back",
    "(`undoing`), or had printed the result (`printing`).",
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
    "| | Helm | change | fault | when | reported state | actual state | button | actual state after it, and after the next installation | |",
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
