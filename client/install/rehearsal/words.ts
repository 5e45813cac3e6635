import * as l10n from "@vscode/l10n";
import { blocks, lines, type Markdown, md } from "../../markdown.ts";
import { counted } from "../../sentence-parts.ts";
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
  if (untried === total) return l10n.t("No object was tried on the API server{0}.", commonReason(rehearsal));
  if (accepted === total)
    return l10n.t(
      "The API server would accept {0}.",
      total === 1 ? l10n.t("the object") : `all ${total} objects`,
    );
  const of = l10n.t("The API server would accept {0} of {1}", accepted, counted(total, "object"));
  const rest =
    untried === 0
      ? ""
      : l10n.t(" {0} could not be tried, and {1} only rendered.", untried, untried === 1 ? "is" : "are");
  return `${of}${refused === 0 ? "" : l10n.t(" and refuse {0}", refused)}.${rest}`;
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
    md`## What the API server says`,
    md`${rehearsalLine(rehearsal)}`,
    ...(isTried
      ? [
          md`Objects were sent as Helm will send them, as a dry run that keeps nothing. Only the real run shows whether pods start.`,
        ]
      : []),
    ...group(md`### It would refuse`, of("refused"), refusalLines),
    ...group(md`### It would accept, with warnings`, warned, warningLines),
    ...group(md`### Not tried, only rendered`, of("untried").concat(podsUntried(trials)), untriedLines),
    ...(drift.length === 0
      ? []
      : [
          md`### Changed since the last revision`,
          md`Somebody or something changed these in the cluster. The next revision is applied to them as they are now.`,
          lines(drift.map(({ name }) => md`- ${name}`)),
        ]),
  );
}

function group(
  title: Markdown,
  trials: readonly Trial[],
  linesOf: (trial: Trial) => readonly Markdown[],
): readonly Markdown[] {
  return trials.length === 0 ? [] : [title, lines(trials.flatMap(linesOf))];
}

function refusalLines(trial: Trial): readonly Markdown[] {
  return refusalsOf(trial).map((text) => md`- ${text}`);
}

function refusalsOf({ key, verdict, pods }: Trial): readonly string[] {
  const told = (what: string, said: Verdict | undefined) =>
    said?.is === "refused"
      ? said.failures.map(({ sentence, next }) => `${what}: ${sentence} ${next}`.trimEnd())
      : [];
  return [...told(key, verdict), ...told(l10n.t("The pods of {0}", key), pods)];
}

function warningLines({ key, verdict }: Trial): readonly Markdown[] {
  return verdict.is === "accepted" ? verdict.warnings.map((warning) => md`- ${key}: ${warning}`) : [];
}

function untriedLines({ key, verdict, pods }: Trial): readonly Markdown[] {
  if (verdict.is === "untried") return [md`- ${key}: ${verdict.why}`];
  return pods?.is === "untried" ? [md`- The pods of ${key}: ${pods.why}`] : [];
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
  return reasons.size === 1 ? `: ${only.replace(/\.$/, "")}` : "";
}
