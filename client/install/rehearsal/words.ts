import * as l10n from "@vscode/l10n";
import type { FieldName } from "../../../server/lsp/protocol.ts";
import { rejectedFields } from "../../helm/failures/object-errors.ts";
import { blocks, lines, type Markdown, md } from "../../texts/markdown.ts";
import type { DryRun, Verdict } from "./rehearse.ts";

/** The API server's verdicts, counted, in one line. */
export function verdictCounts(dryRuns: readonly DryRun[]): string {
  const counts = [
    [dryRunsThat("accepted", dryRuns).length, (n: number) => l10n.t("{0} would be accepted", n)],
    [dryRunsThat("refused", dryRuns).length, (n: number) => l10n.t("{0} would be rejected", n)],
    [dryRunsThat("untried", dryRuns).length, (n: number) => l10n.t("{0} not tested", n)],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, text]) => text(count))
    .join(", ");
}

/** The most frequent reason for untried objects, as a line; undefined if all were tried. */
export function untriedLine(dryRuns: readonly DryRun[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { verdict } of dryRuns) {
    if (verdict.is === "untried") counts.set(verdict.why, (counts.get(verdict.why) ?? 0) + 1);
  }
  const [first, ...more] = [...counts].sort(([, a], [, b]) => b - a).map(([why]) => why);
  if (first === undefined) return undefined;
  if (more.length === 0) return l10n.t("Not tested: {0}", first);
  return l10n.t("Not tested: {0} The details have more reasons.", first);
}

/** The objects that the API server refuses, each in a sentence with the reason. */
export function refusals(dryRuns: readonly DryRun[]): readonly string[] {
  return dryRuns.flatMap(({ key, verdict }) =>
    verdict.is === "refused" ? [l10n.t("The API server rejects {0}: {1}", key, verdict.why)] : [],
  );
}

/** The fields that the API server refuses. */
export function refusedFields(dryRuns: readonly DryRun[]): readonly FieldName[] {
  return dryRuns.flatMap(({ key, verdict }) => {
    if (verdict.is !== "refused") return [];
    const [kind = "", ...names] = key.split("/");
    const [name = "", namespace] = names.reverse();
    return rejectedFields(verdict.why, { kind, name, namespace });
  });
}

/** The rehearsal as part of a page, with its limits. */
export function rehearsalPart(dryRuns: readonly DryRun[]): Markdown {
  return blocks(
    md`## ${l10n.t("What the API server reports")}`,
    md`${verdictCounts(dryRuns)}`,
    ...group(l10n.t("It rejects"), dryRunsThat("refused", dryRuns)),
    ...group(l10n.t("It accepts, with warnings"), dryRunsThat("accepted", dryRuns)),
    ...group(l10n.t("Not tested"), dryRunsThat("untried", dryRuns)),
    md`${l10n.t("Each object was tested alone, in a dry run that keeps nothing. Only the installation shows whether all objects together fit into the quotas, objects can be removed, and pods are created and start.")}`,
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
