import * as l10n from "@vscode/l10n";
import type { ValuesProblem } from "../../server/lsp/protocol.ts";
import type { ChartFacts } from "../charts/chart.ts";
import { openTable, summary } from "../cluster/prerequisites/page.ts";
import type { Prerequisite } from "../cluster/prerequisites/prerequisite.ts";
import type { UpgradePlan } from "../helm/changing-commands.ts";
import type { ReleaseRef, ReleaseState } from "../helm/release.ts";
import { chartKind } from "../helm/release.ts";
import { releaseAddress } from "../helm/release-address.ts";
import { clusterLines } from "../kubectl/target.ts";
import { problemLine } from "../operation/gate.ts";
import type { ChartArchive, Page } from "../ports/installation.ts";
import type { ConfirmQuestion } from "../release/confirm.ts";
import { blocks, lines, type Markdown, md, table } from "../texts/markdown.ts";
import { redactText } from "../texts/redact.ts";
import { listed } from "../texts/sentence-parts.ts";
import { type PlannedChanges, summaryOf } from "./planned-changes.ts";
import type { ClusterState } from "./preflight.ts";
import { refusals, rehearsalPart, untriedLine } from "./rehearsal/words.ts";

interface ToConfirm {
  readonly plan: UpgradePlan;
  readonly archive: ChartArchive;
  readonly chart: ChartFacts;
  readonly found: ClusterState;
  readonly warnings: readonly ValuesProblem[];
  readonly changes: PlannedChanges;
  readonly prerequisites: readonly Prerequisite[];
  /** A path in the form in which it is shown. */
  readonly shownPath: (path: string) => string;
}

/** The question, the page with all the details, and whether it is known that the installation will fail. */
interface Confirmation extends ConfirmQuestion {
  readonly page: Page;
  readonly willFail: boolean;
}

const SHOWN_DIGITS = 12;

/** The names of the operator's charts: that of the specification (section 4.1, operation A), and the published one. */
const CHART_NAMES: readonly string[] = ["cap-operator-chart", "cap-operator"];

/** The question, short enough for a message, and its page. Anything out of the ordinary comes first in both. */
export function confirmation(asked: ToConfirm): Confirmation {
  const { plan, found } = asked;
  const failures = certainFailures(asked);
  const odd = cautions(asked);
  const words = wordsFor(plan.target, found.release === undefined);
  const untried = untriedLine(asked.changes.rehearsal);
  return {
    message: words.question,
    detail: [
      ...firstFailure(failures),
      ...firstCaution(odd),
      ...(failures.length + odd.length > 0 ? [""] : []),
      ...clusterLines(plan.target),
      l10n.t("Namespace: {0}", namespaceText(asked)),
      l10n.t("Release: {0}, {1}", plan.target.release, nowText(found.release)),
      l10n.t("Chart: {0}", chartText(asked)),
      l10n.t("Changes: {0}", changesText(asked.changes)),
      ...(untried === undefined ? [] : [untried]),
      ...(asked.warnings.length === 0 ? [] : [l10n.t("Warnings in the values: {0}", asked.warnings.length)]),
    ].join("\n"),
    button: failures.length > 0 ? words.anyway : words.button,
    page: {
      name: words.title,
      text: page(words.title, asked, failures, odd),
      about: releaseAddress(plan.target),
    },
    willFail: failures.length > 0,
  };
}

function wordsFor({ release, context }: ReleaseRef, isNew: boolean) {
  return isNew
    ? {
        title: l10n.t("Install {0} in {1}", release, context),
        question: l10n.t("Install {0} in {1}?", release, context),
        button: l10n.t("Install"),
        anyway: l10n.t("Install Anyway"),
      }
    : {
        title: l10n.t("Upgrade {0} in {1}", release, context),
        question: l10n.t("Upgrade {0} in {1}?", release, context),
        button: l10n.t("Upgrade"),
        anyway: l10n.t("Upgrade Anyway"),
      };
}

/** The first of several, and how many more the page has. */
function firstFailure([first, ...more]: readonly string[]): string[] {
  if (first === undefined) return [];
  if (more.length === 0) return [l10n.t("This will fail: {0}", first)];
  return [l10n.t("This will fail: {0} ({1} more in the details)", first, more.length)];
}

function firstCaution([first, ...more]: readonly string[]): string[] {
  if (first === undefined) return [];
  if (more.length === 0) return [l10n.t("Caution: {0}", first)];
  return [l10n.t("Caution: {0} ({1} more in the details)", first, more.length)];
}

/** The reasons for which the installation is certain to fail, each with its next step. Empty if none is known. */
function certainFailures({ found, changes, prerequisites }: ToConfirm): readonly string[] {
  const { failure, source, rehearsal } = changes;
  const counts = ({ stops }: Prerequisite): boolean => {
    // A successful dry run has found all kinds; a failed one names those that are missing.
    if (stops === "kind") return source === "chart" && failure === undefined;
    // These are permissions to create objects, which an upgrade may no longer need.
    return stops === "permission" && found.release === undefined;
  };
  const unmet = prerequisites.filter(counts).map(({ found, next }) => ({ sentence: found, next }));
  return [
    ...[...(failure === undefined ? [] : [failure]), ...unmet].map(({ sentence, next }) =>
      next === undefined ? sentence : `${sentence} ${next}`,
    ),
    ...refusals(rehearsal),
  ];
}

