import * as l10n from "@vscode/l10n";
import { blocks, lines, type Markdown, md } from "../../texts/markdown.ts";
import type { DryRun, Verdict } from "./rehearse.ts";

/** What the API server says, counted, in one line for a question. */
export function rehearsalLine(dryRuns: readonly DryRun[]): string {
  const counts = [
    [dryRunsThat("accepted", dryRuns).length, (n: number) => l10n.t("{0} accepted", n)],
    [dryRunsThat("refused", dryRuns).length, (n: number) => l10n.t("{0} refused", n)],
    [dryRunsThat("untried", dryRuns).length, (n: number) => l10n.t("{0} not tried", n)],
  ] as const;
  const said = counts.filter(([count]) => count > 0).map(([count, text]) => text(count));
  return l10n.t("Dry run of each object: {0}", said.length === 0 ? l10n.t("none") : said.join(", "));
}

/** What the API server refuses and why, one string for each object. */
export function refusals(dryRuns: readonly DryRun[]): readonly string[] {
  return dryRuns.flatMap(({ key, verdict }) =>
    verdict.is === "refused" ? [l10n.t("The API server refuses {0}: {1}", key, verdict.why)] : [],
  );
}

/** The rehearsal as part of a page, with what it does not tell. */
export function rehearsalPart(dryRuns: readonly DryRun[]): Markdown {
  return blocks(
    md`## ${l10n.t("What the API server reports")}`,
    md`${rehearsalLine(dryRuns)}`,
    ...group(l10n.t("It refuses"), dryRunsThat("refused", dryRuns)),
    ...group(l10n.t("It accepts, with warnings"), dryRunsThat("accepted", dryRuns)),
    ...group(l10n.t("Not tried"), dryRunsThat("untried", dryRuns)),
    md`${l10n.t("Each object was tried alone, in a dry run that keeps nothing. Only the installation shows whether all objects together fit into the quotas, objects can be removed, and pods are created and start.")}`,
  );
}

function group(title: string, dryRuns: readonly DryRun[]): readonly Markdown[] {
  const entries = dryRuns.flatMap(({ key, verdict }) =>
    (verdict.is === "accepted" ? verdict.warnings : [verdict.why]).map((why) => md`- ${key}: ${why}`),
  );
  return entries.length === 0 ? [] : [md`### ${title}`, lines(entries)];
}

function dryRunsThat(what: Verdict["is"], dryRuns: readonly DryRun[]): readonly DryRun[] {
  return dryRuns.filter(({ verdict }) => verdict.is === what);
}
