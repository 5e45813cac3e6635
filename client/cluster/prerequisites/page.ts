import { blocks, lines, type Markdown, md, table } from "../../markdown.ts";
import type { Surroundings } from "../../operation/operation.ts";
import { listed } from "../../sentence-parts.ts";
import type { ClusterTarget } from "../target.ts";
import type { Prerequisite, PrerequisiteState } from "./prerequisite.ts";

/** What a page of prerequisites is about. */
export interface CheckedFor {
  readonly at: ClusterTarget;
  /** The values that say what is needed: a release, a file, or the chart's defaults. */
  readonly values: string;
  /** Versions of `kubectl` and of the API server; absent if they were not read. */
  readonly kubectl?: string;
  readonly apiServer?: string;
}

const MARKS: Readonly<Record<PrerequisiteState, string>> = {
  there: "✓",
  missing: "✗",
  "wrong version": "✗",
  "does not fit the values": "!",
  "not ready": "!",
  "not needed": "–",
  "not checked": "?",
};

/** The rule on credentials in spec section 2.1: nothing in a cluster shows whether it is followed. */
const SECRET_KEY_RULE = md`## Credentials of services: \`secretKey: credentials\`

Service-instance operators write the credentials of a service binding into a Secret, and may add metadata that says
how to read them. Where that metadata is not used, set \`secretKey\` to \`credentials\` in the spec of the binding: the
credentials then stay one JSON text under that key, as the applications expect it, instead of being spread over keys of the
Secret. It is recommended in any case. This is about the bindings of your applications, so it is not checked here.`;

/** One sentence that sums up all prerequisites. */
export function summary(all: readonly Prerequisite[]): string {
  const open = all.filter(needsAttention);
  const unchecked = all.filter(({ state }) => state === "not checked");
  if (unchecked.length > 0 && all.every(({ state }) => state === "not checked" || state === "not needed")) {
    return "Nothing could be checked.";
  }
  const notChecked =
    unchecked.length === 0
      ? ""
      : ` ${unchecked.length === 1 ? "One thing was" : `${unchecked.length} things were`} not checked.`;
  if (open.length === 0) {
    return unchecked.length === 0
      ? "Everything that an installation needs is there."
      : `Nothing that was checked is missing.${notChecked}`;
  }
  const told = open.map(({ title, state }) => `${title} (${state})`);
  const needs = open.length === 1 ? "One prerequisite needs" : `${open.length} prerequisites need`;
  return `${needs} your attention: ${listed(told)}.${notChecked}`;
}

/** Whether something has to be done before an installation. */
function needsAttention({ state }: Prerequisite): boolean {
  return state !== "there" && state !== "not needed" && state !== "not checked";
}

/** The prerequisites as a page. */
export function prerequisitesPage(all: readonly Prerequisite[], checked: CheckedFor): Markdown {
  const toDo = all.filter(({ next }) => next !== undefined);
  return blocks(
    md`# Prerequisites in ${checked.at.context}`,
    md`**${summary(all)}**`,
    lines([
      md`- Cluster: ${checked.at.server}`,
      md`- Namespace: ${checked.at.namespace}`,
      md`- Values: ${checked.values}`,
      ...versions(checked),
    ]),
    table(
      ["Prerequisite", "State", "Found"],
      all.map(({ title, state, found }) => [title, `${MARKS[state]} ${state}`, found]),
    ),
    ...(toDo.length === 0 ? [] : [md`## What to do next`, lines(toDo.map(step))]),
    md`## Why each is needed`,
    lines(all.map(({ title, why }) => md`- **${title}**: ${why}`)),
    SECRET_KEY_RULE,
  );
}

/** What has to be done before an installation, as part of a page; empty if everything is there. */
export function openTable(all: readonly Prerequisite[]): Markdown[] {
  const open = all.filter(needsAttention);
  if (open.length === 0) return [];
  const rows = open.map(({ title, state, found, next = "" }) => [title, state, `${found} ${next}`.trim()]);
  return [table(["Prerequisite", "State", "Found, and what to do"], rows)];
}

function step({ title, next = "" }: Prerequisite): Markdown {
  return md`1. **${title}**: ${next}`;
}

function versions({ kubectl, apiServer }: CheckedFor): Markdown[] {
  if (kubectl === undefined || apiServer === undefined) return [];
  const apart = Math.abs(minorOf(kubectl) - minorOf(apiServer));
  // Kubernetes' version skew policy: kubectl works with API servers up to one minor version apart.
  const warning = apart > 1 ? " They are too far apart to be relied on: use a kubectl that fits." : "";
  return [md`- Read with kubectl ${kubectl} from Kubernetes ${apiServer}.${warning}`];
}

function minorOf(version: string): number {
  return Number(/^v?\d+\.(\d+)/.exec(version)?.[1]);
}

/** Shows prerequisites as a page, once they have been read. */
export async function showPrerequisites(
  around: Surroundings,
  all: readonly Prerequisite[],
  checked: CheckedFor,
): Promise<void> {
  const { context } = checked.at;
  around.output.info(`Prerequisites in ${context}: ${summary(all)}`);
  const text = prerequisitesPage(all, checked);
  await around.pages.showMarkdown({ name: `Prerequisites in ${context}`, text });
}
