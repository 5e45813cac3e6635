import * as l10n from "@vscode/l10n";
import type { ClusterTarget } from "../../kubectl/target.ts";
import type { PrerequisiteState } from "../../operation/cluster-view.ts";
import type { CommandContext } from "../../operation/operation.ts";
import { log } from "../../texts/log-line.ts";
import { blocks, lines, Markdown, md, table } from "../../texts/markdown.ts";
import { listed } from "../../texts/sentence-parts.ts";
import { type Prerequisite, stateText } from "./prerequisite.ts";

export interface CheckedFor {
  readonly target: ClusterTarget;
  /** The name of the values with the needs: a release, a file, or the chart's defaults. */
  readonly values: string;
  /** Versions of `kubectl` and of the API server; absent if they were not read. */
  readonly kubectl?: string;
  readonly apiServer?: string;
}

const MARKS: Readonly<Record<PrerequisiteState, string>> = {
  met: "✓",
  missing: "✗",
  "wrong-version": "✗",
  "other-values": "!",
  "not-ready": "!",
  "not-needed": "–",
  "not-checked": "?",
};

/** The rule on credentials in spec section 2.1: nothing in a cluster shows whether it is followed. */
const secretKeyRule = () =>
  blocks(
    Markdown.of([l10n.t("## Credentials of services: `secretKey: credentials`")], []),
    Markdown.of(
      [
        l10n.t(
          "Service-instance operators write the credentials of a service binding into a Secret, and may add metadata that describes how to read them. Where that metadata is not used, set `secretKey` to `credentials` in the spec of the binding: the credentials then stay one JSON text under that key, as the applications expect it, instead of being spread over keys of the Secret. It is recommended in any case. The setting is part of the bindings of your applications, so it is not checked here.",
        ),
      ],
      [],
    ),
  );

/** The common reason if no check was answered, shown once instead of in each row; undefined otherwise. */
export function unanswered(all: readonly Prerequisite[]): string | undefined {
  const asked = all.filter(({ state }) => state !== "not-needed");
  const [why, ...others] = new Set(asked.map(({ found }) => found));
  return others.length === 0 && asked.every(({ state }) => state === "not-checked") ? why : undefined;
}

/** One sentence that sums up all prerequisites. */
export function summary(all: readonly Prerequisite[]): string {
  const open = all.filter(needsAttention);
  const unchecked = all.filter(({ state }) => state === "not-checked");
  if (unchecked.length > 0 && all.every(({ state }) => state === "not-checked" || state === "not-needed")) {
    return l10n.t("Nothing could be checked.");
  }
  return [openText(open, unchecked.length), uncheckedText(unchecked.length)]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function openText(open: readonly Prerequisite[], unchecked: number): string {
  const told = listed(open.map(({ title, state }) => `${title} (${stateText(state)})`));
  switch (open.length) {
    case 0:
      return unchecked === 0
        ? l10n.t("All prerequisites are met.")
        : l10n.t("Nothing that was checked is missing.");
    case 1:
      return l10n.t("One prerequisite needs your attention: {0}.", told);
    default:
      return l10n.t("{0} prerequisites need your attention: {1}.", open.length, told);
  }
}

function uncheckedText(count: number): string {
  if (count === 0) return "";
  return count === 1 ? l10n.t("One thing was not checked.") : l10n.t("{0} things were not checked.", count);
}

/** True if something has to be done before an installation. */
function needsAttention({ state }: Prerequisite): boolean {
  return state !== "met" && state !== "not-needed" && state !== "not-checked";
}

export function prerequisitesPage(all: readonly Prerequisite[], checked: CheckedFor): Markdown {
  const toDo = all.filter(({ next }) => next !== undefined);
  const why = unanswered(all);
  return blocks(
    md`# ${l10n.t("Prerequisites in {0}", checked.target.context)}`,
    md`**${summary(all)}**`,
    lines([
      md`- ${l10n.t("Cluster: {0}", checked.target.server)}`,
      md`- ${l10n.t("Namespace: {0}", checked.target.namespace)}`,
      md`- ${l10n.t("Values: {0}", checked.values)}`,
      ...versions(checked),
    ]),
    why === undefined
      ? table(
          [l10n.t("Prerequisite"), l10n.t("State"), l10n.t("Found")],
          all.map(({ title, state, found }) => [title, `${MARKS[state]} ${stateText(state)}`, found]),
        )
      : md`${why}`,
    ...(toDo.length === 0 ? [] : [md`## ${l10n.t("Next steps")}`, lines(toDo.map(step))]),
    md`## ${l10n.t("Why they are needed")}`,
    lines(all.map(({ title, why }) => md`- **${title}**: ${why}`)),
    secretKeyRule(),
  );
}

/** The open prerequisites as a table for a page; empty if everything is there. */
export function openTable(all: readonly Prerequisite[]): Markdown[] {
  const open = all.filter(needsAttention);
  if (open.length === 0) return [];
  const rows = open.map(({ title, state, found, next = "" }) => [
    title,
    stateText(state),
    `${found} ${next}`.trim(),
  ]);
  return [table([l10n.t("Prerequisite"), l10n.t("State"), l10n.t("Found, and next step")], rows)];
}

function step({ title, next = "" }: Prerequisite): Markdown {
  return md`1. **${title}**: ${next}`;
}

function versions({ kubectl, apiServer }: CheckedFor): Markdown[] {
  if (kubectl === undefined || apiServer === undefined) return [];
  const apart = Math.abs(minorOf(kubectl) - minorOf(apiServer));
  // Kubernetes' version skew policy: kubectl works with API servers up to one minor version apart.
  const isTooFar = apart > 1;
  return [
    isTooFar
      ? md`- ${l10n.t("Read with kubectl {0} from Kubernetes {1}. The versions are too far apart: use a kubectl that is at most one minor version apart.", kubectl, apiServer)}`
      : md`- ${l10n.t("Read with kubectl {0} from Kubernetes {1}.", kubectl, apiServer)}`,
  ];
}

function minorOf(version: string): number {
  return Number(/^v?\d+\.(\d+)/.exec(version)?.[1]);
}

export async function showPrerequisites(
  context: CommandContext,
  all: readonly Prerequisite[],
  checked: CheckedFor,
): Promise<void> {
  const { context: kubeContext } = checked.target;
  context.output.info(log`Prerequisites in ${kubeContext}: ${summary(all)}`);
  const text = prerequisitesPage(all, checked);
  await context.pages.showMarkdown({ name: l10n.t("Prerequisites in {0}", kubeContext), text });
}
