import * as l10n from "@vscode/l10n";
import { blocks, lines, type Markdown, md } from "../../markdown.ts";
import type { Rehearsal, Trial } from "./rehearse.ts";
import type { Verdict } from "./verdict.ts";

/** How many objects got each verdict. An object whose pods are refused counts as refused. */
export interface RehearsalCount {
  readonly accepted: number;
  readonly refused: number;
  readonly untried: number;
}

/** Counts objects by what the API server says about them. */
export function countOfTrials({ trials }: Rehearsal): RehearsalCount {
  const count = (what: Verdict["is"]) => trials.filter((trial) => said(trial) === what).length;
  return { accepted: count("accepted"), refused: count("refused"), untried: count("untried") };
}

/** What the API server says, in one line for a question. It never calls an object tried that was not. */
export function rehearsalLine(rehearsal: Rehearsal): string {
  const { accepted, refused, untried } = countOfTrials(rehearsal);
  const total = rehearsal.trials.length;
  if (total === 0) return l10n.t("Nothing would be sent to the API server.");
  if (untried === total) return untriedLine(commonReason(rehearsal));
  if (accepted === total) {
    return total === 1
      ? l10n.t("The API server would accept the object.")
      : l10n.t("The API server would accept all {0} objects.", total);
  }
  return [verdictLine(accepted, refused, total), restLine(untried)]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function untriedLine(reason: string): string {
  return reason === ""
    ? l10n.t("No object was tried on the API server.")
    : l10n.t("No object was tried on the API server: {0}.", reason);
}

function verdictLine(accepted: number, refused: number, total: number): string {
  if (refused === 0) return l10n.t("The API server would accept {0} of {1} objects.", accepted, total);
  return total === 1
    ? l10n.t("The API server would refuse the object.")
    : l10n.t("The API server would accept {0} of {1} objects and refuse {2}.", accepted, total, refused);
}

function restLine(untried: number): string {
  if (untried === 0) return "";
  return untried === 1
    ? l10n.t("1 object could not be tried, and is only rendered.")
    : l10n.t("{0} objects could not be tried, and are only rendered.", untried);
}

/** Why objects would be refused and what to do about it, one string for each reason. */
export function refusals({ trials }: Rehearsal): readonly string[] {
  return trials.flatMap((trial) => refusalsOf(trial));
}

/** The rehearsal as part of a page. */
export function rehearsalPart(rehearsal: Rehearsal): Markdown {
  const { trials, drift } = rehearsal;
  const of = (what: Verdict["is"]) => trials.filter((trial) => said(trial) === what);
  const warned = trials.filter(({ verdict }) => verdict.is === "accepted" && verdict.warnings.length > 0);
  const isTried = trials.length > of("untried").length;
  return blocks(
    md`## ${l10n.t("What the API server reports")}`,
    md`${rehearsalLine(rehearsal)}`,
    ...(isTried
      ? [
          md`${l10n.t("Objects were sent as Helm will send them, as a dry run that keeps nothing. Only the real run shows whether pods start.")}`,
        ]
      : []),
    ...group(l10n.t("It would refuse"), of("refused"), refusalLines),
    ...group(l10n.t("It would accept, with warnings"), warned, warningLines),
    ...group(l10n.t("Not tried, only rendered"), of("untried").concat(podsUntried(trials)), untriedLines),
    ...(drift.length === 0
      ? []
      : [
          md`### ${l10n.t("Changed since the last revision")}`,
          md`${l10n.t("These objects were changed in the cluster. The next revision is applied to them as they are now.")}`,
          lines(drift.map(({ name }) => md`- ${name}`)),
        ]),
  );
}

function group(
  title: string,
  trials: readonly Trial[],
  linesOf: (trial: Trial) => readonly Markdown[],
): readonly Markdown[] {
  return trials.length === 0 ? [] : [md`### ${title}`, lines(trials.flatMap(linesOf))];
}

function refusalLines(trial: Trial): readonly Markdown[] {
  return refusalsOf(trial).map((text) => md`- ${text}`);
}

function refusalsOf({ key, verdict, pods }: Trial): readonly string[] {
  const told = (what: string, said: Verdict | undefined) =>
    said?.is === "refused"
      ? said.failures.map(({ sentence, next }) => `${what}: ${sentence} ${next}`.trimEnd())
      : [];
  return [...told(key, verdict), ...told(podsOf(key), pods)];
}

function warningLines({ key, verdict }: Trial): readonly Markdown[] {
  return verdict.is === "accepted" ? verdict.warnings.map((warning) => md`- ${key}: ${warning}`) : [];
}

function untriedLines({ key, verdict, pods }: Trial): readonly Markdown[] {
  if (verdict.is === "untried") return [md`- ${key}: ${verdict.why}`];
  return pods?.is === "untried" ? [md`- ${podsOf(key)}: ${pods.why}`] : [];
}

function podsOf(key: string): string {
  return l10n.t("The pods of {0}", key);
}

/** Objects that were accepted and whose pods nobody could try. */
function podsUntried(trials: readonly Trial[]): readonly Trial[] {
  return trials.filter(({ verdict, pods }) => verdict.is === "accepted" && pods?.is === "untried");
}

function said({ verdict, pods }: Trial): Verdict["is"] {
  return pods?.is === "refused" ? "refused" : verdict.is;
}

/** Why no object was tried, if the reason is the same for all of them. */
function commonReason({ trials }: Rehearsal): string {
  const reasons = new Set(trials.map(({ verdict }) => (verdict.is === "untried" ? verdict.why : "")));
  const [only = ""] = reasons;
  return reasons.size === 1 ? only.replace(/\.$/, "") : "";
}
