import { type ListedRelease, list } from "../cli/inspect.ts";
import type { ReleaseRef, ReleaseState } from "../cli/release.ts";
import { type ComponentState, readComponents } from "../cluster/components.ts";
import { readEvents, type WarningEvent } from "../cluster/events.ts";
import type { Reading } from "../cluster/reading.ts";
import { blocks, lines, type Markdown, md, table } from "../markdown.ts";
import type { Operation, Step } from "../operation/operation.ts";
import { refuse } from "../operation/outcome.ts";
import { releaseAddress } from "./release-address.ts";
import { isPending, releaseState, whenText } from "./release-state.ts";

/** Shows the current state of this release. If it does not exist, the person is told which ones do. */
export async function showStatusOf(operation: Operation, at: ReleaseRef): Promise<void> {
  const { release, components } = await operation.read(
    `Reading ${at.release} in ${at.context}`,
    async (step) => ({
      release: (await releaseState(step, at)) ?? (await refuseNone(step, at)),
      components: await step.ask(at, readComponents(at)),
    }),
  );
  const text = statusPage(at, release, components);
  const name = `Status of ${at.release} in ${at.context}`;
  await operation.pages.showMarkdown({ name, text, about: releaseAddress(at) });
}

/** Says that there is no such release, and which ones exist. */
export async function refuseNone(step: Step, at: ReleaseRef): Promise<never> {
  const others = await step.call(list(at)).then(releasesText, () => "");
  const lack = `There is no release ${at.release} in the namespace ${at.namespace} of ${at.context}.`;
  return refuse(lack, others, { tone: "info" });
}

function releasesText(releases: readonly ListedRelease[]): string {
  if (releases.length === 0) return "No release found.";
  return `There: ${releases.map(({ name, status }) => `${name} (${status})`).join(", ")}.`;
}

/** A release and its components as a page. */
export function statusPage(
  at: ReleaseRef,
  release: ReleaseState,
  components: Reading<readonly ComponentState[]>,
): Markdown {
  const facts = table(
    ["Release", at.release],
    [
      ["Status", `${release.status} (${release.description})`],
      ["Revision", `${release.revision}, of ${whenText(release)}`],
      ["Chart", release.chart],
      ["App version", release.appVersion],
      ["Context", at.context],
      ["Server", at.server],
      ["Namespace", at.namespace],
    ],
  );
  return blocks(
    md`# ${at.release}`,
    ...advice(release),
    facts,
    md`## Components`,
    ...componentParts(components),
  );
}

function advice(release: ReleaseState): Markdown[] {
  if (isPending(release)) {
    return [
      md`**Helm refuses to change a release that is ${release.status}.** Either somebody is working on it right now, or Helm was stopped before it was done. *CAP Operator: Install CAP Operator...* offers a way out.`,
    ];
  }
  if (release.status !== "failed") return [];
  return [
    md`**The newest revision failed.** Part of it may be in the cluster. *CAP Operator: Roll Back...* goes back to a revision that ran; *CAP Operator: Install CAP Operator...* tries again.`,
  ];
}

/** Components with what keeps them from being ready, as parts of a page. */
export function componentParts(components: Reading<readonly ComponentState[]>): Markdown[] {
  if ("unread" in components) return [md`Not checked: ${components.unread}`];
  if (components.answer.length === 0) return [md`No deployment of this release was found in the namespace.`];
  const rows = components.answer.map(({ name, ready, desired, restarts, image = "" }) => [
    name,
    `${ready} of ${desired}`,
    String(restarts),
    image,
  ]);
  const troubles = components.answer.flatMap(({ name, troubles }) =>
    troubles.map((trouble) => md`- ${name}: ${trouble}`),
  );
  return [
    table(["Component", "Ready", "Restarts", "Image"], rows),
    ...(troubles.length === 0 ? [] : [lines(troubles)]),
  ];
}

/** How the components were when a change of their release failed, and the warnings that the cluster noted since. */
export async function failureReport(
  operation: Operation,
  at: ReleaseRef,
  unready: readonly ComponentState[],
): Promise<readonly Markdown[]> {
  const title = `Reading events in ${at.namespace}`;
  const events = await operation.read(title, (step) => step.ask(at, readEvents(at)));
  return [
    ...(unready.length === 0
      ? []
      : [md`## Components that were not ready`, ...componentParts({ answer: unready })]),
    md`## Events`,
    "unread" in events ? md`Not checked: ${events.unread}` : eventTable(events.answer, at),
  ];
}

/**
 * The events of objects whose name contains that of the release, as charts usually name them; if there are none, those of the
 * whole namespace.
 */
function eventTable(events: readonly WarningEvent[], { namespace, release }: ReleaseRef): Markdown {
  const own = events.filter(({ object }) => object.includes(release));
  const shown = own.length > 0 ? own : events;
  if (shown.length === 0) return md`There are no warnings in ${namespace}.`;
  return table(
    ["Time", "Object", "Reason", "Message"],
    shown.map(({ time, object, reason, message }) => [time, object, reason, message]),
  );
}