function cautions({ found, chart, changes }: ToConfirm): readonly string[] {
  const odd: string[] = [...found.otherWays];
  if (![chart.name, ...(chart.dependencies ?? [])].some((name) => CHART_NAMES.includes(name))) {
    odd.push(l10n.t("This chart is called {0}, not {1}.", chart.name, listed(CHART_NAMES, "or")));
  }
  if (found.release !== undefined && !sameChart(found.release, chart)) {
    odd.push(l10n.t("The release was installed from another chart: {0}.", found.release.chart));
  }
  if (changes.note !== undefined && changes.failure === undefined)
    odd.push(l10n.t("No dry run in the cluster: {0}", changes.note));
  return odd;
}

/** Helm writes a chart as its name, a hyphen and its version. */
function sameChart({ chart }: ReleaseState, { name }: ChartFacts): boolean {
  return chart.startsWith(`${name}-`);
}

function namespaceText({ plan: { target }, found }: ToConfirm): string {
  return found.namespace === "missing" ? l10n.t("{0} (will be created)", target.namespace) : target.namespace;
}

function nowText(release: ReleaseState | undefined): string {
  if (release === undefined) return l10n.t("installed for the first time");
  return l10n.t("now revision {0} ({1}, {2})", release.revision, release.status, release.chart);
}

function chartText({ archive, chart }: ToConfirm): string {
  const text = `${chart.name} ${chart.version}`;
  return archive.isPacked ? text : `${text}, sha256:${archive.digest.slice(0, SHOWN_DIGITS)}`;
}

function changesText(changes: PlannedChanges): string {
  const summary = summaryOf(changes);
  return changes.source === "cluster" ? summary : l10n.t("{0} (rendered without the cluster)", summary);
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
    ...list(l10n.t("This will fail"), failures),
    ...list(l10n.t("Caution"), odd),
    placeTable(plan.target, asked),
    ...valuesParts(asked),
    md`## ${l10n.t("Changes")}`,
    changes.pairs.length === 0
      ? md`${l10n.t("Nothing would change.")}`
      : table(
          [l10n.t("Object"), l10n.t("Change")],
          changes.pairs.map(({ name, before, after }) => [
            name,
            before === undefined
              ? l10n.t("new")
              : after === undefined
                ? l10n.t("removed")
                : l10n.t("changed"),
          ]),
        ),
    rehearsalPart(changes.rehearsal),
    md`## ${l10n.t("Warnings in the values")}`,
    warnings.length === 0
      ? md`${l10n.t("None.")}`
      : lines(warnings.map((warning) => md`- ${problemLine(warning)}`)),
    md`## ${l10n.t("Prerequisites")}`,
    md`${summary(prerequisites)}`,
    ...openTable(prerequisites),
    ...list(l10n.t("Not checked"), found.notChecked),
  );
}

function placeTable(target: ReleaseRef, asked: ToConfirm): Markdown {
  const { plan, archive, chart, found, shownPath } = asked;
  const { ref, plainHttp } = plan.source ?? plan.chart;
  const from = chartKind(ref) === "path" ? shownPath(ref) : redactText(ref);
  return table(
    [l10n.t("Release"), target.release],
    [
      ...clusterLines(target).map((line) => {
        const [name = "", ...rest] = line.split(": ");
        return [name, rest.join(": ")];
      }),
      [l10n.t("Namespace"), namespaceText(asked)],
      [l10n.t("Now"), nowText(found.release)],
      [l10n.t("Chart"), `${chart.name} ${chart.version}`],
      ...(chart.appVersion === undefined ? [] : [[l10n.t("App version"), chart.appVersion]]),
      ...(archive.isPacked ? [] : [[l10n.t("SHA-256 of the chart"), archive.digest]]),
      [l10n.t("From"), plainHttp ? l10n.t("{0}, without TLS", from) : from],
      [l10n.t("Changes"), changesText(asked.changes)],
      failureRow(plan),
    ],
  );
}

function valuesParts({ plan: { valuesFiles, sets }, shownPath }: ToConfirm): Markdown[] {
  const files = valuesFiles.map((file, index) => md`${index + 1}. ${shownPath(file)}`);
  const keys = sets.map(({ text }) => text.split("=")[0] ?? "");
  return [
    md`## ${l10n.t("Values")}`,
    files.length === 0 ? md`${l10n.t("No file.")}` : lines(files),
    ...(files.length > 1 ? [md`${l10n.t("Later files take precedence.")}`] : []),
    ...(keys.length === 0 ? [] : [md`${l10n.t("Set in addition: {0}", keys.join(", "))}`]),
  ];
}

function failureRow({ wait, rollbackOnFailure, timeout }: UpgradePlan): string[] {
  const when =
    wait || rollbackOnFailure
      ? l10n.t("On failure, or if not ready within {0}", timeout)
      : l10n.t("On failure");
  return [when, rollbackOnFailure ? l10n.t("Helm undoes it") : l10n.t("Nothing is undone")];
}

function list(title: string, entries: readonly string[]): Markdown[] {
  return entries.length === 0 ? [] : [md`## ${title}`, lines(entries.map((entry) => md`- ${entry}`))];
}
