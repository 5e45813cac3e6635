import type { ValuesProblem } from "../../server/lsp/protocol.ts";
import type { ChartFacts } from "../charts/chart.ts";
import type { UpgradePlan } from "../cli/changes.ts";
import { redactText } from "../cli/redact.ts";
import type { ReleaseRef, ReleaseState } from "../cli/release.ts";
import { chartKind } from "../cli/release.ts";
import { openTable, summary } from "../cluster/prerequisites/page.ts";
import type { Prerequisite } from "../cluster/prerequisites/prerequisite.ts";
import { clusterLines } from "../cluster/target.ts";
import type { ChartArchive, Page } from "../installation-ports.ts";
import { blocks, lines, type Markdown, md, table } from "../markdown.ts";
import type { Asked } from "../release/confirm.ts";
import { releaseAddress } from "../release/release-address.ts";
import { listed } from "../sentence-parts.ts";
import { problemLine } from "./gate.ts";
import { countOf, type PlannedChanges } from "./planned-changes.ts";
import type { Found } from "./preflight.ts";
import { refusals, rehearsalLine, rehearsalPart } from "./rehearsal/words.ts";

/** Everything that a person should know before it happens. */
export interface ToConfirm {
  readonly plan: UpgradePlan;
  readonly archive: ChartArchive;
  readonly chart: ChartFacts;
  readonly found: Found;
  readonly warnings: readonly ValuesProblem[];
  readonly changes: PlannedChanges;
  /** What an installation needs, and whether the cluster has it. */
  readonly prerequisites: readonly Prerequisite[];
  /** A path in the form in which it is shown. */
  readonly shownPath: (path: string) => string;
}

/** The question, the page with all the details, and whether it is known that the installation will fail. */
export interface Confirmation extends Asked {
  readonly page: Page;
  readonly willFail: boolean;
}

/** How many digits of a digest are shown for a person to compare. */
const SHOWN_DIGITS = 12;

/** The names of the operator's charts: that of the specification (section 4.1, operation A), and the published one. */
const CHART_NAMES: readonly string[] = ["cap-operator-chart", "cap-operator"];

/** The question, short enough for a message, and its page. Anything out of the ordinary comes first in both. */
export function confirmation(asked: ToConfirm): Confirmation {
  const { plan, found } = asked;
  const failures = certainFailures(asked);
  const odd = cautions(asked);
  const verb = found.release === undefined ? "Install" : "Upgrade";
  const title = `${verb} ${plan.at.release} in ${plan.at.context}`;
  return {
    message: `${title}?`,
    detail: [
      ...first("This will fail", failures),
      ...first("Caution", odd),
      ...(failures.length + odd.length > 0 ? [""] : []),
      ...clusterLines(plan.at),
      `Namespace: ${namespaceText(asked)}`,
      `Release: ${plan.at.release}, ${nowText(found.release)}`,
      `Chart: ${chartText(asked)}`,
      `Changes: ${changesText(asked.changes)}`,
      rehearsalLine(asked.changes.rehearsal),
      ...(asked.warnings.length === 0 ? [] : [`Warnings in the values: ${asked.warnings.length}`]),
    ].join("\n"),
    button: failures.length > 0 ? `${verb} Anyway` : verb,
    page: { name: title, text: page(title, asked, failures, odd), about: releaseAddress(plan.at) },
    willFail: failures.length > 0,
  };
}

/** The first of several, and how many more the page has. */
function first(what: string, [told, ...more]: readonly string[]): string[] {
  if (told === undefined) return [];
  return [`${what}: ${told}${more.length === 0 ? "" : ` (${more.length} more in the details)`}`];
}

/** Why it is certain to fail and what to do about it, one string for each reason. Empty if no such reason is known. */
function certainFailures({ found, changes, prerequisites }: ToConfirm): readonly string[] {
  const { failure, source, rehearsal } = changes;
  const counts = ({ stops }: Prerequisite): boolean => {
    // A successful dry run has found all kinds; a failed one names those that are missing.
    if (stops === "kind") return source === "chart" && failure === undefined;
    // These are permissions to create objects, which an upgrade may no longer need.
    return stops === "permission" && found.release === undefined;
  };
  const told = prerequisites.filter(counts).map(({ found, next }) => ({ sentence: found, next }));
  return [
    ...[...(failure === undefined ? [] : [failure]), ...told].map(({ sentence, next }) =>
      next === undefined ? sentence : `${sentence} ${next}`,
    ),
    ...refusals(rehearsal),
  ];
}

