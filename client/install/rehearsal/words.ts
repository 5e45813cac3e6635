import { blocks, lines, type Markdown, md } from "../../markdown.ts";
import { counted } from "../../sentence-parts.ts";
import type { Rehearsal, Trial } from "./rehearse.ts";
import type { Verdict } from "./verdict.ts";

/** How many objects there are of each verdict; one whose pods are refused counts as refused. */
export interface RehearsalCount {
  readonly accepted: number;
  readonly refused: number;
  readonly untried: number;
}

/** Counts objects by what the API server says of them. */
export function countOfTrials({ trials }: Rehearsal): RehearsalCount {
  const count = (what: Verdict["is"]) => trials.filter((trial) => said(trial) === what).length;
  return { accepted: count("accepted"), refused: count("refused"), untried: count("untried") };
}

/** What the API server said, in one line for a question: `The API server accepts 12 of 14 objects; 1 it would refuse, 1 was not tried.` */
export function rehearsalLine(rehearsal: Rehearsal): string {
  const { accepted, refused, untried } = countOfTrials(rehearsal);
  const total = rehearsal.trials.length;
  if (total === 0) return "Nothing would be sent to the API server.";
  if (total === untried) return `No object was tried on the API server: ${firstReason(rehearsal)}`;
  const rest = [
    ...(refused === 0 ? [] : [`would refuse ${refused}`]),
    ...(untried === 0 ? [] : [`was not asked about ${untried}`]),
  ];
  if (rest.length === 0)
    return `The API server would accept ${total === 1 ? "the object" : `all ${total} objects`}.`;
  return `The API server would accept ${accepted} of ${counted(total, "object")}, and ${rest.join(", and ")}.`;
}

/** Why objects would be refused, one text for each reason, with what to do about it. */
export function refusals({ trials }: Rehearsal): readonly string[] {
  return trials.flatMap((trial) => refusalsOf(trial));
}

/** The rehearsal as a part of a page. */
export function rehearsalPart(rehearsal: Rehearsal): Markdown {
  const { trials, drift } = rehearsal;
  const of = (what: Verdict["is"]) => trials.filter((trial) => said(trial) === what);
  const warned = trials.filter(({ verdict }) => verdict.is === "accepted" && verdict.warnings.length > 0);
  return blocks(
    md`## What the API server says`,
    md`${rehearsalLine(rehearsal)} Each object was sent as Helm will send it, and nothing was kept. Whether pods start, only the real run shows.`,
    ...group(md`### It would refuse`, of("refused"), refusalLines),
    ...group(md`### It would accept, but says`, warned, warningLines),
    ...group(md`### Not tried, only rendered`, of("untried").concat(podsUntried(trials)), untriedLines),
    ...(drift.length === 0
      ? []
      : [
          md`### Changed since the last revision`,
          md`Somebody or something changed these in the cluster; the next revision meets them as they are now.`,
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
  return [...told(key, verdict), ...told(`The pods of ${key}`, pods)];
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

function firstReason({ trials: [first] }: Rehearsal): string {
  return first?.verdict.is === "untried" ? first.verdict.why : "There is none.";
}
