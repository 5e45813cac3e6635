import * as l10n from "@vscode/l10n";
import { blocks, lines, type Markdown, md } from "../../texts/markdown.ts";
import type { Trial, Verdict } from "./rehearse.ts";

/** What the API server says, counted, in one line for a question. */
export function rehearsalLine(trials: readonly Trial[]): string {
  const counts = [
    [trialsThat("accepted", trials).length, (n: number) => l10n.t("{0} accepted", n)],
    [trialsThat("refused", trials).length, (n: number) => l10n.t("{0} refused", n)],
    [trialsThat("untried", trials).length, (n: number) => l10n.t("{0} not tried", n)],
  ] as const;
  const said = counts.filter(([count]) => count > 0).map(([count, text]) => text(count));
  return l10n.t("Dry run of each object: {0}", said.length === 0 ? l10n.t("none") : said.join(", "));
}

/** What the API server refuses and why, one string for each object. */
export function refusals(trials: readonly Trial[]): readonly string[] {
  return trials.flatMap(({ key, verdict }) =>
    verdict.is === "refused" ? [l10n.t("The API server refuses {0}: {1}", key, verdict.why)] : [],
  );
}

/** The rehearsal as part of a page, with what it does not tell. */
export function rehearsalPart(trials: readonly Trial[]): Markdown {
  return blocks(
    md`## ${l10n.t("What the API server reports")}`,
    md`${rehearsalLine(trials)}`,
    ...group(l10n.t("It refuses"), trialsThat("refused", trials)),
    ...group(l10n.t("It accepts, with warnings"), trialsThat("accepted", trials)),
    ...group(l10n.t("Not tried"), trialsThat("untried", trials)),
    md`${l10n.t("Each object was tried alone, in a dry run that keeps nothing. Only the installation shows whether all objects together fit into the quotas, objects can be removed, and pods are created and start.")}`,
  );
}

function group(title: string, trials: readonly Trial[]): readonly Markdown[] {
  const entries = trials.flatMap(({ key, verdict }) =>
    (verdict.is === "accepted" ? verdict.warnings : [verdict.why]).map((why) => md`- ${key}: ${why}`),
  );
  return entries.length === 0 ? [] : [md`### ${title}`, lines(entries)];
}

function trialsThat(what: Verdict["is"], trials: readonly Trial[]): readonly Trial[] {
  return trials.filter(({ verdict }) => verdict.is === what);
}