function cautions({ found, chart, changes }: ToConfirm): readonly string[] {
  const odd: string[] = [...found.otherWays];
  if (![chart.name, ...(chart.dependencies ?? [])].some((name) => CHART_NAMES.includes(name))) {
    odd.push(`This chart is called ${chart.name}, not ${listed(CHART_NAMES, "or")}.`);
  }
  if (found.release !== undefined && !sameChart(found.release, chart)) {
    odd.push(`The release was installed from another chart: ${found.release.chart}.`);
  }
  if (changes.note !== undefined && changes.failure === undefined)
    odd.push(`The cluster was not asked: ${changes.note}`);
  return odd;
}

/** Helm writes a chart as its name, a hyphen and its version. */
function sameChart({ chart }: ReleaseState, { name }: ChartFacts): boolean {
  return chart.startsWith(`${name}-`);
}

function namespaceText({ plan: { at }, found }: ToConfirm): string {
  return found.namespace === "missing" ? `${at.namespace} (will be created)` : at.namespace;
}

function nowText(release: ReleaseState | undefined): string {
  if (release === undefined) return "installed for the first time";
  return `now revision ${release.revision} (${release.status}, ${release.chart})`;
}

function chartText({ archive, chart }: ToConfirm): string {
  return `${chart.name} ${chart.version}, sha256:${archive.digest.slice(0, SHOWN_DIGITS)}`;
}

function changesText(changes: PlannedChanges): string {
  const how = changes.source === "cluster" ? "server dry run" : "rendered without the cluster";
  return `${countOf(changes.pairs)} (${how})`;
}

function page(
  title: string,
  asked: ToConfirm,
  failures: readonly string[],
  odd: readonly string[],
): Markdown {
  const { plan, changes, warnings, prerequisites, found } = asked;
  return blocks(
    md`# ${title}`,
    ...list("This will fail", failures),
    ...list("Caution", odd),
    placeTable(plan.at, asked),
    ...valuesParts(asked),
    md`## Changes`,
    changes.pairs.length === 0
      ? md`Nothing would change.`
      : table(
          ["Object", "Change"],
          changes.pairs.map(({ name, before, after }) => [
            name,
            before === undefined ? "new" : after === undefined ? "removed" : "changed",
          ]),
        ),
    rehearsalPart(changes.rehearsal),
    md`## Warnings in the values`,
    warnings.length === 0 ? md`None.` : lines(warnings.map((warning) => md`- ${problemLine(warning)}`)),
    md`## Prerequisites`,
    md`${summary(prerequisites)}`,
    ...openTable(prerequisites),
    ...list("Not checked", found.notChecked),
  );
}

function placeTable(at: ReleaseRef, asked: ToConfirm): Markdown {
  const { plan, archive, chart, found, shownPath } = asked;
  const { ref, plainHttp } = plan.source ?? plan.chart;
  const from = chartKind(ref) === "path" ? shownPath(ref) : redactText(ref);
  return table(
    ["Release", at.release],
    [
      ...clusterLines(at).map((line) => {
        const [name = "", ...rest] = line.split(": ");
        return [name, rest.join(": ")];
      }),
      ["Namespace", namespaceText(asked)],
      ["Now", nowText(found.release)],
      ["Chart", `${chart.name} ${chart.version}`],
      ...(chart.appVersion === undefined ? [] : [["App version", chart.appVersion]]),
      ["SHA-256 of the chart", archive.digest],
      ["From", `${from}${plainHttp ? ", without TLS" : ""}`],
      ["Changes", changesText(asked.changes)],
      failureRow(plan),
    ],
  );
}

function valuesParts({ plan: { valuesFiles, sets }, shownPath }: ToConfirm): Markdown[] {
  const files = valuesFiles.map((file, index) => md`${index + 1}. ${shownPath(file)}`);
  const keys = sets.map(({ text }) => text.split("=")[0] ?? "");
  return [
    md`## Values`,
    files.length === 0 ? md`No file.` : lines(files),
    ...(files.length > 1 ? [md`Later ones win.`] : []),
    ...(keys.length === 0 ? [] : [md`Set in addition: ${keys.join(", ")}`]),
  ];
}

function failureRow({ wait, rollbackOnFailure, timeout }: UpgradePlan): string[] {
  const late = wait || rollbackOnFailure ? ` or is not ready within ${timeout}` : "";
  return [`If it fails${late}`, rollbackOnFailure ? "Helm undoes it" : "Nothing is undone"];
}

function list(title: string, entries: readonly string[]): Markdown[] {
  return entries.length === 0 ? [] : [md`## ${title}`, lines(entries.map((entry) => md`- ${entry}`))];
}
